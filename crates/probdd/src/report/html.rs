//! The report as a page: one file that shows the run in a browser, and asks no server for anything.
//!
//! It is made from the trace and the input only, so that it can also be made later. What the run alone
//! knows comes as facts.

use crate::error::{Exit, Failure};
use crate::files::write;
use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

const TEMPLATE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// A row of the page's first table: what it is about, and what it says.
pub(crate) type Fact = (&'static str, String);

/// A test that has ended: its worker, when it began in milliseconds of the run, how long it ran, and
/// what became of it: 0 wanted, 1 ahead, 2 cancelled.
pub(crate) type TestRow = (usize, f64, f64, u8);

/// What a trace does not say of a run.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) facts: Vec<Fact>,
    pub(crate) tests: Vec<TestRow>,
}

/// A trace that was read.
#[derive(Debug)]
pub(crate) struct ReadTrace {
    pub(crate) run: RunLine,
    pub(crate) queries: Vec<QueryLine>,
}

/// What a reader takes of the first line.
#[derive(Debug, Deserialize)]
pub(crate) struct RunLine {
    pub(crate) probdd: String,
    pub(crate) name: String,
    pub(crate) sha256: String,
    #[serde(default)]
    pub(crate) files: Vec<Value>,
    settings: Map<String, Value>,
}

/// What a reader takes of the line of a query.
#[derive(Debug, Deserialize)]
pub(crate) struct QueryLine {
    pass: String,
    file: Option<Value>,
    pub(crate) verdict: String,
    ms: f64,
    pub(crate) bytes: usize,
    pub(crate) tokens: usize,
    since: Option<Value>,
    change: Option<Value>,
    tried: Option<Value>,
    #[serde(default)]
    checks: BTreeMap<String, String>,
}

/// How often a check was in each state.
#[derive(Debug, Default, Serialize)]
struct CheckRow {
    name: String,
    held: u64,
    failed: u64,
    not_run: u64,
}

/// What the script gets. A query is a row, in the order that the script names.
#[derive(Serialize)]
struct Data<'a> {
    input: String,
    passes: Vec<String>,
    queries: Vec<Row<'a>>,
    tests: &'a [TestRow],
}

type Row<'a> =
    (usize, u8, f64, usize, usize, &'a Option<Value>, &'a Option<Value>, &'a Option<Value>);

impl ReadTrace {
    /// Reads a trace. A last line that is not complete, of a run that was killed, does not count.
    pub(crate) fn parse(text: &str) -> anyhow::Result<ReadTrace> {
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let first = lines.next().context("the trace is empty")?;
        let run = serde_json::from_str(first).context("the first line describes no run")?;
        let queries: Result<Vec<QueryLine>, _> = lines.map(serde_json::from_str).collect();
        let queries = queries.context("a line describes no query")?;
        anyhow::ensure!(!queries.is_empty(), "the trace has no query");
        Ok(ReadTrace { run, queries })
    }

    /// The queries that changed the text, and the baseline.
    pub(crate) fn successes(&self) -> impl Iterator<Item = &QueryLine> {
        let changes = self.queries.iter().skip(1).filter(|query| query.change.is_some());
        self.queries.iter().take(1).chain(changes)
    }

    fn data<'a>(&'a self, input: &[u8], tests: &'a [TestRow]) -> Data<'a> {
        let mut passes: Vec<String> = Vec::new();
        let queries = self.queries.iter().map(|query| {
            let name = query.pass_name();
            let known = passes.iter().rposition(|pass| *pass == name);
            let pass = known.unwrap_or_else(|| {
                passes.push(name);
                passes.len() - 1
            });
            query.row(pass)
        });
        let queries = queries.collect();
        Data { input: STANDARD.encode(input), passes, queries, tests }
    }

    fn checks(&self) -> Vec<CheckRow> {
        let mut rows: BTreeMap<&str, CheckRow> = BTreeMap::new();
        for (name, state) in self.queries.iter().flat_map(|query| &query.checks) {
            let row = rows.entry(name).or_default();
            row.name.clone_from(name);
            match state.as_str() {
                "held" => row.held += 1,
                "failed" => row.failed += 1,
                _ => row.not_run += 1,
            }
        }
        rows.into_values().collect()
    }
}

impl QueryLine {
    fn pass_name(&self) -> String {
        match &self.file {
            None => self.pass.clone(),
            Some(Value::String(file)) => format!("{} of {file}", self.pass),
            Some(file) => format!("{} of {file}", self.pass),
        }
    }

    fn row(&self, pass: usize) -> Row<'_> {
        let verdict = match self.verdict.as_str() {
            "interesting" => 0,
            "uninteresting" => 1,
            _ => 2,
        };
        let QueryLine { ms, bytes, tokens, since, change, tried, .. } = self;
        (pass, verdict, *ms, *bytes, *tokens, since, change, tried)
    }
}

/// Writes the page of a run.
pub(crate) fn write_page(
    path: &Path,
    trace: &ReadTrace,
    input: &[u8],
    told: &Told,
) -> Result<(), Failure> {
    let page = page(trace, input, told).context("cannot make the page of the run");
    write(path, page.map_err(|error| Failure::new(Exit::Usage, error))?.as_bytes())
}

fn page(trace: &ReadTrace, input: &[u8], told: &Told) -> anyhow::Result<String> {
    let setting = |(name, value): (&String, &Value)| match value {
        Value::String(text) => (name.clone(), text.clone()),
        other => (name.clone(), other.to_string()),
    };
    let settings: Vec<_> = trace.run.settings.iter().map(setting).collect();
    let mut environment = Environment::new();
    environment.add_template("page.html", TEMPLATE)?;
    // In a script element, `<` could begin its end; in JSON it occurs in strings only.
    let data = serde_json::to_string(&trace.data(input, &told.tests))?.replace('<', "\\u003c");
    let page = environment.get_template("page.html")?.render(context! {
        title => trace.run.name.as_str(),
        version => trace.run.probdd.as_str(),
        facts => Serde(&told.facts),
        tests => told.tests.len(),
        settings => Serde(settings),
        checks => Serde(trace.checks()),
        style => STYLE,
        script => SCRIPT,
        data => data,
    })?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = concat!(
        r#"{"probdd":"1","name":"<b>.c","sha256":"","settings":{"seed":0}}"#,
        "\n",
        r#"{"pass":"baseline","verdict":"interesting","ms":1,"bytes":19,"tokens":9}"#,
        "\n",
        r#"{"pass":"sweep","verdict":"interesting","ms":1,"bytes":5,"tokens":3,"#,
        r#""change":[[0,14,"</script>"]],"checks":{"a":"held"}}"#,
        "\n",
        r#"{"pass":"sweep","verd"#,
    );

    #[test]
    fn what_a_text_contains_neither_ends_the_script_nor_becomes_markup() {
        let trace = ReadTrace::parse(TRACE).expect("it is a trace");
        assert_eq!(trace.queries.len(), 2, "the incomplete line does not count");
        let told = Told { facts: vec![("test", "<i>x</i>".to_owned())], tests: Vec::new() };
        let page = page(&trace, b"</script><script>alert()", &told).expect("it is a page");
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("<i>") && !page.contains("<b>"), "{page}");
        assert!(page.contains(r"\u003c/script>"));
        assert_eq!(trace.checks()[0].held, 1);
    }

    #[test]
    fn what_is_no_trace_is_refused() {
        for text in ["", "{}\n", "no JSON\n", TRACE.lines().next().expect("a line")] {
            assert!(ReadTrace::parse(text).is_err(), "{text}");
        }
    }
}
