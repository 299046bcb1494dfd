//! A three-address code, all of which hangs together: values, blocks and functions.

use super::scripted::{Bench, Property};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// How many functions a program has.
const FUNCTIONS: usize = 40;

/// Functions, each with a loop; one divides in it. Each but the first one calls an earlier one.
fn program() -> String {
    let mut text = String::new();
    for at in 0..FUNCTIONS {
        let callee = at.checked_sub(1 + at % 3);
        let call = callee.map(|callee| format!("  %r = call i32 @f{callee}(i32 %d)\n"));
        let last = if call.is_some() { "%r" } else { "%d" };
        let operation = if at == 23 { "sdiv" } else { "add" };
        let _ = write!(
            text,
            "define i32 @f{at}(i32 %a) {{
x:
  %c = icmp slt i32 %a, {at}
  br label %l
l:
  %i = phi i32 [ 0, %x ], [ %n, %l ]
  %d = {operation} i32 %i, %a
{}  %n = add i32 {last}, 1
  br i1 %c, label %l, label %e
e:
  ret i32 %d
}}
",
            call.unwrap_or_default(),
        );
    }
    text
}

/// The lines of the functions of a text, without the brackets around them; `None` if something stands between
/// functions that is no declaration.
fn functions(text: &str) -> Option<Vec<Vec<&str>>> {
    let mut functions: Vec<Vec<&str>> = Vec::new();
    let mut is_inside = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line {
            "}" => is_inside = false,
            _ if line.starts_with("define i32 @") && line.ends_with('{') => {
                is_inside = true;
                functions.push(vec![line]);
            }
            _ if line.starts_with("declare i32 @") => functions.push(vec![line]),
            _ if is_inside => functions.last_mut()?.push(line),
            _ => return None,
        }
    }
    Some(functions)
}

/// The words of a line that begin with a sign.
fn names(line: &str, sign: char) -> impl Iterator<Item = &str> {
    line.split([' ', ',', '(', ')', '[', ']']).filter_map(move |word| word.strip_prefix(sign))
}

/// The blocks of a function, by their labels. The first one may have none.
fn blocks<'a>(body: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in body {
        match line.strip_suffix(':') {
            Some(label) => blocks.push((label, Vec::new())),
            None if blocks.is_empty() => blocks.push(("", vec![line])),
            None => blocks.last_mut().expect("not empty").1.push(line),
        }
    }
    blocks
}

/// Whether all names in a function are defined once, each block ends with a jump and nothing else does, nothing
/// jumps to the first block, and each block takes values from those that jump to it.
fn is_valid(function: &[&str]) -> bool {
    let (header, body) = (function[0], &function[1..]);
    if header.starts_with("declare") {
        return true;
    }
    let blocks = blocks(body);
    let values = body.iter().filter_map(|line| line.strip_prefix('%')?.split(" =").next());
    let labels = blocks.iter().map(|(label, _)| *label);
    let defined: Vec<&str> = names(header, '%').chain(values).chain(labels).collect();
    let known: BTreeSet<&str> = defined.iter().copied().collect();
    let mut used = body.iter().flat_map(|line| names(line, '%'));
    let is_end = |line: &str| ["br ", "ret "].iter().any(|end| line.starts_with(end));
    let is_whole =
        |lines: &[&str]| lines.iter().position(|line| is_end(line)) == lines.len().checked_sub(1);
    let leading_to = |label: &str| -> BTreeSet<&str> {
        let jump = format!("label %{label}");
        let leads = |lines: &[&str]| {
            lines.iter().any(|line| line.split(", ").any(|part| part.ends_with(&jump)))
        };
        blocks.iter().filter(|(_, lines)| leads(lines)).map(|(label, _)| *label).collect()
    };
    let takes_from = |line: &str| -> BTreeSet<String> {
        let pairs = line.split(']').filter_map(|pair| pair.rsplit_once(", %"));
        pairs.map(|(_, label)| label.trim().to_owned()).collect()
    };
    defined.len() == known.len()
        && used.all(|name| known.contains(name))
        && blocks.iter().all(|(_, lines)| is_whole(lines))
        && blocks.first().is_some_and(|(label, _)| leading_to(label).is_empty())
        && blocks.iter().all(|(label, lines)| {
            let mut merges = lines.iter().filter(|line| line.contains(" = phi "));
            merges.all(|line| takes_from(line).iter().eq(leading_to(label)))
        })
}

/// Whether a text is valid, all of its values are of its own, and it divides in a block that jumps to itself.
fn divides(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let Some(functions) = functions(&text) else { return false };
    let headers = functions.iter().filter_map(|function| names(function[0], '@').next());
    let known: BTreeSet<&str> = headers.collect();
    let mut used = functions.iter().flatten().flat_map(|line| names(line, '@'));
    let is_loop = |(label, lines): &(&str, Vec<&str>)| {
        let has = |text: &str| lines.iter().any(|line| line.contains(text));
        has(" = sdiv ") && has(&format!("label %{label}"))
    };
    !text.contains("undef")
        && !text.contains("zeroinitializer")
        && used.all(|name| known.contains(name))
        && functions.iter().all(|function| is_valid(function))
        && functions.iter().any(|function| blocks(&function[1..]).iter().any(is_loop))
}

#[test]
fn names_tell_which_instructions_are_removed_together() {
    let property: Property = Arc::new(divides);
    let reduced = |options| {
        let options = format!("--polish templates {options}");
        Bench::new().reduce("input.ll", program().as_bytes(), &options, &property)
    };
    let (with, without) = (reduced(""), reduced("--without names"));
    assert!(divides(&with.best));
    assert!(3 * with.tests < 2 * without.tests, "{} and {} tests", with.tests, without.tests);
}

#[test]
fn functions_that_are_only_called_go() {
    let property: Property = Arc::new(divides);
    let reduced = Bench::new().reduce("input.ll", program().as_bytes(), "", &property);
    assert!(divides(&reduced.best));
    let text = String::from_utf8_lossy(&reduced.best);
    assert_eq!(functions(&text).map(|functions| functions.len()), Some(1), "{text}");
}
