//! `evaluate`: tables that show what the searches need, in queries, on properties that are known and
//! on real inputs.

mod checks;
mod dependencies;
mod lists;
mod property;
mod scale;
mod subjects;
mod syntax;

pub(crate) use checks::cached_check;
pub(crate) use subjects::{Subject, cached_test};

/// Prints the table that is asked for.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["lists"] => {
            lists::print();
            dependencies::print();
            Ok(())
        }
        ["checks"] => {
            checks::print();
            Ok(())
        }
        ["checks", ..] => checks::run(&arguments[1..]),
        ["scale"] => {
            println!(
                "a million elements, 100 needed: queries, elements left, own time, peak of memory"
            );
            each_alone("scale", scale::ALGORITHMS.map(|(name, _)| name.to_owned()))
        }
        ["scale", name] => {
            let named = scale::ALGORITHMS.iter().find(|(other, _)| other == name);
            scale::print(*named.ok_or_else(|| format!("no list algorithm `{name}`"))?);
            Ok(())
        }
        ["syntax"] => each_alone("syntax", syntax::SIZES.map(|size| size.to_string())),
        ["syntax", size] => syntax::print(size.parse().map_err(|_| format!("no size: `{size}`"))?),
        ["subjects", ..] => subjects::run(&arguments[1..]),
        _ => Err("usage: xtask evaluate checks [DIR] | lists | scale [ALGORITHM] | subjects DIR | syntax [BYTES]"
            .to_owned()),
    }
}

/// Runs each row of a table in a process of its own, so that its memory is its own.
fn each_alone<const N: usize>(table: &str, rows: [String; N]) -> Result<(), String> {
    let this = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    for row in rows {
        let ended = std::process::Command::new(&this).args(["evaluate", table, &row]).status();
        ended.map_err(|error| format!("cannot run {row}: {error}"))?;
    }
    Ok(())
}
