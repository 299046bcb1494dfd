//! Several runs in a row, or a command that cannot work: what is left or said at the end?

use anyhow::{Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};

/// A way in which people use the tool.
pub(super) struct Scenario {
    /// What is special about it, in a few words; no two have the same.
    pub(super) name: &'static str,
    /// What happens, for `sh`, after [`BEGINNING`]. Its last line of output is the cell of the table.
    script: &'static str,
}

/// A text of 2,000 lines of which one is needed, its test, which counts its runs, and the tool.
const BEGINNING: &str = r#"
printf '#!/bin/sh\necho >>"${0%%/*}/ran"\ngrep -q needle "$1"\n' >test.sh
chmod +x test.sh
seq 1 2000 | sed '1000s/$/ needle/' >in.txt
run() { timeout 60 "$PROBDD" --confirm 1 "$@" >out 2>&1 </dev/null; code=$?; }
answer() { echo "exit code $code: $(head -n 1 out)"; }
"#;

pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a second run on the same output, stopped after two queries",
        script: r#"run test.sh in.txt --no-state; run test.sh in.txt --no-state --max-queries 2
size=$(wc -c in.reduced.txt* | grep -v total | sort -n | head -n 1)
echo "the smallest result has $(echo $size | cut -d ' ' -f 1) bytes""#,
    },
    Scenario {
        name: "a file of the user with the name of the result",
        script: r#"echo mine >in.reduced.txt; run test.sh in.txt --no-state
kept=$(grep -lx mine in.reduced.txt*) && echo "it is $kept" || echo "it is lost""#,
    },
    Scenario {
        name: "the same command again after a stop",
        script: r#"run test.sh in.txt -j1 --max-queries 9; rm ran; run test.sh in.txt -j1
echo "$(grep -c '' ran) more runs of the test""#,
    },
    Scenario {
        name: "a test with a fixed name in /tmp, two jobs",
        script: r#"f=/tmp/case-$$.txt; printf '#!/bin/sh\ncp "$1" %s; sleep .02; grep -q needle %s\n' $f $f >test.sh
run test.sh in.txt -j2; rm -f $f
echo "exit code $code, $(wc -c <in.reduced.txt) bytes""#,
    },
    Scenario { name: "`-n 4`, as in C-Reduce", script: "run -n 4 test.sh in.txt; answer" },
    Scenario { name: "`--not-c`, as in C-Vise", script: "run --not-c test.sh in.txt; answer" },
    Scenario { name: "`--memory 10`", script: "run --memory 10 test.sh in.txt; answer" },
    Scenario { name: "`--timeout 1m`", script: "run --timeout 1m test.sh in.txt; answer" },
    Scenario {
        name: "`probdd resume TYPO`",
        script: r#""$PROBDD" resume TYPO >out 2>&1; code=$?; answer"#,
    },
    Scenario {
        name: "INPUT `-`",
        script: r#""$PROBDD" -q --confirm 1 test.sh - <in.txt >out 2>err; code=$?
echo "exit code $code, $(wc -c <out) bytes""#,
    },
];

impl Scenario {
    /// Runs the script with a build of the tool, and returns its last line.
    pub(super) fn outcome(&self, program: &Path) -> Result<String> {
        let folder = tempfile::tempdir()?;
        let output = Command::new("sh")
            .args(["-c", &format!("{BEGINNING}{}", self.script)])
            .current_dir(folder.path())
            .env("PROBDD", program)
            .stdin(Stdio::null())
            .output()
            .context("cannot run sh")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().unwrap_or_default();
        Ok(last.replace(&*folder.path().to_string_lossy(), "").replace('|', "\\|"))
    }
}
