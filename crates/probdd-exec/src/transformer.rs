//! Programs that offer changes of a candidate: a [`Transformer`] is a process that answers a line for
//! one candidate after another, a [`Rewriter`] is started for every candidate and writes another text.
//!
//! The meaning of the line or the text is not known here. Both run under the limits of a test.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::oracle::{End, Persistent, Surroundings};
use crate::process::{self, Confinement, Replied, Reply};
use crate::sandbox::{QueryFiles, Sandbox};
use crate::{Error, Interrupt};

/// The most bytes of an answer.
const ANSWER: usize = 16 << 20;

/// The most bytes of another text.
const TEXT: u64 = u32::MAX as u64;

/// What a transformer answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// Something other than one line.
    Noise,
    /// Nothing: it has ended, or was killed at its deadline; with its standard error.
    Ended(End, Vec<u8>),
}

/// A process that offers changes of one candidate after another.
#[derive(Debug)]
pub struct Transformer {
    process: Persistent,
    sandbox: Sandbox,
    interrupt: Interrupt,
}

impl Transformer {
    /// Returns a transformer whose process is started by the first question.
    ///
    /// # Errors
    /// See [`Sandbox::new`].
    pub fn new(
        process: Persistent,
        confinement: &Confinement,
        interrupt: Interrupt,
    ) -> Result<Transformer, Error> {
        Ok(Transformer { process, sandbox: Sandbox::for_process(confinement)?, interrupt })
    }

    /// Writes a candidate, tells the process a line that is made from its path, and waits for the answer.
    ///
    /// # Errors
    /// When the candidate cannot be written, or the process cannot be started or watched.
    pub fn ask(
        &mut self,
        candidate: &[u8],
        line: impl FnOnce(&Path) -> Vec<u8>,
    ) -> Result<Heard, Error> {
        let told = (|files: &QueryFiles| line(files.candidate()), ANSWER);
        let Transformer { process, sandbox, interrupt } = self;
        let (_, replied) = process.tell(sandbox, candidate, told, interrupt)?;
        let Replied { reply, output, .. } = replied;
        Ok(match reply {
            Reply::Line(line) => Heard::Line(line),
            Reply::Noise(_) => Heard::Noise,
            Reply::Ended(end) | Reply::Unread(end) => Heard::Ended(end, output),
        })
    }
}

/// A program that writes another text for a candidate.
#[derive(Debug)]
pub struct Rewriter {
    program: PathBuf,
    surroundings: Surroundings,
    sandbox: Sandbox,
    interrupt: Interrupt,
}

/// The result of a rewriter's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// How the program ended.
    pub end: End,
    /// The text that it wrote; empty if it wrote none.
    pub text: Vec<u8>,
    /// Standard output and standard error.
    pub output: Vec<u8>,
}

impl Rewriter {
    /// Returns a rewriter for the program at a path.
    ///
    /// # Errors
    /// See [`Sandbox::new`].
    ///
    /// # Panics
    /// When the path is not absolute.
    pub fn new(
        program: PathBuf,
        surroundings: Surroundings,
        confinement: &Confinement,
        interrupt: Interrupt,
    ) -> Result<Rewriter, Error> {
        assert!(program.is_absolute(), "the program's path is absolute");
        let sandbox = Sandbox::new(confinement)?;
        Ok(Rewriter { program, surroundings, sandbox, interrupt })
    }

    /// Runs the program on a candidate. `arguments` returns its arguments, given the path of the text that
    /// it has to write; the candidate's name follows them.
    ///
    /// # Errors
    /// When the candidate cannot be written, or the program cannot be started or watched.
    pub fn run(
        &mut self,
        candidate: &[u8],
        arguments: impl FnOnce(&Path) -> Vec<OsString>,
    ) -> Result<Rewritten, Error> {
        let form = self.surroundings.form();
        let candidate_name = form.name();
        let place = self.surroundings.place(&mut self.sandbox, candidate)?;
        let written = place.files.tmp.join(candidate_name);
        let arguments = arguments(&written);
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        arguments.push(candidate_name);
        let launch = self.surroundings.launch(&self.program, &arguments, place.files.site());
        let ended = process::run(&launch, place.slot, &self.interrupt)?;
        // A text that cannot be read counts as none.
        let text = read(&written).unwrap_or_default();
        Ok(Rewritten { end: ended.end, text, output: ended.output })
    }
}

/// Reads a text.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(path)?.take(TEXT).read_to_end(&mut text)?;
    Ok(text)
}
