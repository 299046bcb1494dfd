//! `lab evaluate peers`: other reducers on real inputs, with the limits and the counting of tests
//! that probdd has. `docs/evaluation.md` is its manual.

mod adapter;
pub(crate) mod counted;
mod figures;
mod ledger;
mod leftovers;
pub(crate) mod record;
mod run;
pub(crate) mod table;
mod tokens;

use crate::records::{Earlier, Log, Outcome, RecordFile, latest};
use crate::subject::{Selection, Subject};
use crate::tool::{Limits, copied, this};
use adapter::{Chosen, Form, Grammar};
use anyhow::Result;
use fs_err as fs;
use record::Record;
use run::{Run, version};
use std::path::{Path, PathBuf};
use tokens::Reading;

/// Which peers run on which subjects.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    subjects: Selection,
    /// Only this peer; PATH is its program, or the folder of its programs [default: on PATH];
    /// repeatable
    #[arg(long = "peer", value_name = "NAME[=PATH]", value_parser = adapter::chosen)]
    peers: Vec<Chosen>,
    /// ANTLR grammars: a folder for each language with `*.g4`, and `start`, which names a rule
    #[arg(long, value_name = "DIR")]
    grammars: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    records: RecordFile,
}

/// Runs the peers one after another, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let log = |log: &Log| run_all(options, log);
    let records = options.records.records("peers", Earlier::Kept, log)?;
    let mut records =
        latest(records, |record: &Record| (record.subject.clone(), place(&record.peer)));
    let peers = options.peers();
    let is_chosen = |record: &Record| peers.iter().any(|peer| peer.adapter.name == record.peer);
    records.retain(|record| options.subjects.has(&record.subject) && is_chosen(record));
    print!("{}", table::table(&records));
    Ok(())
}

/// The place of a peer in the tables.
pub(crate) fn place(name: &str) -> Option<usize> {
    adapter::PEERS.iter().position(|adapter| adapter.name == name)
}

impl Options {
    /// The chosen peers, or all.
    fn peers(&self) -> Vec<Chosen> {
        if self.peers.is_empty() { adapter::all() } else { self.peers.clone() }
    }
}

fn run_all(options: &Options, log: &Log) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let counter = copied(&this()?, scratch.path())?;
    let name = |subject: &str, peer: &str| format!("{subject}: {peer}");
    let of = |record: &Record| record.figures().map(|_| name(&record.subject, &record.peer));
    let done = options.records.done("peers", of)?;
    for subject in options.subjects.all()? {
        let is_missing = |peer: &Chosen| !done.contains(&name(&subject.name, peer.adapter.name));
        let peers: Vec<Chosen> = options.peers().into_iter().filter(is_missing).collect();
        if peers.is_empty() {
            continue;
        }
        let unfit = subject.check().err().map(|reason| reason.to_string());
        for peer in peers {
            log.add(&record(options, &subject, &peer, unfit.as_deref(), &counter)?)?;
        }
    }
    Ok(())
}

/// A run of a peer on a subject, unless the subject is unfit.
fn record(
    options: &Options,
    subject: &Subject,
    peer: &Chosen,
    unfit: Option<&str>,
    counter: &Path,
) -> Result<Record> {
    let mut record = Record {
        subject: subject.name.clone(),
        peer: peer.adapter.name.to_owned(),
        version: String::new(),
        arguments: Vec::new(),
        outcome: Outcome::Skipped(String::new()),
    };
    let prepared = match unfit {
        Some(reason) => Err(reason.to_owned()),
        None => prepared(options, subject, peer)?,
    };
    let Prepared { form, command, grammar } = match prepared {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(Record { outcome: Outcome::Skipped(reason), ..record }),
    };
    record.version = version(&command, peer.adapter.version);
    record.arguments = form.arguments.split(' ').map(str::to_owned).collect();
    let limits = &options.limits;
    let run = Run { subject, form, command: &command, grammar, limits, counter };
    record.outcome = run.outcome().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
    Ok(record)
}

/// What a run needs of a peer.
struct Prepared {
    form: &'static Form,
    command: Vec<PathBuf>,
    grammar: Option<Grammar>,
}

/// What a peer's run on a subject needs; or what is missing.
fn prepared(
    options: &Options,
    subject: &Subject,
    peer: &Chosen,
) -> Result<std::result::Result<Prepared, String>> {
    let reading = Reading::of(&subject.input, &fs::read(&subject.input)?);
    let language = reading.language();
    let found = || {
        let form = peer.form(language).ok_or(format!("not for {language}"))?;
        let command = peer.command(form)?;
        let grammars = options.grammars.as_ref().filter(|_| form.needs_grammar());
        let grammar = grammars.and_then(|grammars| Grammar::find(grammars, language));
        if form.needs_grammar() && grammar.is_none() {
            return Err(format!("no grammar of {language} in the folder of `--grammars`"));
        }
        Ok(Prepared { form, command, grammar })
    };
    Ok(found())
}
