//! Recall: the tool offers the changes that a person would try. `recall/README.md` describes the
//! examples and their checklists.

mod checklist;
mod offered;
mod squeezed;

use checklist::{Checklist, Entry, HEADINGS};
use offered::Offered;
use probdd_syntax::{Document, Language, parse};
use squeezed::Squeezed;
use std::fs;
use std::path::{Path, PathBuf};

/// The language of a folder of examples; `None` if the build leaves it out.
fn language_of(folder: &Path) -> Option<&'static Language> {
    Language::by_name(folder.file_name()?.to_str()?)
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("recall");
    let entries = fs::read_dir(root).expect("the folder of the examples");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The file of a folder with the name `example` and any extension.
fn example_in(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths = entries.map(|entry| entry.expect("an entry").path());
    paths.find(|path| path.file_stem().is_some_and(|stem| stem == "example")).expect("an example")
}

fn document_of(language: &'static Language, example: &Path) -> Document {
    let text = fs::read(example).expect("the example");
    let document = parse(language, &text);
    let found = (document.fallback(), document.error_bytes(), document.unmatched_nodes());
    assert_eq!(found, (None, 0, 0), "{}: fallback, errors, unmatched", example.display());
    document
}

fn checklist_of(folder: &Path) -> Checklist {
    let path = folder.join("checklist.txt");
    let text = fs::read_to_string(&path).expect("the checklist");
    Checklist::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The mistakes in an entry.
fn complaints(entry: &Entry, text: &Squeezed, offered: &Offered) -> Vec<String> {
    let expected = match entry.expected(text) {
        Ok(expected) => expected,
        Err(complaint) => return vec![complaint],
    };
    let complaint = |left: checklist::Left| match (offered.contains(&left.text), &entry.missing) {
        (true, None) | (false, Some(_)) => None,
        (false, None) => Some(format!("not offered: {}", left.what)),
        (true, Some(_)) => Some(format!("is offered by now: {}", left.what)),
    };
    expected.into_iter().filter_map(complaint).collect()
}

#[test]
fn what_a_person_would_remove_is_offered() {
    let only = std::env::var("RECALL_ONLY").ok();
    let mut found = Vec::new();
    for folder in folders() {
        let Some(language) = language_of(&folder) else { continue };
        if only.as_ref().is_some_and(|only| !folder.ends_with(only)) {
            continue;
        }
        let example = example_in(&folder);
        let document = document_of(language, &example);
        let text = Squeezed::of(str::from_utf8(document.text()).expect("text"));
        let offered = Offered::by(&document);
        for entry in checklist_of(&folder).entries {
            for complaint in complaints(&entry, &text, &offered) {
                found.push(format!("{} {}: {complaint}", language.name(), entry.line));
            }
        }
    }
    assert!(found.is_empty(), "language, line of its checklist:\n{}", found.join("\n"));
}

#[test]
fn every_language_has_an_example_and_a_checklist_with_every_heading() {
    let folders = folders();
    for language in Language::all().filter(|language| !language.is_any_text()) {
        let is_its = |folder: &&PathBuf| {
            language_of(folder).is_some_and(|other| other.name() == language.name())
        };
        let folder = folders.iter().find(is_its);
        let folder = folder.unwrap_or_else(|| panic!("no example of {}", language.name()));
        let of_example = Language::by_path(&example_in(folder)).map(Language::name);
        assert_eq!(of_example, Some(language.name()));
        let checklist = checklist_of(folder);
        for heading in HEADINGS {
            let is_there = checklist.headings.iter().any(|name| name == heading);
            assert!(is_there, "{}: {heading}", language.name());
        }
    }
}
