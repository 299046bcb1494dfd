//! What `probdd check` has found.

use crate::messages::check::{Finding, Level};
use console::Style;

/// Prints what was found about a test.
pub(crate) fn findings(test: &str, input: &str, findings: &[Finding]) {
    println!("{test} on {input}");
    for Finding { level, text, remedy } in findings {
        let (label, style) = match level {
            Level::Good => ("   ok", Style::new().green()),
            Level::Advice => (" note", Style::new().cyan()),
            Level::Fault => ("wrong", Style::new().red().bold()),
        };
        println!("{}: {text}", style.apply_to(label));
        if let Some(remedy) = remedy {
            println!("       {remedy}");
        }
    }
}
