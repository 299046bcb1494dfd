//! The page of `--html`, in a real browser: nothing is asked of a network, nothing fails, the slider
//! works, also for a long run on a large input.

use crate::bench::{Bench, sha256};
use base64::Engine;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A text after the changes of a line.
fn apply(text: &[u8], changes: &Value) -> Vec<u8> {
    let mut after = Vec::new();
    let mut place = 0;
    for change in changes.as_array().into_iter().flatten() {
        let [offset, length] = [0, 1].map(|at| change[at].as_u64().unwrap() as usize);
        after.extend_from_slice(&text[place..offset]);
        match &change[2] {
            Value::String(by) => after.extend_from_slice(by.as_bytes()),
            by => {
                after
                    .extend(by.as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap() as u8));
            }
        }
        place = offset + length;
    }
    after.extend_from_slice(&text[place..]);
    after
}

#[test]
fn the_changes_of_a_trace_lead_from_the_input_to_the_result() {
    for options in ["", "--reducer list", "--batch 8", "--format compact", "--polish none"] {
        let bench = Bench::with_ring();
        bench.probdd(&format!("test.sh ring.c --trace trace {options}")).exits_with(0);
        let mut text = bench.read("ring.c");
        for line in bench.trace("trace").iter().skip(2) {
            text = apply(&text, &line["since"]);
            let [verdict, bytes] = [&line["verdict"], &line["bytes"]];
            if verdict == "interesting" {
                text = apply(&text, &line["change"]);
                assert_eq!(*bytes, text.len(), "{options}: {line}");
            } else {
                for range in line["tried"].as_array().unwrap() {
                    assert!(range[1].as_u64().unwrap() <= text.len() as u64, "{line}");
                }
            }
        }
        let result = bench.read("ring.reduced.c");
        assert_eq!(text, result, "{options}");
    }
}

/// What a browser makes of a page, or nothing where there is none.
fn opened(page: &Path, hash: &str) -> Option<(String, String)> {
    let profile = tempfile::tempdir().unwrap();
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]);
    browser.arg(format!("--user-data-dir={}", profile.path().display()));
    browser.arg("--dump-dom").arg(format!("file://{}{hash}", page.display()));
    let Ok(output) = browser.output() else {
        eprintln!("chromium is missing: the test is skipped");
        return None;
    };
    let [dom, log] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into());
    Some((dom, log))
}

fn assert_clean(dom: &str, log: &str) {
    assert!(dom.contains("data-ready="), "the script ended: {log}");
    assert!(!log.contains("CONSOLE"), "{log}");
}

#[test]
fn the_page_of_a_run_works_in_a_browser() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --html page.html --trace trace").exits_with(0);
    let Some((dom, log)) = opened(&bench.path("page.html"), "") else { return };
    assert_clean(&dom, &log);
    let text = |dom: &str| -> String {
        let (_, rest) = dom.split_once("<pre id=\"text\"").unwrap();
        rest.split("</pre>").next().unwrap().to_owned()
    };
    assert!(text(&dom).contains("dividend") && !text(&dom).contains("main"), "{}", text(&dom));
    assert!(text(&dom).contains("class=\"h3\""), "what is needed is marked: {}", text(&dom));
    assert!(dom.contains("<canvas id=\"jobs\"") && dom.contains(" at a time. "), "{dom}");
    let (dom, log) = opened(&bench.path("page.html"), "#step=0").unwrap();
    assert_clean(&dom, &log);
    assert!(text(&dom).contains("main"), "step 0 is the input");

    bench.probdd("report trace --html later.html").exits_with(0);
    let (dom, log) = opened(&bench.path("later.html"), "").unwrap();
    assert_clean(&dom, &log);
    assert!(text(&dom).contains("dividend"));
}

#[test]
fn a_page_asks_for_nothing_outside() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --html page.html --max-queries 20").exits_with(3);
    let page = bench.text("page.html");
    assert!(page.contains("default-src 'none'") && page.contains("max-queries reached"));
    let outside = ["src=\"", "href=\"http", "url(", "@import", "fetch("];
    assert!(outside.iter().all(|place| !page.contains(place)), "no reference to another place");
}

#[test]
fn a_trace_is_summarized_and_shown_with_its_own_input_only() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --trace trace").exits_with(0);
    let ran = bench.probdd("report trace").exits_with(0);
    assert!(ran.stdout.contains("ring.c: ") && ran.stdout.contains("queries"), "{ran:?}");
    bench.file("ring.c", b"another text");
    let ran = bench.probdd("report trace --html page.html").exits_with(1);
    assert!(ran.stderr.contains("is not the input of the run"), "{ran:?}");
    bench.probdd("report test.sh").exits_with(1);
}

#[test]
fn a_trace_of_somebody_else_reads_only_what_lies_beside_it() {
    let bench = Bench::new();
    bench.file("input.c", b"int beside;\n");
    std::fs::create_dir(bench.path("theirs")).unwrap();
    let trace = |name: &str| {
        let sha = sha256(b"int beside;\n");
        let head = json!({"probdd": "1", "name": name, "sha256": sha, "settings": {}});
        let row =
            json!({"pass": "", "verdict": "interesting", "ms": 5.0, "bytes": 12, "tokens": 3});
        bench.file("theirs/trace", format!("{head}\n{row}\n").as_bytes());
    };
    let absolute = bench.path("input.c").display().to_string();
    for name in [&absolute, "../input.c", "x/../../input.c"] {
        trace(name);
        let ran = bench.probdd("report theirs/trace --html page.html").exits_with(1);
        ran.says("cannot read the input `theirs/input.c`").says("--input PATH");
        assert!(!bench.path("page.html").exists());
    }
    trace("..");
    let ran = bench.probdd("report theirs/trace --html page.html").exits_with(1);
    ran.says("names no file as its input: `..`").says("--input PATH");
    bench.file("theirs/input.c", b"int beside;\n");
    trace("/etc/input.c");
    bench.probdd("report theirs/trace --html page.html").exits_with(0);
}

#[test]
fn ten_thousand_queries_on_a_megabyte_open_quickly() {
    let bench = Bench::new();
    let line = |number: usize| format!("int variable_{number:07} = compute({:07});\n", number * 7);
    let input: String = (0..25_000).map(line).collect();
    bench.file("input.c", input.as_bytes());
    let sha = sha256(input.as_bytes());
    let head = json!({"probdd": "1", "name": "input.c", "sha256": sha, "settings": {}});
    let mut trace = format!("{head}\n");
    let mut bytes = input.len();
    for query in 0..10_000_usize {
        let mut row = json!({"pass": "sweep", "verdict": "uninteresting", "ms": 5.0});
        // Every tenth query removes some of the text.
        if query == 0 {
            row["verdict"] = "interesting".into();
        } else if query % 10 == 0 {
            bytes -= 900;
            row["verdict"] = "interesting".into();
            row["change"] = json!([[query, 400, ""], [query + 4000, 500, ""]]);
        } else {
            row["tried"] = json!([[query, query + 40], [query + 90, query + 99]]);
        }
        row["bytes"] = bytes.into();
        row["tokens"] = (bytes / 5).into();
        writeln!(trace, "{row}").unwrap();
    }
    bench.file("trace", trace.as_bytes());
    assert!(input.len() > 1_000_000);
    bench.probdd("report trace --html page.html").exits_with(0);
    let size = bench.read("page.html").len();
    assert!(size < 5_000_000, "{size}");
    let encoded = base64::engine::general_purpose::STANDARD.encode(&input.as_bytes()[..3000]);
    assert!(bench.text("page.html").contains(&encoded), "the input is in the page");
    // Other tests may take the machine for a while.
    let mut quickest = u64::MAX;
    for _ in 0..5 {
        let Some((dom, log)) = opened(&bench.path("page.html"), "#step=500") else { return };
        assert_clean(&dom, &log);
        assert!(dom.contains("500 of 999"));
        let (_, ready) = dom.split_once("data-ready=\"").unwrap();
        quickest = quickest.min(ready.split('"').next().unwrap().parse().unwrap());
        if quickest < 2_000 {
            break;
        }
    }
    eprintln!("{size} bytes, ready after {quickest} ms");
    assert!(quickest < 2_000, "{quickest} ms");
}
