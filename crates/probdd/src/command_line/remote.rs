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
    /// `grpc://HOST:PORT`, or `grpcs://HOST:PORT` with TLS, followed by /INSTANCE if the server has several.
    /// Repeat it to spread the tests over several servers
    #[arg(long, value_name = "URL")]
    pub(crate) remote: Vec<String>,
    /// The most tests that are there at a time, waiting or running; the result does not depend on N
    /// [default: 64]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub(crate) remote_jobs: Option<u32>,
    /// What a worker has to be, in the words of the server, such as OSFamily=linux. Can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) remote_platform: Vec<String>,
    /// A variable that the test sees there, besides PATH, LANG and `LC_*`: with its value, or with the
    /// one that it has here. With a new value, no answer that a server remembers is used. Can be repeated
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(crate) remote_env: Vec<String>,
    /// A header of every call, such as a token: NAME=@FILE reads it from a file, NAME=$VAR (in quotes)
    /// from the environment. Can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) remote_header: Vec<OsString>,
    /// The PEM file of the certificates that prove a server [default: those of the system], or of the
    /// certificate and the key that prove us. Can be repeated
    #[arg(long, value_name = "ca|cert|key=FILE", value_parser = tls_file)]
    pub(crate) remote_tls: Vec<(TlsFile, PathBuf)>,
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
            ("--remote-platform", !self.remote_platform.is_empty()),
            ("--remote-env", !self.remote_env.is_empty()),
            ("--remote-header", !self.remote_header.is_empty()),
            ("--remote-tls", !self.remote_tls.is_empty()),
            ("--remote-patience", self.remote_patience.is_some()),
            ("--remote-fallback", self.remote_fallback.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// These options, and for those that are left out the ones of an earlier command.
    pub(crate) fn or(self, then: RemoteArgs) -> RemoteArgs {
        // What was typed then is read in the directory of then, to which a resumed run returns.
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let tls = self.remote_tls.into_iter().map(|(what, path)| (what, absolute(path))).collect();
        RemoteArgs {
            remote: either(self.remote, then.remote),
            remote_jobs: self.remote_jobs.or(then.remote_jobs),
            remote_platform: either(self.remote_platform, then.remote_platform),
            remote_env: either(self.remote_env, then.remote_env),
            remote_header: either(self.remote_header, then.remote_header),
            remote_tls: either(tls, then.remote_tls),
            remote_patience: self.remote_patience.or(then.remote_patience),
            remote_fallback: self.remote_fallback.or(then.remote_fallback),
        }
    }
}

/// What a file of `--remote-tls` is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TlsFile {
    /// Certificates that prove servers.
    Ca,
    /// Our certificate.
    Cert,
    /// The key of our certificate.
    Key,
}

/// Parses a file of `--remote-tls`.
fn tls_file(typed: &str) -> Result<(TlsFile, PathBuf), String> {
    let (what, path) = typed.split_once('=').unwrap_or((typed, ""));
    let what = match what {
        "ca" => TlsFile::Ca,
        "cert" => TlsFile::Cert,
        "key" => TlsFile::Key,
        _ => return Err("it is ca=FILE, cert=FILE or key=FILE".to_owned()),
    };
    match path {
        "" => Err("the file is missing".to_owned()),
        path => Ok((what, path.into())),
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
            remote: remote.iter().map(|url| (*url).to_owned()).collect(),
            remote_jobs: jobs,
            ..RemoteArgs::default()
        };
        let both = of(&["grpc://b:1"], None).or(of(&["grpc://a:1"], Some(3)));
        assert_eq!((both.remote, both.remote_jobs), (vec!["grpc://b:1".to_owned()], Some(3)));
    }

    #[test]
    fn a_file_of_tls_has_a_purpose_and_belongs_to_the_directory_where_it_was_typed() {
        assert_eq!(tls_file("ca=x.pem"), Ok((TlsFile::Ca, "x.pem".into())));
        assert!(tls_file("x.pem").is_err() && tls_file("cert=").is_err());
        let of = |path: &str| RemoteArgs {
            remote_tls: vec![(TlsFile::Ca, path.into())],
            ..RemoteArgs::default()
        };
        let then = RemoteArgs::default().or(of("x.pem"));
        assert_eq!(then.remote_tls, [(TlsFile::Ca, PathBuf::from("x.pem"))]);
        assert!(of("y.pem").or(of("x.pem")).remote_tls[0].1.is_absolute());
    }
}
