//! An abort of a real process: this test binary runs itself as the process whose stack overflows.

use std::process::Command;

const CHILD: &str = "PROBDD_TEST_ABORT_CHILD";

/// Not a test: the process that aborts.
#[test]
#[ignore = "run by the other test here, in a process of its own"]
fn overflow_the_stack() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    probdd_exec::end_aborts_with(70, b"how to go on\n".to_vec()).expect("signals can be handled");
    let deep = std::thread::spawn(|| depth(1));
    println!("{:?}", deep.join());
}

/// Calls itself until the stack is used up.
fn depth(number: u64) -> u64 {
    if number == u64::MAX { 0 } else { std::hint::black_box(depth(number + 1)) + 1 }
}

#[test]
fn a_stack_that_overflows_ends_with_our_message_and_exit_code() {
    let itself = std::env::current_exe().expect("it runs");
    let mut child = Command::new(itself);
    child.args(["--ignored", "--exact", "overflow_the_stack", "--nocapture"]).env(CHILD, "1");
    let ended = child.output().expect("it can be started");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(70), "{said}");
    assert!(said.contains("overflowed its stack") && said.ends_with("how to go on\n"), "{said}");
}
