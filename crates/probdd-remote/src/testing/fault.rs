//! The ways in which a server fails.

use tonic::Code;

/// A way in which a server fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A call ends with this status.
    Call(Code),
    /// An action ends with this status, and with an exit code of 0.
    Execution(Code),
    /// The stream of an action ends before the action; it can be listened to again.
    BrokenStream,
    /// All blobs are gone.
    LostBlobs,
    /// The sandbox is broken: exit code 1, nothing has run, and the answer is remembered.
    BrokenSandbox,
    /// The exit code is another one.
    WrongExitCode,
    /// The test was killed, which the next run does not repeat.
    Killed,
    /// An output is another blob.
    DamagedOutput,
    /// The action never ends.
    Silence,
}

impl Fault {
    /// All ways but silence.
    pub fn all() -> Vec<Fault> {
        let codes = [
            Code::Cancelled,
            Code::Unknown,
            Code::InvalidArgument,
            Code::DeadlineExceeded,
            Code::NotFound,
            Code::AlreadyExists,
            Code::PermissionDenied,
            Code::ResourceExhausted,
            Code::FailedPrecondition,
            Code::Aborted,
            Code::OutOfRange,
            Code::Unimplemented,
            Code::Internal,
            Code::Unavailable,
            Code::DataLoss,
            Code::Unauthenticated,
        ];
        let of_codes =
            codes.into_iter().flat_map(|code| [Fault::Call(code), Fault::Execution(code)]);
        let others = [
            Fault::BrokenStream,
            Fault::LostBlobs,
            Fault::BrokenSandbox,
            Fault::WrongExitCode,
            Fault::Killed,
            Fault::DamagedOutput,
        ];
        of_codes.chain(others).collect()
    }
}

/// Chooses faults, the same ones for the same seed.
#[derive(Debug)]
pub(super) struct Dice {
    state: u64,
    probability: f64,
    faults: Vec<Fault>,
}

impl Dice {
    pub(super) fn new(seed: u64, probability: f64, faults: Vec<Fault>) -> Dice {
        Dice { state: seed, probability, faults }
    }

    fn next(&mut self) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }

    /// The fault of an action, if it has one.
    pub(super) fn roll(&mut self) -> Option<Fault> {
        let chance = self.next() as f64 / f64::from(1_u32 << 31);
        if self.faults.is_empty() || chance >= self.probability {
            return None;
        }
        let at = self.next() as usize % self.faults.len();
        Some(self.faults[at])
    }
}
