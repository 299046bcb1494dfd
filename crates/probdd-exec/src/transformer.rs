//! Programs that say what might be done to a candidate: a [`Transformer`] is a process that is told
//! of one candidate after another and answers each with a line, a [`Rewriter`] is started for every
//! candidate and writes another text.
//!
//! What the line or the text means is not known here. Both are contained like a test.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::oracle::{End, Persistent, Surroundings};
use crate::process::{self, Confinement, Replied, Reply};
use crate::sandbox::{QueryFiles, Sandbox};
use crate::{Error, Interrupt};

/// An answer takes at most so many bytes, and so does another text.
const ANSWER: usize = 16 << 20;

/// What came of telling a process something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It answered this line.
    Line(Vec<u8>),
    /// It said something that is not one line.
    Noise,
    /// It has ended, or was killed at its deadline; with what it wrote to standard error.
    Ended(End, Vec<u8>),
}

/// A process that is asked about one candidate after another.
#[derive(Debug)]
pub struct Transformer {
    process: Persistent,
    sandbox: Sandbox,
    interrupt: Interrupt,
}

impl Transformer {
    /// A process, not started yet, that may do so much.
    ///
    /// # Errors
    /// When there is no place for it, or the kernel does not offer the protection.
    pub fn new(
        process: Persistent,
        confinement: Confinement,
        interrupt: Interrupt,
    ) -> Result<Transformer, Error> {
        Ok(Transformer { process, sandbox: Sandbox::for_process(confinement)?, interrupt })
    }

    /// Tells it a line about a candidate, whose path is given, and waits for what it answers.
    ///
    /// # Errors
    /// When the candidate could not be written, or the process not be started or watched.
    pub fn ask(
        &mut self,
        candidate: &[u8],
        line: impl FnOnce(&Path) -> Vec<u8>,
    ) -> Result<Heard, Error> {
        let told = (|files: &QueryFiles| line(&files.candidate), ANSWER);
        let Transformer { process, sandbox, interrupt } = self;
        let (_, replied) = process.tell(sandbox, candidate, told, interrupt)?;
        let Replied { reply, output, .. } = replied;
        Ok(match reply {
            Reply::Line(line) => Heard::Line(line),
            Reply::Noise(_) => Heard::Noise,
            Reply::Ended(end) | Reply::Unread(end) => Heard::Ended(end, output),
        })
    }

    /// Ends the process, if it runs, with all below it.
    pub fn dismiss(&mut self) {
        self.sandbox.dismiss();
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

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// How it ended.
    pub end: End,
    /// What it wrote to the file that it was told to write; empty if there is none.
    pub text: Vec<u8>,
    /// What it printed.
    pub output: Vec<u8>,
}

impl Rewriter {
    /// The program at a path.
    ///
    /// # Errors
    /// When there is no place for it, or the kernel does not offer the protection.
    ///
    /// # Panics
    /// When the path is not absolute.
    pub fn new(
        program: PathBuf,
        surroundings: Surroundings,
        confinement: Confinement,
        interrupt: Interrupt,
    ) -> Result<Rewriter, Error> {
        assert!(program.is_absolute(), "the program's path is absolute");
        let sandbox = Sandbox::new(confinement)?;
        Ok(Rewriter { program, surroundings, sandbox, interrupt })
    }

    /// Runs it on a candidate; `arguments` makes its arguments of the path of the text to be written,
    /// and the candidate's name follows.
    ///
    /// # Errors
    /// When the candidate could not be written, or the program not be started or watched.
    pub fn run(
        &mut self,
        candidate: &[u8],
        arguments: impl FnOnce(&Path) -> Vec<OsString>,
    ) -> Result<Rewritten, Error> {
        let candidate_name = self.surroundings.candidate_name();
        let place = self.sandbox.place(candidate_name, candidate)?;
        let written = place.files.tmp.join(candidate_name);
        let arguments = arguments(&written);
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        arguments.push(candidate_name);
        let launch = self.surroundings.launch(&self.program, &arguments, place.files.site());
        let ended = process::run(&launch, place.slot, &self.interrupt)?;
        // What cannot be read is no text.
        let text = read(&written).unwrap_or_default();
        Ok(Rewritten { end: ended.end, text, output: ended.output })
    }
}

/// The text of a file, as much of it as is taken.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(path)?.take(ANSWER as u64).read_to_end(&mut text)?;
    Ok(text)
}
