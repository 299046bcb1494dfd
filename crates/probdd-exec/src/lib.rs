//! Runs interestingness tests: processes, directories, deadlines, the scheduler.
