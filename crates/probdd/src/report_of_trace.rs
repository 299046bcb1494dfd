//! `probdd report`: what a trace says, after the run.

use crate::command_line::ReportArgs;
use crate::error::{Exit, Failure, cannot};
use crate::files::{same_file, sha256};
use crate::messages::numbers::{count, queries};
use crate::report::{ReadTrace, Told, write_page};
use crate::ui;
use std::path::{Path, PathBuf};

/// Prints a summary of the trace, or writes the page.
pub(crate) fn report(typed: &ReportArgs) -> Result<Exit, Failure> {
    let path = &typed.trace;
    let text = std::fs::read_to_string(path).map_err(cannot("read the trace", path))?;
    let trace = ReadTrace::parse(&text).map_err(|error| {
        let error = error.context(format!("cannot read the trace `{}`", path.display()));
        Failure::new(Exit::Usage, error)
            .hint("name a file that --trace of this version has written")
    })?;
    match &typed.html {
        None => ui::result(&summary(&trace)),
        Some(page) => {
            let input = input(typed, &trace)?;
            let needed = [path, &input.path];
            if needed.into_iter().any(|needed| same_file(page, needed)) {
                let message = format!("cannot write the page to `{}`", page.display());
                return Err(Failure::usage(message).hint("that is the trace or the input"));
            }
            let facts = vec![("end", "made from the trace".into())];
            let told = Told { facts, tests: Vec::new() };
            write_page(page, &trace, &input.bytes, &told)?;
        }
    }
    Ok(Exit::Success)
}

struct Input {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// The input of the run, as it was then.
fn input(typed: &ReportArgs, trace: &ReadTrace) -> Result<Input, Failure> {
    if !trace.run.files.is_empty() {
        let message = "cannot make the page of a run with several files from its trace";
        return Err(Failure::usage(message).hint("give --html to the run itself"));
    }
    let hint = "name the unmodified input of the run: --input PATH";
    let path = typed.input.clone().or_else(|| beside(&typed.trace, &trace.run.name));
    let path = path.ok_or_else(|| {
        let message = format!("the trace names no file as its input: `{}`", trace.run.name);
        Failure::usage(message).hint(hint)
    })?;
    let read = std::fs::read(&path).map_err(cannot("read the input", &path));
    let bytes = read.map_err(|failure| failure.hint(hint))?;
    if sha256(&bytes) != trace.run.sha256 {
        let message = format!("`{}` is not the input of the run", path.display());
        return Err(Failure::usage(message).hint(hint));
    }
    Ok(Input { path, bytes })
}

/// The file beside a trace that has the base name of its input. A trace that somebody else has written does not
/// decide which other file is read.
fn beside(trace: &Path, name: &str) -> Option<PathBuf> {
    Some(trace.with_file_name(Path::new(name).file_name()?))
}

fn summary(trace: &ReadTrace) -> String {
    let with =
        |verdict: &str| trace.queries.iter().filter(|query| query.verdict == verdict).count();
    let (first, last) = (&trace.queries[0], trace.successes().last());
    let last = last.unwrap_or(first);
    format!(
        "{}: {} -> {} tokens, {} -> {} bytes\n  {}, {} interesting, {} unresolved\n  probdd {}\n",
        trace.run.name,
        count(first.tokens),
        count(last.tokens),
        count(first.bytes),
        count(last.bytes),
        queries(trace.queries.len() as u64),
        count(with("interesting")),
        count(with("unresolved")),
        trace.run.probdd,
    )
}
