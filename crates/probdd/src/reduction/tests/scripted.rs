//! A reduction whose test is a function.

use crate::command_line::parse;
use crate::error::Halted;
use crate::output::ResultWriter;
use crate::recorder::Recorder;
use crate::reduction::Reduction;
use crate::report::Size;
use crate::settings::Settings;
use crate::state::Watched;
use crate::transformers::{TransformerSettings, Transformers};
use crate::ui::RunView;
use probdd_core::Verdict;
use probdd_exec::{Controls, End, Error, Interrupt, Limits, Oracle, Outcome, Scheduler, Watch};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tempfile::TempDir;

/// Whether a text is interesting.
pub(super) type Property = Arc<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// A place for the files of one reduction after another.
pub(super) struct Bench {
    directory: TempDir,
    /// Texts with more bytes than this are not parsed as a whole.
    large: Option<usize>,
}

/// What a reduction ended with.
pub(super) struct Reduced {
    pub(super) best: Vec<u8>,
    /// How often the test ran.
    pub(super) tests: usize,
}

struct Scripted {
    property: Property,
    tests: Arc<AtomicUsize>,
}

impl Oracle for Scripted {
    fn query(&mut self, candidate: &[u8], _: &Interrupt) -> Result<Outcome, Error> {
        self.tests.fetch_add(1, Relaxed);
        Ok(if (self.property)(candidate) {
            Outcome::new(Verdict::Interesting, End::Exited(0))
        } else {
            Outcome::new(Verdict::Uninteresting, End::Exited(1))
        })
    }
}

impl Bench {
    pub(super) fn new() -> Bench {
        let directory = tempfile::tempdir().unwrap();
        let test = directory.path().join("test");
        fs::write(&test, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).unwrap();
        Bench { directory, large: None }
    }

    /// Texts with more bytes than `large` are not parsed as a whole.
    pub(super) fn with_large(large: usize) -> Bench {
        Bench { large: Some(large), ..Bench::new() }
    }

    /// Reduces a text with some options.
    pub(super) fn reduce(
        &self,
        name: &str,
        text: &[u8],
        options: &str,
        property: &Property,
    ) -> Reduced {
        let settings = self.settings(&[(name, text)], name, options);
        reduce(&settings, property)
    }

    /// Reduces a text with a test that may not be reliable; `None` if it finds the input uninteresting.
    pub(super) fn try_to_reduce(
        &self,
        name: &str,
        text: &[u8],
        options: &str,
        property: &Property,
    ) -> Option<(Result<bool, Halted>, Reduced)> {
        run(&self.settings(&[(name, text)], name, options), property)
    }

    /// Reduces the files of a directory `p`.
    pub(super) fn reduce_files(
        &self,
        files: &[(&str, &[u8])],
        options: &str,
        property: &Property,
    ) -> Reduced {
        let directory = self.directory.path().join("p");
        let _ = fs::remove_dir_all(&directory);
        reduce(&self.settings(files, "p", options), property)
    }

    fn settings(&self, files: &[(&str, &[u8])], name: &str, options: &str) -> Arc<Settings> {
        let path = |name: &str| self.directory.path().join(name);
        for (name, text) in files {
            fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            fs::write(path(name), text).unwrap();
        }
        let output = if path(name).is_dir() { path("result") } else { "-".into() };
        let fixed = ["-q", "-j1", "--no-state", "--transformer", "none"];
        let mut arguments = vec!["probdd".into(), path("test").into(), path(name).into()];
        arguments.extend(["-o".into(), output.into()]);
        arguments.extend(fixed.map(Into::into));
        arguments.extend(options.split_whitespace().map(Into::into));
        let args = parse(&arguments).expect("the options are valid");
        let mut settings =
            Settings::new(args.reduce, None).map_err(|failure| failure.error).unwrap();
        settings.strategy.large = self.large.unwrap_or(settings.strategy.large);
        Arc::new(settings)
    }
}

fn reduce(settings: &Arc<Settings>, property: &Property) -> Reduced {
    let (how, reduced) = run(settings, property).expect("the input is interesting");
    how.map_err(drop).expect("nothing stops it");
    assert!(property(&reduced.best), "the result is interesting");
    reduced
}

/// Reduces with any test, also one that is not reliable; `None` if the input is not interesting.
fn run(settings: &Arc<Settings>, property: &Property) -> Option<(Result<bool, Halted>, Reduced)> {
    let text = &settings.input.bytes;
    let tests = Arc::new(AtomicUsize::new(0));
    let oracle = Scripted { property: Arc::clone(property), tests: Arc::clone(&tests) };
    let interrupt = Interrupt::never();
    let mut scheduler = Scheduler::new(vec![oracle], settings.budget.clone(), interrupt.clone())
        .with_rule(settings.rule);
    let baseline = scheduler.baseline::<Error>(text).unwrap();
    if !baseline.outcome.verdict.is_interesting() {
        return None;
    }
    let size = Size { bytes: text.len(), tokens: 0 };
    let result = ResultWriter::new(settings.destination.clone(), settings.reduction(), false);
    let run = RunView {
        settings: Arc::clone(settings),
        controls: Controls::default(),
        interrupt: interrupt.clone(),
        watch: Watch::default(),
    };
    let watched = Watched::new(settings).map_err(|failure| failure.error).unwrap();
    let recorder = Recorder::new(run, size, result, watched, false);
    let transformers = no_transformers(settings, interrupt);
    let reduction =
        Reduction::new(settings.method(), &mut scheduler, &recorder, transformers, None);
    let (how, best) = reduction.run_and_confirm();
    Some((how, Reduced { best, tests: tests.load(Relaxed) }))
}

fn no_transformers(settings: &Settings, interrupt: Interrupt) -> Transformers {
    let common = TransformerSettings {
        input_dir: Path::new("/").into(),
        input_name: settings.input.name.clone(),
        language: None,
        limits: Limits::default(),
        confinement: settings.confinement.clone(),
        interrupt,
    };
    Transformers::new(&[], &common, None).map_err(|failure| failure.error).unwrap()
}
