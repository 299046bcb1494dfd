//! `--remote`: the test runs on other machines.

use crate::command_line::{Fallback, ReduceArgs, RemoteArgs, TlsFile};
use crate::error::Failure;
use crate::interestingness_test::Test;
use probdd_exec::{Companion, Key, Protection};
use probdd_remote::{Address, Error, Farm, Header, HeaderValue, Options};
use std::env;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many tests are there at a time, unless the user says it.
const JOBS: u32 = 64;

/// How long no server may answer, unless the user says it.
const PATIENCE: Duration = Duration::from_secs(300);

/// What an action may take besides the time limits of the test.
const MARGIN: Duration = Duration::from_secs(60);

/// The other machines that the test runs on.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    /// What the user says about them.
    pub(crate) options: Options,
    /// Whether the run goes on here when no server answers, and how many tests run here then.
    pub(crate) fallback: Option<u32>,
    /// The files of the test, by their place beside it.
    pub(crate) files: Vec<Companion>,
    /// The servers, once they are connected.
    pub(crate) farm: Option<Farm>,
}

impl Elsewhere {
    /// The most tests that are there at a time.
    pub(crate) fn jobs(&self) -> u32 {
        u32::try_from(self.options.jobs).unwrap_or(JOBS)
    }

    /// The addresses of the servers.
    pub(crate) fn addresses(&self) -> String {
        let addresses = self.options.servers.iter().map(|server| format!("`{server}`"));
        addresses.collect::<Vec<_>>().join(", ")
    }
}

/// Checks the options of `--remote`.
pub(super) fn elsewhere(
    args: &ReduceArgs,
    test: &Test,
    cores: u32,
) -> Result<Option<Elsewhere>, Failure> {
    let typed = &args.run.remote;
    if typed.remote.is_empty() {
        return match typed.needs_remote() {
            Some(option) => {
                let message = format!("{option} has no effect without --remote");
                Err(Failure::usage(message).hint("name a server: --remote URL, or leave it out"))
            }
            None => Ok(None),
        };
    }
    refuse_others(args)?;
    let servers: Vec<Address> =
        typed.remote.iter().map(|url| Address::parse(url)).collect::<Result<_, Error>>()?;
    refuse_tls_without_use(typed, &servers)?;
    let environment = environment(&typed.remote_env)?;
    let options = Options {
        servers,
        ca: tls_file(typed, TlsFile::Ca),
        identity: identity(typed)?,
        headers: typed.remote_header.iter().map(|text| header(text)).collect::<Result<_, _>>()?,
        platform: typed
            .remote_platform
            .iter()
            .map(|text| property(text))
            .collect::<Result<_, _>>()?,
        environment,
        salt: salt(test),
        jobs: typed.remote_jobs.unwrap_or(JOBS) as usize,
        patience: typed.remote_patience.unwrap_or(PATIENCE),
        margin: MARGIN,
    };
    let falls_back = typed.remote_fallback == Some(Fallback::Local);
    let fallback = falls_back.then(|| args.run.jobs.unwrap_or(cores));
    Ok(Some(Elsewhere { options, fallback, files: files(test), farm: None }))
}

/// Refuses options that have no effect on other machines.
fn refuse_others(args: &ReduceArgs) -> Result<(), Failure> {
    let is_local_only = [
        (
            args.persistent.is_some(),
            "--persistent",
            "a process cannot answer from another machine: name a TEST",
        ),
        (args.memory.is_some(), "--memory", LIMITS),
        (args.disk.is_some(), "--disk", LIMITS),
        (args.sandbox != Protection::None, "--sandbox", LIMITS),
        (
            args.private_tmp == crate::command_line::PrivateTmp::On,
            "--private-tmp on",
            "workers keep tests apart: leave it out",
        ),
        (
            args.run.jobs.is_some() && args.run.remote.remote_fallback != Some(Fallback::Local),
            "--jobs",
            "--remote-jobs N is how many tests are there at a time; --jobs counts those that run here, \
             with --remote-fallback local",
        ),
    ];
    match is_local_only.into_iter().find(|(is_given, ..)| *is_given) {
        Some((_, option, hint)) => {
            Err(Failure::usage(format!("{option} has no effect with --remote")).hint(hint))
        }
        None => Ok(()),
    }
}

const LIMITS: &str = "what a test may use is up to the workers there: leave it out, and choose workers by \
                      --remote-platform";

/// Refuses certificates where no connection is encrypted.
fn refuse_tls_without_use(typed: &RemoteArgs, servers: &[Address]) -> Result<(), Failure> {
    if typed.remote_tls.is_empty() || servers.iter().any(Address::is_encrypted) {
        return Ok(());
    }
    let message = "--remote-tls has no effect: no server is reached with TLS";
    Err(Failure::usage(message).hint("write grpcs:// instead of grpc://"))
}

/// The last file of a purpose.
fn tls_file(typed: &RemoteArgs, what: TlsFile) -> Option<PathBuf> {
    let last = typed.remote_tls.iter().rfind(|(purpose, _)| *purpose == what)?;
    Some(last.1.clone())
}

/// The files of our certificate and its key.
fn identity(typed: &RemoteArgs) -> Result<Option<(PathBuf, PathBuf)>, Failure> {
    match (tls_file(typed, TlsFile::Cert), tls_file(typed, TlsFile::Key)) {
        (Some(cert), Some(key)) => Ok(Some((cert, key))),
        (None, None) => Ok(None),
        _ => {
            let message =
                "--remote-tls has a certificate without a key, or a key without a certificate";
            Err(Failure::usage(message)
                .hint("give both: --remote-tls cert=FILE --remote-tls key=FILE"))
        }
    }
}

/// The variables that the test sees there.
fn environment(typed: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let inherited = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let is_default = |name: &str| name == "PATH" || name == "LANG" || name.starts_with("LC_");
    let mut variables: Vec<(String, String)> =
        inherited.filter(|(name, _)| is_default(name)).collect();
    for variable in typed {
        let (name, value) = match variable.split_once('=') {
            Some((name, value)) => (name, value.to_owned()),
            None => (variable.as_str(), variable_here(variable, "--remote-env")?),
        };
        if name.is_empty() {
            return Err(Failure::usage(format!("`{variable}` of --remote-env has no name")));
        }
        variables.retain(|(other, _)| other != name);
        variables.push((name.to_owned(), value));
    }
    Ok(variables)
}

fn variable_here(name: &str, option: &str) -> Result<String, Failure> {
    env::var(name).map_err(|_| {
        let message = format!("the variable `{name}` of {option} is not set here");
        Failure::usage(message).hint("set it, and export it")
    })
}

fn property(typed: &str) -> Result<(String, String), Failure> {
    match typed.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err(Failure::usage(format!("`{typed}` of --remote-platform is not KEY=VALUE"))),
    }
}

/// A header. Its value is not in any message.
fn header(typed: &OsStr) -> Result<Header, Failure> {
    let bytes = typed.as_bytes();
    let end = bytes.iter().position(|byte| *byte == b'=').filter(|end| *end > 0);
    let Some(end) = end else {
        return Err(Failure::usage("a --remote-header is not NAME=VALUE").hint(PLACES));
    };
    let name = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let value = match &bytes[end + 1..] {
        [] => {
            let message =
                format!("the value of --remote-header {name} is not given, and not on record");
            return Err(Failure::usage(message).hint(PLACES));
        }
        [b'@', path @ ..] => {
            let path = PathBuf::from(OsStr::from_bytes(path));
            HeaderValue::File(std::path::absolute(&path).unwrap_or(path))
        }
        [b'$', variable @ ..] => {
            let variable = String::from_utf8_lossy(variable);
            HeaderValue::Text(variable_here(&variable, "--remote-header")?)
        }
        text => HeaderValue::Text(String::from_utf8_lossy(text).into_owned()),
    };
    Ok(Header { name, value })
}

const PLACES: &str = "for a secret, write NAME=@FILE, or 'NAME=$VAR' for a variable: other values can be \
                      seen in the list of processes, and have to be given again to resume";

/// What keeps remembered answers apart: the test's files and the version of the tool.
fn salt(test: &Test) -> Vec<u8> {
    let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned()];
    let contents = test.files().into_iter().filter_map(|file| std::fs::read(file).ok());
    parts.extend(contents.map(|content| Key::of(&content).to_string()));
    Key::of(parts.join(" ").as_bytes()).to_string().into_bytes()
}

/// The files that go with the test, by their place beside it. What lies elsewhere is named by its
/// absolute path in the test, and has to be there.
fn files(test: &Test) -> Vec<Companion> {
    let directory = match test {
        Test::Program(program) => program.parent(),
        Test::Checks(checks) => Some(checks.dir.as_path()),
        Test::Process { .. } | Test::Property(_) => None,
    };
    let directory = directory.unwrap_or(Path::new("/"));
    let place = |source: PathBuf| {
        let place = source.strip_prefix(directory).ok()?.to_path_buf();
        Some(Companion { source, place })
    };
    test.files().into_iter().filter_map(place).collect()
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let hint = match &error {
            Error::Unreachable(_) => Some(
                "is it running, and is the address right? grpcs:// is with TLS, grpc:// without; \
                 --remote-tls ca=FILE names certificates that the system does not know",
            ),
            Error::Refused { .. } => Some(
                "a token goes into a header: --remote-header authorization=@FILE; the name of the \
                 instance stands after the port: grpc://HOST:PORT/NAME",
            ),
            Error::Lacking { .. } => {
                Some("name a server that executes actions, by SHA-256 or BLAKE3")
            }
            Error::NoAnswer { .. } => Some(
                "a worker needs /bin/sh, cp, chmod, mkdir and date, in the platform that \
                 --remote-platform asks for",
            ),
            _ => None,
        };
        let output = match &error {
            Error::NoAnswer { output, .. } => {
                Some(output.clone()).filter(|output| !output.is_empty())
            }
            _ => None,
        };
        let failure = Failure::new(crate::error::Exit::Usage, anyhow::Error::new(error));
        let failure = hint.into_iter().fold(failure, Failure::hint);
        Failure { output, ..failure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_may_stand_in_a_file_or_a_variable_and_a_mistake_does_not_show_it() {
        let value = |text: &str| header(OsStr::new(text)).map(|header| header.value);
        assert!(matches!(value("a=@/x"), Ok(HeaderValue::File(path)) if path == Path::new("/x")));
        assert!(matches!(value("a=b=c"), Ok(HeaderValue::Text(text)) if text == "b=c"));
        assert!(matches!(value("a=$PATH"), Ok(HeaderValue::Text(text)) if text.contains('/')));
        for wrong in ["xyzzy", "=xyzzy"] {
            let failure = header(OsStr::new(wrong)).expect_err("it has no name");
            assert!(!format!("{failure:?}").contains("xyzzy"), "{failure:?}");
        }
        assert!(value("a=").is_err() && value("a=$PROBDD_NOT_SET").is_err());
    }

    #[test]
    fn a_variable_has_a_value_of_its_own_or_the_one_here() {
        let typed = ["A=1".to_owned(), "PATH=/x".to_owned()];
        let variables = environment(&typed).expect("they are given");
        let of = |name: &str| {
            variables.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
        };
        assert_eq!((of("A"), of("PATH")), (Some("1"), Some("/x")));
        assert!(environment(&["PROBDD_NOT_SET".to_owned()]).is_err());
    }
}
