//! The error about a command that does nothing that is known to be a failure: what it printed, and an
//! expectation that could be typed. That one is true of the input, and false of wrong texts.

use super::expect::Expect;
use super::mask::{Context, hint};
use super::runs::Runs;
use super::shell::word;
use crate::error::{Exit, Failure};
use probdd_exec::{End, Observed, Stream};

/// At most so many lines of output are shown.
const MOST_LINES: usize = 12;

/// So many lines are tried as a hint.
const MOST_TRIED: usize = 200;

/// The longest hint, in characters.
const LONGEST: usize = 160;

/// Words of lines that probably say what is wrong.
const TELLING: [&str; 9] =
    ["error", "fail", "exception", "fatal", "assert", "panic", "cannot", "invalid", "wrong"];

/// Makes the error.
pub(super) fn nothing_telling(of: &Runs, context: &Context) -> Failure {
    let first = of.right[0];
    let end = match first.end {
        End::Exited(0) => "succeeds".to_owned(),
        End::Exited(code) => format!("exits with {code}"),
        _ => "ends".to_owned(),
    };
    let printed = if first.stderr.trim_ascii().is_empty() { &first.stdout } else { &first.stderr };
    let text = String::from_utf8_lossy(printed);
    let lines: Vec<&str> = text.lines().collect();
    let shown = &lines[lines.len().saturating_sub(MOST_LINES)..];
    let why =
        if shown.is_empty() { "prints nothing" } else { "prints no words of a known failure" };
    let message = format!(
        "the command {end} on the input and {why}: what should the result still do? A candidate that is \
         merely wrong may do the same"
    );
    let mut failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message));
    failure.hints = hints(of, context);
    failure.output = Some(shown.join("\n"));
    failure
}

/// What could be typed.
fn hints(of: &Runs, context: &Context) -> Vec<String> {
    let is_success = of.right.iter().all(|run| run.end == End::Exited(0));
    let example = example(of, context, is_success);
    let first = match example {
        Some(expects) => {
            let options: Vec<String> =
                expects.iter().map(|one| format!("--expect {}", word(&one.to_string()))).collect();
            format!(
                "say it with --expect before the `--`. This holds for the input, and not for an empty file \
                 or garbage: {}",
                options.join(" ")
            )
        }
        None => {
            "say it with --expect before the `--`, as a regular expression for what it prints: \
                 stdout=REGEX or stderr=REGEX"
                .to_owned()
        }
    };
    let compare =
        "if its output is wrong, name a command that does it right: --compare 'CMD {}' 'OTHER {}'";
    let test = "or write a test that looks at what the command does: probdd TEST INPUT";
    std::iter::once(first).chain([if is_success { compare } else { test }.to_owned()]).collect()
}

/// An expectation that all runs on the input meet, and none on wrong texts.
fn example(of: &Runs, context: &Context, is_success: bool) -> Option<Vec<Expect>> {
    let first = of.right[0];
    let streams = [Stream::Stderr, Stream::Stdout];
    let of_stream = |stream: Stream| {
        let lines = likely_lines(first, stream);
        let expects = lines.into_iter().filter_map(move |line| {
            let regex = hint(&line, context, is_success)?;
            (regex.chars().count() <= LONGEST).then(|| vec![Expect::Print(stream, true, regex)])
        });
        expects.collect::<Vec<_>>()
    };
    let by_code = match first.end {
        End::Exited(code) if code != 0 => Some(vec![Expect::of_code(code)]),
        _ => None,
    };
    let all = streams.into_iter().flat_map(of_stream).chain(by_code);
    all.into_iter().find(|expects| of.tells(expects))
}

/// The lines of an output, those first that probably say what is wrong, and then the last ones.
fn likely_lines(run: &Observed, stream: Stream) -> Vec<String> {
    let text = if stream == Stream::Stdout { &run.stdout } else { &run.stderr };
    let text = String::from_utf8_lossy(text);
    let has_words = |line: &&str| line.chars().any(char::is_alphanumeric);
    let lines: Vec<&str> = text.lines().filter(has_words).collect();
    let is_telling = |line: &&&str| {
        let line = line.to_ascii_lowercase();
        TELLING.iter().any(|word| line.contains(word))
    };
    let telling = lines.iter().filter(is_telling);
    let all = telling.chain(lines.iter().rev());
    all.take(MOST_TRIED).map(|line| (*line).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn observed(code: i32, stdout: &str, stderr: &str) -> Observed {
        let (stdout, stderr) = (stdout.into(), stderr.into());
        Observed { end: End::Exited(code), stdout, stderr, wall: Duration::ZERO }
    }

    fn hints_of(input: &str, run: &Observed, wrong: &Observed) -> Vec<String> {
        let of = Runs { typed: "tool x.y", right: vec![run, run], wrong: vec![wrong] };
        nothing_telling(&of, &Context::of(input.as_bytes(), "x.y")).hints
    }

    #[test]
    fn a_hint_has_no_line_numbers_and_no_names_of_the_input() {
        let run = observed(1, "", "start\nx.y:17:3: cannot join my_table and foo, 12 rows\nend\n");
        let wrong = observed(1, "", "start\nx.y:1:1: cannot parse\nend\n");
        let hints = hints_of("foo my_table 12", &run, &wrong);
        let wanted = "--expect 'stderr=cannot join .* and .*, [0-9]+ rows'";
        assert!(hints[0].ends_with(wanted), "{hints:?}");
    }

    #[test]
    fn a_hint_that_wrong_texts_fulfil_is_not_given() {
        let (run, wrong) =
            (observed(1, "", "bad: cannot read\n"), observed(1, "", "bad: cannot read\n"));
        let hints = hints_of("", &run, &wrong);
        assert!(hints[0].ends_with("stdout=REGEX or stderr=REGEX"), "{hints:?}");
        // Then another line, or the exit code, if no wrong text has it.
        let hints = hints_of("", &observed(3, "", "bad: cannot read\n"), &wrong);
        assert!(hints[0].ends_with("--expect exit=3"), "{hints:?}");
        let hints = hints_of("", &observed(1, "total 7\n", "bad: cannot read\n"), &wrong);
        assert!(hints[0].ends_with("--expect 'stdout=total [0-9]+'"), "{hints:?}");
    }

    #[test]
    fn a_command_that_succeeds_can_be_compared() {
        let (run, wrong) = (observed(0, "a\nsum: 17\n", ""), observed(0, "a\nsum: 0\n", ""));
        let hints = hints_of("8 9", &run, &wrong);
        assert!(hints[0].ends_with("--expect 'stdout=sum: 17'"), "{hints:?}");
        assert!(hints[1].contains("--compare"), "{hints:?}");
    }
}
