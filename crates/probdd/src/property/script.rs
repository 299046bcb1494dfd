//! `probdd init`: the property as a test to go on from by hand.

use super::check::{Check, CheckRole};
use super::errors::{ERROR_LINE, SUMMARY_LINE};
use super::expect::Expect;
use super::shell;
use probdd_exec::{Companion, Stream};
use std::fmt::Write as _;

/// A test that says what a property says.
#[derive(Debug)]
pub(crate) struct Script {
    /// The name of the file.
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// Whether the file is a program.
    pub(crate) is_program: bool,
}

/// Writes a property as a shell script if that says the same in a few lines, or else as checks.
pub(super) fn script(checks: &[Check], input: &str, with: &[Companion]) -> Script {
    let with = with.iter().map(|companion| format!(" --with {}", companion.place.display()));
    let arguments = std::iter::once(input.to_owned()).chain(with).collect::<String>();
    match checks {
        [check] if check.role == CheckRole::Main && check.expects.iter().all(is_of_shell) => {
            Script {
                name: "test.sh",
                text: shell_script(check, input, &arguments),
                is_program: true,
            }
        }
        checks => {
            Script { name: "checks.toml", text: toml(checks, input, &arguments), is_program: false }
        }
    }
}

/// Whether `grep -E`, which reads one line at a time, can look for it.
fn is_of_shell(expect: &Expect) -> bool {
    match expect {
        Expect::Hang(_) | Expect::AnyHang => false,
        Expect::Print(_, _, regex) | Expect::OnlyError(regex) => {
            let is_own = ["(?", "\\n", "\\s", "\\w", "\\d", "\\b", "\\A", "\\z", "*?", "+?"];
            !is_own.iter().any(|part| regex.contains(part))
        }
        Expect::Exit(_) | Expect::Nonzero | Expect::Signal(_) => true,
    }
}

fn shell_script(check: &Check, input: &str, arguments: &str) -> String {
    let mut text = format!(
        "#!/bin/sh\n\
         # The interestingness test of {input}. To reduce it:\n\
         #\n\
         #     probdd ./test.sh {arguments}\n\
         #\n\
         # It runs in a fresh directory that contains only the candidate, {input}; $1 is its path.\n\
         # It exits with 0 if the candidate is interesting, and with 125 if it cannot decide.\n\
         # $PROBDD_INPUT_DIR is the directory of the original, and \"$(dirname \"$0\")\" that of this script.\n\n\
         ( {} ) >stdout.txt 2>stderr.txt\n\
         status=$?\n\n",
        check.command.line.to_string_lossy()
    );
    let mut codes = Vec::new();
    for expect in &check.expects {
        match expect {
            Expect::Exit(code) => codes.push(code.to_string()),
            Expect::Signal(signal) => codes.push((128 + signal).to_string()),
            Expect::Nonzero => text.push_str("# It fails.\n[ $status -ne 0 ] || exit 1\n"),
            Expect::Hang(_) | Expect::AnyHang | Expect::Print(..) | Expect::OnlyError(_) => {}
        }
    }
    if !codes.is_empty() {
        let codes = codes.join("|");
        let _ = write!(
            text,
            "# It ends as it did. 128 and more is a signal, such as 139 for SIGSEGV.\n\
             case $status in {codes}) ;; *) exit 1 ;; esac\n"
        );
    }
    for expect in &check.expects {
        if let Expect::OnlyError(regex) = expect {
            let [errors, others] = [ERROR_LINE.to_owned(), format!("{SUMMARY_LINE}|{regex}")];
            let _ = write!(
                text,
                "# It reports no other error.\n! grep -hE -e {} stdout.txt stderr.txt | grep -qvE -e {} || exit 1\n",
                shell::word(&errors),
                shell::word(&others)
            );
        }
        let Expect::Print(stream, is_wanted, regex) = expect else { continue };
        let files = match stream {
            Stream::Stdout => "stdout.txt",
            Stream::Stderr => "stderr.txt",
            Stream::Either => "stdout.txt stderr.txt",
        };
        let (not, what) =
            if *is_wanted { ("", "It prints this.") } else { ("! ", "It does not print this.") };
        let regex = shell::word(regex);
        let _ = write!(text, "# {what}\n{not}grep -qE -e {regex} {files} || exit 1\n");
    }
    text.push_str("exit 0\n");
    text
}

fn toml(checks: &[Check], input: &str, arguments: &str) -> String {
    let mut text = format!(
        "# The interestingness test of {input}. To reduce it:\n\
         #\n\
         #     probdd checks.toml {arguments}\n\
         #\n\
         # All checks must hold. They run in a fresh directory that contains only the candidate, {input};\n\
         # $1 is its path, and each check sees the files of the checks that it comes `after`.\n\
         # $PROBDD_INPUT_DIR is the directory of the original, $CHECKS_DIR that of this file.\n"
    );
    for check in checks {
        let _ = write!(text, "\n[[check]]\nname = {}\n", quote(&check.name));
        let _ = writeln!(text, "run = {}", quote(&check.command.line.to_string_lossy()));
        if !check.after.is_empty() {
            let names: Vec<String> =
                check.after.iter().map(|at| quote(&checks[*at].name)).collect();
            let _ = writeln!(text, "after = [{}]", names.join(", "));
        }
        if check.role == CheckRole::Reject {
            text.push_str(
                "# It rejects a candidate on which the command does this.\nreject = true\n",
            );
        }
        expectations(&mut text, &check.expects);
    }
    text
}

/// The fields of a check that say what it has to do.
fn expectations(text: &mut String, expects: &[Expect]) {
    let codes = expects.iter().filter_map(|expect| match expect {
        Expect::Exit(code) => Some(code.to_string()),
        Expect::Signal(signal) => Some((128 + signal).to_string()),
        _ => None,
    });
    let codes: Vec<String> = codes.collect();
    let _ = match codes.as_slice() {
        [] if expects.contains(&Expect::Nonzero) => writeln!(text, "exit = \"nonzero\""),
        [] => writeln!(text, "exit = \"any\""),
        [code] => writeln!(text, "exit = {code}"),
        codes => writeln!(text, "exit = [{}]", codes.join(", ")),
    };
    for expect in expects {
        let _ = match expect {
            Expect::Hang(time) => writeln!(text, "hang = {}", time.as_secs_f64()),
            Expect::Print(..) | Expect::OnlyError(_) => {
                let told = expect.to_string();
                let (name, regex) = told.split_once('=').unwrap_or((&told, ""));
                writeln!(text, "{name} = {}", quote(regex))
            }
            _ => Ok(()),
        };
    }
}

/// A text as a string of TOML: as it is, if it can be. A string of JSON is one of TOML, too.
fn quote(text: &str) -> String {
    if text.contains(['\'', '\n']) || text.chars().any(char::is_control) {
        serde_json::Value::from(text).to_string()
    } else {
        format!("'{text}'")
    }
}
