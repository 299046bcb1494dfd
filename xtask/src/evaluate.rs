//! `evaluate`: tables that show what the searches need, in queries, on properties that are known.

mod dependencies;
mod lists;
mod property;
mod scale;

/// Prints the table that is asked for.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["lists"] => {
            lists::print();
            dependencies::print();
            Ok(())
        }
        ["scale"] => print_scale(),
        ["scale", name] => {
            let named = scale::ALGORITHMS.iter().find(|(other, _)| other == name);
            scale::print(*named.ok_or_else(|| format!("no list algorithm `{name}`"))?);
            Ok(())
        }
        _ => Err("usage: xtask evaluate lists | scale [ALGORITHM]".to_owned()),
    }
}

/// Runs each algorithm in a process of its own, so that its memory is its own.
fn print_scale() -> Result<(), String> {
    println!("a million elements, 100 needed: queries, elements left, own time, peak of memory");
    let this = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    for (name, _) in scale::ALGORITHMS {
        let ended = std::process::Command::new(&this).args(["evaluate", "scale", name]).status();
        ended.map_err(|error| format!("cannot run {name}: {error}"))?;
    }
    Ok(())
}
