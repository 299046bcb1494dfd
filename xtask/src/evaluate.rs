//! `evaluate`: tables that show what the searches need, in queries, on properties that are known.

mod lists;
mod property;

/// Prints the table that is asked for.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [table] if table == "lists" => {
            lists::print();
            Ok(())
        }
        _ => Err("usage: xtask evaluate lists".to_owned()),
    }
}
