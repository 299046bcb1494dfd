//! The options of `--remote`, for tests that run on other machines.

use super::parsers::time;
use super::values::{Fallback, parser};
use clap::value_parser;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The options of `--remote`. None of them changes the search.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct RemoteArgs {
    /// Run the tests on other machines, which the server at URL hands out by the Remote Execution API:
    /// `grpc://HOST:PORT`, or `grpcs://HOST:PORT` with TLS. Repeat it to spread the tests over several
    /// servers
    #[arg(long, value_name = "URL")]
    pub(crate) remote: Vec<String>,
    /// The most tests that are there at a time, waiting or running; the result does not depend on N
    /// [default: 64]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub(crate) remote_jobs: Option<u32>,
    /// The instance of the server [default: the one without a name]
    #[arg(long, value_name = "NAME")]
    pub(crate) remote_instance: Option<String>,
    /// What a worker has to be, in the words of the server, such as OSFamily=linux. Can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) remote_platform: Vec<String>,
    /// A variable that the test sees there, besides PATH, LANG and `LC_*`: with its value, or with the
    /// one that it has here. Can be repeated
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(crate) remote_env: Vec<String>,
    /// A header of every call, such as a token: NAME=@FILE reads it from a file, NAME=$VAR (in quotes)
    /// from the environment. Can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) remote_header: Vec<OsString>,
    /// The certificates that prove a server, as PEM [default: those of the system]
    #[arg(long, value_name = "FILE")]
    pub(crate) remote_ca: Option<PathBuf>,
    /// The certificate that proves us, as PEM
    #[arg(long, value_name = "FILE", requires = "remote_key")]
    pub(crate) remote_cert: Option<PathBuf>,
    /// The key of --remote-cert, as PEM
    #[arg(long, value_name = "FILE", requires = "remote_cert")]
    pub(crate) remote_key: Option<PathBuf>,
    /// Keep the answers that servers remember apart by TEXT [default: by the test and the version of
    /// probdd]
    #[arg(long, value_name = "TEXT")]
    pub(crate) remote_salt: Option<String>,
    /// How long no server may answer until the run stops with the best result so far (exit code 3); it
    /// can be resumed [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) remote_patience: Option<Duration>,
    /// What happens then [default: stop]
    #[arg(long, value_name = "WHERE", value_parser = parser::<Fallback>())]
    pub(crate) remote_fallback: Option<Fallback>,
}

impl RemoteArgs {
    /// An option that has no effect without `--remote`, if one is given.
    pub(crate) fn needs_remote(&self) -> Option<&'static str> {
        let given = [
            ("--remote-jobs", self.remote_jobs.is_some()),
            ("--remote-instance", self.remote_instance.is_some()),
            ("--remote-platform", !self.remote_platform.is_empty()),
            ("--remote-env", !self.remote_env.is_empty()),
            ("--remote-header", !self.remote_header.is_empty()),
            ("--remote-ca", self.remote_ca.is_some()),
            ("--remote-cert", self.remote_cert.is_some()),
            ("--remote-salt", self.remote_salt.is_some()),
            ("--remote-patience", self.remote_patience.is_some()),
            ("--remote-fallback", self.remote_fallback.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// These options, and for those that are left out the ones of an earlier command.
    pub(crate) fn or(self, then: RemoteArgs) -> RemoteArgs {
        let absolute =
            |path: Option<PathBuf>| path.map(|path| std::path::absolute(&path).unwrap_or(path));
        let (cert, key) = match self.remote_cert {
            Some(cert) => (absolute(Some(cert)), absolute(self.remote_key)),
            None => (then.remote_cert, then.remote_key),
        };
        RemoteArgs {
            remote: either(self.remote, then.remote),
            remote_jobs: self.remote_jobs.or(then.remote_jobs),
            remote_instance: self.remote_instance.or(then.remote_instance),
            remote_platform: either(self.remote_platform, then.remote_platform),
            remote_env: either(self.remote_env, then.remote_env),
            remote_header: either(self.remote_header, then.remote_header),
            remote_ca: absolute(self.remote_ca).or(then.remote_ca),
            remote_cert: cert,
            remote_key: key,
            remote_salt: self.remote_salt.or(then.remote_salt),
            remote_patience: self.remote_patience.or(then.remote_patience),
            remote_fallback: self.remote_fallback.or(then.remote_fallback),
        }
    }
}

fn either<T>(now: Vec<T>, then: Vec<T>) -> Vec<T> {
    if now.is_empty() { then } else { now }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_run_has_the_options_of_now_before_those_of_then() {
        let of = |remote: &[&str], jobs| RemoteArgs {
            remote: remote.iter().map(|it| (*it).to_owned()).collect(),
            remote_jobs: jobs,
            ..RemoteArgs::default()
        };
        let both = of(&["grpc://b:1"], None).or(of(&["grpc://a:1"], Some(3)));
        assert_eq!((both.remote, both.remote_jobs), (vec!["grpc://b:1".to_owned()], Some(3)));
    }
}
