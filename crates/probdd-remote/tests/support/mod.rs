//! A test of the tool, to be run on servers.

use probdd_exec::{
    Argument, Check, Companion, Error, Form, Interrupt, Limits, Oracle, Outcome, Surroundings,
    Tester,
};
use probdd_remote::testing::{Config, TestServer, Worker};
use probdd_remote::{Address, Farm, Header, HeaderValue, Meeting, Options, RemoteOracle};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A test, and what is said about the servers.
pub(crate) struct Setup {
    urls: Vec<String>,
    dir: TempDir,
    form: Form,
    companions: Vec<Companion>,
    headers: Vec<Header>,
    pub(crate) ca: Option<PathBuf>,
    pub(crate) test: String,
    pub(crate) timeout: Option<Duration>,
    pub(crate) patience: Duration,
    pub(crate) margin: Duration,
    farm: OnceLock<Farm>,
}

/// A script of the shell.
pub(crate) fn script(text: &str) -> String {
    format!("#!/bin/sh\n{text}")
}

/// A worker that is a function from the candidate to the exit code of the test.
pub(crate) fn function(of: impl Fn(&[u8]) -> i32 + Send + Sync + 'static) -> Worker {
    Worker::Function(Arc::new(of))
}

/// Several servers of the same kind.
pub(crate) fn servers<const N: usize>(_: usize, config: &Config) -> [TestServer; N] {
    std::array::from_fn(|_| TestServer::start(config.clone()))
}

/// Waits for something that has to happen.
pub(crate) fn wait_until(happens: impl Fn() -> bool) {
    let began = Instant::now();
    while !happens() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Setup {
    pub(crate) fn new(servers: &[&TestServer]) -> Setup {
        Setup {
            urls: servers.iter().map(|server| server.url()).collect(),
            dir: tempfile::tempdir().expect("there is room"),
            form: Form::file("a.c".into()),
            companions: Vec::new(),
            headers: Vec::new(),
            ca: None,
            test: script("exit 1\n"),
            timeout: Some(Duration::from_secs(60)),
            patience: Duration::from_secs(60),
            margin: Duration::from_secs(60),
            farm: OnceLock::new(),
        }
    }

    /// Reduces a directory in place of a file.
    pub(crate) fn bundle(&mut self, directory: &str) {
        self.form = Form::Bundle(vec![Argument { path: directory.into(), is_directory: true }]);
    }

    /// A file besides the candidate.
    pub(crate) fn with(&mut self, place: &str, text: &str) {
        let source = self.dir.path().join(place.replace('/', "-"));
        fs::write(&source, text).expect("there is room");
        self.companions.push(Companion { source, place: place.into() });
    }

    /// A header whose value is in a file; returns the file.
    pub(crate) fn header(&mut self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join("token");
        fs::write(&path, text).expect("there is room");
        self.headers.push(Header { name: name.into(), value: HeaderValue::File(path.clone()) });
        path
    }

    pub(crate) fn connect(&self) -> Result<Farm, probdd_remote::Error> {
        let parse = |url: &String| Address::parse(url).expect("it is one");
        Farm::connect(Options {
            servers: self.urls.iter().map(parse).collect(),
            ca: self.ca.clone(),
            identity: None,
            headers: self.headers.clone(),
            platform: Vec::new(),
            environment: vec![
                ("PATH".into(), std::env::var("PATH").unwrap_or_default()),
                ("A".into(), "1".into()),
            ],
            salt: b"salt".to_vec(),
            jobs: 64,
            patience: self.patience,
            margin: self.margin,
        })
    }

    fn farm(&self) -> &Farm {
        self.farm.get_or_init(|| self.connect().expect("the servers are there"))
    }

    fn tester(&self) -> (Tester, Vec<Companion>) {
        let path = self.dir.path().join("test.sh");
        if !path.exists() {
            fs::write(&path, &self.test).expect("there is room");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        let limits = Limits { timeout: self.timeout, ..Limits::default() };
        let surroundings = Surroundings::new(self.dir.path().into(), self.form.clone(), limits);
        let tester =
            Tester::Program(Check::new(path.clone(), surroundings.with(self.companions.clone())));
        (tester, vec![Companion { source: path, place: "test.sh".into() }])
    }

    pub(crate) fn oracle(&self) -> RemoteOracle {
        let (tester, files) = self.tester();
        let oracles = RemoteOracle::several(self.farm(), 1, &tester, &files, &Interrupt::never());
        oracles.expect("the files can be read").pop().expect("one was asked for")
    }

    pub(crate) fn query(&self, candidate: &[u8]) -> Result<Outcome, Error> {
        self.oracle().query(candidate, &Interrupt::never())
    }

    pub(crate) fn try_meet(&self) -> Result<Meeting, probdd_remote::Error> {
        let (tester, files) = self.tester();
        self.farm().meet(&tester, &files)
    }

    pub(crate) fn meet(&self) -> Meeting {
        self.try_meet().expect("the workers run the control")
    }
}
