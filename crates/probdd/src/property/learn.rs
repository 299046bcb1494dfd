//! What a command does on the unmodified input, as far as it tells one failure from another.

use super::expect::Expect;
use super::mask::Context;
use super::shell::word;
use super::signals::{OF_SIGNAL, TELLING};
use super::signatures::{Signature, Signatures};
use crate::error::{Exit, Failure};
use probdd_exec::{End, Observed, Stream};

/// What outputs are compared with.
#[derive(Debug)]
pub(crate) struct Learned<'a> {
    /// The known kinds of failures.
    pub(crate) signatures: &'a Signatures,
    /// The input.
    pub(crate) context: Context,
}

/// At most so many lines of output are shown.
const MOST_LINES: usize = 12;

/// A text of at most so many bytes, and words only, is an answer: `sat`.
const LONGEST_ANSWER: usize = 80;

/// What a command does on the input.
pub(super) struct Found {
    pub(super) expects: Vec<Expect>,
    /// The failure that was recognised in its output, for people.
    pub(super) failure: Option<String>,
}

/// How a command ends and what it prints, in all of its runs on the input.
///
/// # Errors
/// When nothing tells it from a command that rejects a wrong input.
pub(super) fn learn(runs: &[&Observed], learned: &Learned) -> Result<Found, Failure> {
    let code = common_code(runs)?;
    let end = code.map(Expect::of_code);
    let printed = [Stream::Stderr, Stream::Stdout].into_iter().find_map(|stream| {
        common_signature(runs, stream, learned).map(|signature| (stream, signature))
    });
    match (end, printed) {
        (end, Some((stream, Signature { shown, regex }))) => Ok(Found {
            expects: end.into_iter().chain([Expect::Print(stream, true, regex)]).collect(),
            failure: Some(shown),
        }),
        (Some(Expect::Signal(signal)), None) if TELLING.contains(&signal) => {
            Ok(Found { expects: vec![Expect::Signal(signal)], failure: None })
        }
        _ => Err(nothing_telling(runs)),
    }
}

/// The exit code of all runs; `None` if they differ.
fn common_code(runs: &[&Observed]) -> Result<Option<i32>, Failure> {
    let codes = runs.iter().map(|run| match run.end {
        End::Exited(code) => Ok(code),
        End::Signaled(signal) => Ok(OF_SIGNAL + signal),
        End::TimedOut => Err(hangs()),
        _ => Err(Failure::new(Exit::NotInteresting, anyhow::anyhow!("the command was ended"))),
    });
    let codes = codes.collect::<Result<Vec<i32>, Failure>>()?;
    Ok(codes.first().copied().filter(|first| codes.iter().all(|code| code == first)))
}

/// The first signature that all runs have.
fn common_signature(runs: &[&Observed], stream: Stream, learned: &Learned) -> Option<Signature> {
    let text = |run: &&Observed| match stream {
        Stream::Stdout => run.stdout.clone(),
        _ => run.stderr.clone(),
    };
    let texts: Vec<Vec<u8>> = runs.iter().map(text).collect();
    let first = texts.first()?;
    let mut found = learned.signatures.all_in(first, &learned.context);
    found.find(|signature| {
        let has_it = |text: &Vec<u8>| {
            learned
                .signatures
                .all_in(text, &learned.context)
                .any(|other| other.regex == signature.regex)
        };
        texts.iter().all(has_it)
    })
}

/// How the behaviour of two commands differs.
pub(super) struct Difference {
    pub(super) expects: [Vec<Expect>; 2],
    /// Whether it is only the outputs that differ.
    pub(super) is_in_output: bool,
}

/// Finds out how two commands differ: in how they end, in a short answer, or in their outputs.
pub(super) fn difference(both: &[Vec<&Observed>; 2]) -> Result<Difference, Failure> {
    let mut codes = Vec::new();
    for runs in both {
        let Some(code) = common_code(runs)? else {
            return Err(not_comparable("one of the compared commands does not always end alike"));
        };
        if runs.iter().any(|run| run.stdout != runs[0].stdout) {
            return Err(not_comparable(
                "one of the compared commands does not always print the same",
            ));
        }
        codes.push(Expect::of_code(code));
    }
    let [first, second] = [&both[0][0].stdout, &both[1][0].stdout];
    let ends = [0, 1].map(|number: usize| vec![codes[number].clone()]);
    if codes[0] != codes[1] {
        return Ok(Difference { expects: ends, is_in_output: false });
    }
    if first == second {
        let message = "the compared commands do the same on the input: they end with the same exit \
                       code, and print the same to standard output";
        return Err(Failure::new(Exit::NotInteresting, anyhow::anyhow!(message))
            .hint("name two commands of which one is wrong about this input"));
    }
    let answers = answer(first).zip(answer(second));
    let is_in_output = answers.is_none();
    let mut expects = ends;
    if let Some((first, second)) = answers {
        for (expects, answer) in expects.iter_mut().zip([first, second]) {
            expects.push(Expect::Print(Stream::Stdout, true, answer));
        }
    }
    Ok(Difference { expects, is_in_output })
}

/// The regular expression of an output that is an answer in a few words, rather than data.
fn answer(output: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(output).ok()?.trim();
    let is_word = |c: char| c.is_ascii_alphabetic() || " -_\n".contains(c);
    let is_answer = !text.is_empty() && text.len() <= LONGEST_ANSWER && text.chars().all(is_word);
    is_answer.then(|| format!(r"\A\s*{}\s*\z", super::mask::escape(text)))
}

fn not_comparable(message: &'static str) -> Failure {
    let failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message));
    failure.hint("let each of them print only what should be compared, to standard output")
}

fn hangs() -> Failure {
    let message = "the command does not end on the input";
    Failure::new(Exit::NotInteresting, anyhow::anyhow!(message)).hint(
        "if that is what you look for, say how long it may take: --expect hang=5s; else give it more \
         time: --timeout SECONDS",
    )
}

/// The error about a command that does nothing that is known to be a failure.
fn nothing_telling(runs: &[&Observed]) -> Failure {
    let first = runs[0];
    let end = match first.end {
        End::Exited(0) => "succeeds".to_owned(),
        End::Exited(code) => format!("exits with {code}"),
        _ => "ends".to_owned(),
    };
    let printed = if first.stderr.trim_ascii().is_empty() { &first.stdout } else { &first.stderr };
    let name = if printed == &first.stdout { "stdout" } else { "stderr" };
    let text = String::from_utf8_lossy(printed);
    let lines: Vec<&str> = text.lines().collect();
    let shown = &lines[lines.len().saturating_sub(MOST_LINES)..];
    let why =
        if shown.is_empty() { "prints nothing" } else { "prints no words of a known failure" };
    let message = format!(
        "the command {end} on the input and {why}: what should the result still do? A candidate that is \
         merely wrong may do the same"
    );
    let has = |line: &&&str, sign: fn(char) -> bool| line.contains(sign);
    let tells = |line: &&&str| line.to_ascii_lowercase().contains("error");
    let telling = lines.iter().find(tells);
    let example =
        match telling.or_else(|| lines.iter().rev().find(|line| has(line, char::is_alphabetic))) {
            Some(line) => {
                let short: String = super::mask::escape(line.trim()).chars().take(100).collect();
                word(&format!("{name}={}", short.trim_end_matches('\\')))
            }
            None => "exit=nonzero".into(),
        };
    let mut failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message))
        .hint(format!("say it with --expect before the `--`, for example --expect {example}"));
    failure.output = Some(shown.join("\n"));
    failure
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn observed(end: End, stdout: &str, stderr: &str) -> Observed {
        let (stdout, stderr) = (stdout.into(), stderr.into());
        Observed { end, stdout, stderr, wall: Duration::ZERO }
    }

    fn learned(runs: &[Observed]) -> Result<Vec<String>, Failure> {
        let signatures = Signatures::new(&[])?;
        let learned = Learned { signatures: &signatures, context: Context::default() };
        let runs: Vec<&Observed> = runs.iter().collect();
        Ok(learn(&runs, &learned)?.expects.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_end_and_the_signature_make_the_property() {
        let ice = "x.c:1:1: internal compiler error: in f, at g.c:12";
        let run = || observed(End::Exited(1), "", ice);
        let wanted = ["exit=1", r"stderr=internal compiler error: in f, at g\.c"];
        assert_eq!(learned(&[run(), run()]).expect("it is known"), wanted);
        let killed = || observed(End::Exited(139), "", "");
        assert_eq!(learned(&[killed(), killed()]).expect("it is known"), ["signal=SEGV"]);
        let killed = observed(End::Signaled(11), "panic: no", "");
        assert_eq!(learned(&[killed]).expect("it is known"), ["signal=SEGV", "stdout=^panic: no"]);
    }

    #[test]
    fn what_differs_between_runs_is_no_part_of_it() {
        let run = |code, text| observed(End::Exited(code), "", text);
        let both = [run(1, "free(): invalid pointer"), run(2, "free(): invalid pointer")];
        assert_eq!(learned(&both).expect("it is known"), [r"stderr=free\(\): invalid pointer"]);
        let both = [run(1, "free(): invalid pointer"), run(1, "free(): invalid size")];
        assert!(learned(&both).is_err());
    }

    #[test]
    fn what_every_wrong_input_shows_is_not_enough() {
        for (code, text) in [(1, "x.c:1: error: expected ';'"), (0, "all is well"), (1, "")] {
            let failure = learned(&[observed(End::Exited(code), "", text)]).expect_err("it is not");
            assert_eq!(failure.exit, Exit::NotInteresting);
            assert!(failure.hints[0].contains("--expect"), "{failure:?}");
        }
        // A signal that the user, or a limit, sends says nothing.
        assert!(learned(&[observed(End::Signaled(9), "", "")]).is_err());
        let failure = learned(&[observed(End::TimedOut, "", "")]).expect_err("it hangs");
        assert!(failure.hints[0].contains("hang="));
    }

    #[test]
    fn commands_differ_in_their_ends_in_an_answer_or_in_their_outputs() {
        let differ = |first: Observed, second: Observed| {
            let difference = difference(&[vec![&first, &first], vec![&second, &second]])?;
            let texts = difference
                .expects
                .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            Ok::<_, Failure>((texts, difference.is_in_output))
        };
        let run = |code, text| observed(End::Exited(code), text, "");
        let found = differ(run(0, "a"), run(139, "b")).expect("they differ");
        assert_eq!(found, (["exit=zero".into(), "signal=SEGV".into()], false));
        let found = differ(run(0, "sat\n"), run(0, "unsat\n")).expect("they differ");
        assert_eq!(found.0[0], r"exit=zero stdout=\A\s*sat\s*\z");
        assert!(!found.1);
        let found = differ(run(0, "sum 17\n"), run(0, "sum 18\n")).expect("they differ");
        assert_eq!(found, (["exit=zero".into(), "exit=zero".into()], true));
        assert!(differ(run(0, "a"), run(0, "a")).is_err());
    }
}
