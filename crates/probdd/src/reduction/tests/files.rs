//! Several files: which are removed, emptied, joined, and in how many queries.

use super::scripted::{Bench, Property, Reduced};
use probdd_core::bundle::entries;
use std::sync::Arc;

/// The files of a bundle: their paths and texts.
fn read(bundle: &[u8]) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let files = entries(bundle).into_iter().filter(|entry| !entry.is_directory());
    files.map(|file| (text(&file.path), text(&bundle[file.content]))).collect()
}

/// Whether a file of a bundle contains a text; `None` if there is no such file.
fn contains(bundle: &[u8], path: &str, text: &str) -> Option<bool> {
    let files = read(bundle);
    let file = files.iter().find(|(other, _)| other == path);
    file.map(|(_, content)| content.contains(text))
}

fn reduce(files: &[(String, String)], options: &str, property: &Property) -> Reduced {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    Bench::new().reduce_files(&files, options, property)
}

fn owned<const N: usize>(files: [(&str, &str); N]) -> Vec<(String, String)> {
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
}

fn property(is_interesting: impl Fn(&[u8]) -> bool + Send + Sync + 'static) -> Property {
    Arc::new(is_interesting)
}

/// Many files in directories of ten.
fn many(count: usize, text: impl Fn(usize) -> String) -> Vec<(String, String)> {
    (0..count).map(|n| (format!("p/d{:03}/f{n:04}.c", n / 10), text(n))).collect()
}

#[test]
fn three_needed_files_of_many_are_found_by_halving() {
    let files = many(2000, |n| format!("int unneeded{n};\nint f{n}(void) {{ return {n}; }}\n"));
    let is_interesting = |bundle: &[u8]| {
        let all = read(bundle);
        ["f7(", "f1234(", "f1999("]
            .iter()
            .all(|name| all.iter().any(|(_, text)| text.contains(name)))
    };
    let reduced = reduce(&files, "--polish none", &property(is_interesting));
    let texts: Vec<String> = read(&reduced.best).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts.len(), 1, "the files are merged: {texts:?}");
    assert!(!texts[0].contains("unneeded"), "{texts:?}");
    assert!(reduced.tests < 120, "{} tests", reduced.tests);
}

#[test]
fn files_that_must_exist_are_emptied() {
    let files = many(200, |n| format!("int f{n};\n"));
    let all: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let is_interesting = move |bundle: &[u8]| {
        let found = read(bundle);
        found.iter().map(|(path, _)| path).eq(&all)
            && contains(bundle, "p/d004/f0042.c", "f42") == Some(true)
    };
    let reduced = reduce(&files, "", &property(is_interesting));
    let (needed, others): (Vec<_>, Vec<_>) =
        read(&reduced.best).into_iter().partition(|(_, text)| !text.is_empty());
    assert_eq!(needed.len(), 1);
    assert_eq!(others.len(), 199);
}

#[test]
fn with_keep_files_no_file_is_deleted_and_with_keep_some_stay_as_they_are() {
    let files = owned([("p/a.c", "int a;\n"), ("p/b.c", "int b;\n"), ("p/m.txt", "as it is\n")]);
    let property: Property = Arc::new(|bundle| {
        contains(bundle, "p/a.c", "a") == Some(true) || contains(bundle, "p/a", "a") == Some(true)
    });
    let emptied = reduce(&files, "--keep-files", &property);
    let texts = read(&emptied.best);
    let expected = owned([("p/a.c", "a"), ("p/b.c", ""), ("p/m.txt", "")]);
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert_eq!(texts[1..], expected[1..]);
    let kept = read(&reduce(&files, "--keep *.txt", &property).best);
    assert_eq!(kept.last(), files.last());
    assert_eq!(kept.len(), 2, "{kept:?}");
}

#[test]
fn a_header_is_inlined_and_the_result_is_one_file_with_a_short_name() {
    let files = owned([
        (
            "p/src/program.c",
            "#include \"deep/header.h\"\nint g;\nint main() { return needed(1); }\n",
        ),
        ("p/src/deep/header.h", "int unneeded(int);\nint needed(int a);\n"),
    ]);
    // A header is only seen through the line that includes it.
    let is_interesting = |bundle: &[u8]| {
        let files = read(bundle);
        let text = |path: &str| files.iter().find(|(other, _)| other == path).map(|(_, text)| text);
        files.iter().any(|(path, own)| {
            let included = own.split('"').nth(1).and_then(|name| {
                let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
                text(&format!("{directory}/{name}")).or_else(|| text(&format!("p/src/{name}")))
            });
            let whole = [included.map_or("", String::as_str), own].concat();
            whole.contains("int needed") && whole.contains("return needed")
        })
    };
    let reduced = reduce(&files, "", &property(is_interesting));
    let files = read(&reduced.best);
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(files[0].0, "p/a.c");
    assert!(!files[0].1.contains("include") && !files[0].1.contains("unneeded"), "{files:?}");
}

#[test]
fn a_result_of_several_files_does_not_shrink_again() {
    let files = owned([
        ("p/a.py", "import b\nimport c\ndef f(x):\n    return b.g(x) + 1\n"),
        ("p/b.py", "def g(y):\n    z = [1, 2, 3]\n    return y\n"),
        ("p/c.json", "{\"k\": [1, 2, {\"needed\": true}], \"l\": 3}"),
        ("p/data.bin", "\u{0}\u{1}\u{2}needed\u{3}"),
    ]);
    let property: Property = Arc::new(|bundle| {
        let files = read(bundle);
        let has = |end: &str, text: &str| {
            files.iter().any(|(path, content)| path.ends_with(end) && content.contains(text))
        };
        has(".py", "g(") && has(".py", "def") && has(".json", "needed") && has(".bin", "needed")
    });
    let reduced = reduce(&files, "", &property);
    let best = read(&reduced.best);
    assert_eq!(best.len(), 3, "{best:?}");
    let again = reduce(&best, "", &property);
    assert_eq!(read(&again.best), best);
}

#[test]
fn the_empty_project_is_found_at_once() {
    let reduced = reduce(&many(100, |n| format!("int f{n};\n")), "", &property(|_| true));
    assert!(reduced.best.is_empty());
    // Eleven runs at the end confirm the result.
    assert!(reduced.tests <= 16, "{} tests", reduced.tests);
}

#[test]
fn only_regions_between_markers_are_reduced() {
    let text = "int a;\n// DDBEGIN\nint b; int c;\n// DDEND\nint d;\n";
    let files = owned([("p/a.c", text), ("p/b.c", "int e;\n")]);
    let needed = property(|bundle| String::from_utf8_lossy(bundle).contains("int c"));
    let best = read(&reduce(&files, "--keep-region", &needed).best);
    let expected = owned([("p/a.c", "int a;\n// DDBEGIN\nint c\n// DDEND\nint d;\n")]);
    assert_eq!(best, expected);
    let alone = Bench::new().reduce("a.c", text.as_bytes(), "--keep-region", &needed);
    assert_eq!(String::from_utf8_lossy(&alone.best), expected[0].1);
}

#[test]
fn matching_lines_stay() {
    let files = owned([
        ("p/a.c", "int a;\nint keep (int x);\nint c;\n"),
        ("p/b.c", "int f(void) { return 1; } // keep\n"),
    ]);
    let best = read(&reduce(&files, "--keep-match keep", &property(|_| true)).best);
    let texts: Vec<String> = best.iter().map(|(_, text)| text.replace(['\n', ' '], "")).collect();
    let all = texts.concat();
    assert!(all.contains("intkeep(intx);"), "{best:?}");
    assert!(all.contains("intf(void){return1;}//keep"), "{best:?}");
    assert!(!all.contains("inta") && !all.contains("intc"), "{best:?}");
}
