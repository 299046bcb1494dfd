//! What `probdd check` has found.

use super::foreign::plain;
use crate::messages::check::{Finding, Level};
use console::Style;

/// Prints what was found about a test.
pub(crate) fn findings(test: &str, input: &str, findings: &[Finding]) {
    println!("{} on {}", plain(test), plain(input));
    for Finding { level, text, remedy } in findings {
        let (label, style) = match level {
            Level::Good => ("   ok", Style::new().green()),
            Level::Advice => (" note", Style::new().cyan()),
            Level::Fault => ("wrong", Style::new().red().bold()),
        };
        println!("{}: {}", style.apply_to(label), plain(text));
        if let Some(remedy) = remedy {
            println!("       {}", plain(remedy));
        }
    }
}
