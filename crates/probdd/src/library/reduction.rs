//! A reduction to be run: what to reduce, by which test, and how.

use super::answer::Answer;
use super::candidate::Candidate;
use super::error::Error;
use super::oracle::Test;
use super::reduced::{Improvement, Reduced};
use super::running::Running;
use super::source::Source;
use super::stopper::Stopper;
use super::work::Work;
use crate::command_line::{ReduceArgs, options};
use crate::input::Input;
use crate::settings::Plan;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A reduction: what the tool does, for programs.
///
/// Without settings it is the default run of the tool: it removes what can be removed, simplifies what
/// is left, and ends when a whole round changes nothing. It asks the same queries in the same order as the
/// tool does for the same input, options and answers.
///
/// ```
/// use probdd::Reduction;
///
/// let program = "def f(x):\n    return x / 0\n\ndef g(x):\n    return x\n\nprint(f(1), g(2))\n";
/// let reduced = Reduction::of(program)
///     .language("python")
///     .test(|candidate| candidate.text().contains("return x / 0"))
///     .run()?;
/// assert_eq!(reduced.text(), "return x / 0\n");
/// assert!(reduced.is_certified);
/// # Ok::<(), probdd::Error>(())
/// ```
pub struct Reduction {
    source: Source,
    name: Option<OsString>,
    language: Option<String>,
    options: Vec<OsString>,
    jobs: Option<u32>,
    seed: Option<u64>,
    max_queries: Option<u64>,
    max_time: Option<Duration>,
    test: Option<Test>,
    stopper: Option<Stopper>,
    progress: Option<Progress>,
}

type Progress = Box<dyn FnMut(&Improvement) + Send>;

impl Reduction {
    /// Begins with a file, a directory or a text.
    ///
    /// ```
    /// # std::env::set_current_dir(std::env::temp_dir()).unwrap();
    /// use probdd::Reduction;
    /// use std::path::Path;
    ///
    /// std::fs::write("bug.json", "[1, [2, 3], 4]")?;
    /// let reduced = Reduction::of(Path::new("bug.json"))
    ///     .test(|candidate| candidate.text().contains('3'))
    ///     .run()?;
    /// assert_eq!(reduced.text(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(source: impl Into<Source>) -> Reduction {
        Reduction {
            source: source.into(),
            name: None,
            language: None,
            options: Vec::new(),
            jobs: None,
            seed: None,
            max_queries: None,
            max_time: None,
            test: None,
            stopper: None,
            progress: None,
        }
    }

    /// Gives a text in memory a file name, from which its language is found, and under which
    /// [`Candidate::write_to`] and programs see it. A file has its own name.
    #[must_use]
    pub fn named(self, name: impl AsRef<OsStr>) -> Reduction {
        Reduction { name: Some(name.as_ref().into()), ..self }
    }

    /// Sets the language, by its name in `probdd languages`, or `none` [default: from the name of the
    /// file or its first lines].
    #[must_use]
    pub fn language(self, name: impl Into<String>) -> Reduction {
        Reduction { language: Some(name.into()), ..self }
    }

    /// Sets the test: a function that says whether a candidate is interesting, by `bool`,
    /// [`Verdict`](crate::core::Verdict), named checks, or an [`Answer`].
    ///
    /// It is called from other threads, and from several at a time with more than one
    /// [job](Reduction::jobs). It must say the same about the same bytes; some are tested twice to make
    /// sure. If it panics, so does [`run`](Reduction::run).
    ///
    /// ```
    /// use probdd::Reduction;
    ///
    /// let reduced = Reduction::of("red green blue")
    ///     .test(|candidate| {
    ///         let text = candidate.text();
    ///         [("has red", text.contains("red")), ("has blue", text.contains("blue"))]
    ///     })
    ///     .run()?;
    /// assert_eq!(reduced.text(), "red blue");
    /// # Ok::<(), probdd::Error>(())
    /// ```
    #[must_use]
    pub fn test<A: Into<Answer>>(
        self,
        test: impl Fn(&Candidate) -> A + Send + Sync + 'static,
    ) -> Reduction {
        let function = move |candidate: &Candidate| test(candidate).into();
        Reduction { test: Some(Test::Function(Arc::new(function))), ..self }
    }

    /// Sets the test: a program, or a `.toml` file that describes checks, as the tool runs them. A program
    /// runs in a fresh directory with the candidate under the input's name, gets its path as argument, and
    /// exits with 0 if the candidate is interesting, with 125 if it cannot decide.
    ///
    /// ```
    /// use probdd::Reduction;
    /// use std::os::unix::fs::PermissionsExt;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let test = directory.path().join("test.sh");
    /// std::fs::write(&test, "#!/bin/sh\ngrep -q needle \"$1\"\n")?;
    /// std::fs::set_permissions(&test, std::fs::Permissions::from_mode(0o755))?;
    /// let reduced = Reduction::of("hay\nneedle\nhay\n").test_program(&test).jobs(2).run()?;
    /// assert_eq!(reduced.text(), "needle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn test_program(self, path: impl Into<PathBuf>) -> Reduction {
        Reduction { test: Some(Test::Program(path.into())), ..self }
    }

    /// Runs so many tests at a time [default: 1]. The result does not depend on it.
    #[must_use]
    pub fn jobs(self, jobs: u32) -> Reduction {
        Reduction { jobs: Some(jobs), ..self }
    }

    /// Sets the seed of all random choices [default: 0].
    #[must_use]
    pub fn seed(self, seed: u64) -> Reduction {
        Reduction { seed: Some(seed), ..self }
    }

    /// Stops after so many queries, the input included, with the best candidate so far.
    #[must_use]
    pub fn max_queries(self, most: u64) -> Reduction {
        Reduction { max_queries: Some(most), ..self }
    }

    /// Stops after this long with the best candidate so far. A function that is called as a test comes to
    /// its end.
    #[must_use]
    pub fn max_time(self, most: Duration) -> Reduction {
        Reduction { max_time: Some(most), ..self }
    }

    /// Adds options as on the command line of the tool, as far as they say how an input is reduced:
    /// `--reducer`, `--polish`, `--granularity`, `--confirm`, `--keep-match` and others. `probdd --help`
    /// explains them.
    ///
    /// ```
    /// use probdd::Reduction;
    ///
    /// let test = |candidate: &probdd::Candidate| candidate.text().contains('x');
    /// let reduced = Reduction::of("a\nb x\nc\n")
    ///     .options(["--granularity", "line", "--minimizer", "ddmin"])
    ///     .test(test)
    ///     .run()?;
    /// assert_eq!(reduced.text(), "b x\n");
    /// let error = Reduction::of("x").options(["--reducer", "no-such"]).test(test).run();
    /// assert!(error.unwrap_err().to_string().contains("invalid value 'no-such'"));
    /// # Ok::<(), probdd::Error>(())
    /// ```
    #[must_use]
    pub fn options<O: Into<OsString>>(mut self, options: impl IntoIterator<Item = O>) -> Reduction {
        self.options.extend(options.into_iter().map(Into::into));
        self
    }

    /// Lets another thread, or the test, stop the reduction.
    #[must_use]
    pub fn stopped_by(self, stopper: &Stopper) -> Reduction {
        Reduction { stopper: Some(stopper.clone()), ..self }
    }

    /// Calls a function at every new best candidate, on the thread that calls [`run`](Reduction::run).
    /// [`start`](Reduction::start) does the same as an iterator.
    #[must_use]
    pub fn on_improvement(self, progress: impl FnMut(&Improvement) + Send + 'static) -> Reduction {
        Reduction { progress: Some(Box::new(progress)), ..self }
    }

    /// Reduces to the end.
    ///
    /// # Errors
    /// When there is no test, an option is wrong, the input cannot be read or is not interesting, or the
    /// test cannot be run or is unreliable. A reduction that was stopped, or has used up its budget, has a
    /// result.
    ///
    /// # Panics
    /// When the test panics.
    pub fn run(mut self) -> Result<Reduced, Error> {
        let mut progress = self.progress.take();
        let mut running = self.start()?;
        for improvement in &mut running {
            if let Some(progress) = &mut progress {
                progress(&improvement);
            }
        }
        running.finish()
    }

    /// Starts the reduction on a thread of its own.
    ///
    /// # Errors
    /// When there is no test, an option is wrong, or the input cannot be read.
    pub fn start(self) -> Result<Running, Error> {
        let test = self.test.clone().ok_or(Error::NoTest)?;
        let stopper = self.stopper.clone().map_or_else(Stopper::new, Ok)?;
        let (args, input) = self.read()?;
        let plan = Plan::new(&args, &input)?;
        let (improvements, received) = channel();
        let work = Work { args, input, plan, test, stopper, improvements };
        Running::start(work, received)
    }

    /// Reads the options and the input.
    fn read(self) -> Result<(ReduceArgs, Input), Error> {
        let mut args = options(&self.options)?;
        let jobs = self.jobs.or(args.run.jobs).unwrap_or(1);
        if jobs == 0 {
            return Err(Error::refused("no test runs with 0 jobs", "set at least 1"));
        }
        args.run.jobs = Some(jobs);
        args.run.max_queries = self.max_queries.or(args.run.max_queries);
        args.run.max_time = self.max_time.or(args.run.max_time);
        args.seed = self.seed.unwrap_or(args.seed);
        args.language = self.language.or(args.language);
        let input = match self.source {
            Source::Bytes(bytes) => Input::of_bytes(bytes, self.name, args.language.as_deref())?,
            Source::Path(path) => {
                // `-` is a file as well.
                args.input = vec![std::path::absolute(&path).unwrap_or(path)];
                Input::read(&args, None)?
            }
        };
        Ok((args, input))
    }
}

impl fmt::Debug for Reduction {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut to = to.debug_struct("Reduction");
        to.field("source", &self.source).field("test", &self.test).field("options", &self.options);
        to.finish_non_exhaustive()
    }
}
