//! What a command does on the unmodified input, as far as it tells one failure from another.

use super::errors::is_summary;
use super::expect::{Expect, expectation};
use super::mask::Context;
use super::refusal::nothing_telling;
use super::runs::Runs;
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
    /// What each command does on an empty file, and on a file of garbage.
    pub(crate) wrong: Vec<Vec<Observed>>,
}

/// A text of at most so many bytes, and words only, is an answer: `sat`.
const LONGEST_ANSWER: usize = 80;

/// An output with more kinds of errors than this does not say which of them matter.
const MOST_KINDS: usize = 6;

/// The exit codes of `timeout` for a command that it has ended.
const OF_TIMEOUT: [i32; 2] = [124, 137];

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
pub(super) fn learn(of: &Runs, learned: &Learned) -> Result<Found, Failure> {
    let code = common_code(&of.right)?;
    let end = code.map(Expect::of_code);
    let mut all: Vec<Found> = Vec::new();
    for stream in [Stream::Stderr, Stream::Stdout] {
        let common = common_signatures(&of.right, stream, learned);
        all.extend(common.into_iter().map(|signature| {
            let only =
                signature.only.then(|| only(&of.right, stream, &signature, learned)).flatten();
            let print = Expect::Print(stream, true, signature.regex);
            let expects = end.clone().into_iter().chain([print]).chain(only).collect();
            Found { expects, failure: Some(signature.shown) }
        }));
    }
    let is_of_timeout =
        code.is_some_and(|code| OF_TIMEOUT.contains(&code)) && has_timeout(of.typed);
    let by_end = match &end {
        Some(Expect::Signal(signal)) => TELLING.contains(signal) || is_of_timeout,
        _ => is_of_timeout,
    };
    let by_end = end.filter(|_| by_end).map(|end| Found { expects: vec![end], failure: None });
    let first_telling = all.iter().position(|found| of.tells(&found.expects));
    match (first_telling, by_end) {
        (Some(telling), _) => Ok(all.swap_remove(telling)),
        (None, Some(by_end)) => Ok(by_end),
        // It is refused later, and with what the wrong texts are.
        (None, None) if !all.is_empty() => Ok(all.swap_remove(0)),
        (None, None) => Err(nothing_telling(of, &learned.context)),
    }
}

/// Whether a command says how long another one may run.
fn has_timeout(typed: &str) -> bool {
    typed.split(|c: char| !c.is_alphanumeric()).any(|word| word == "timeout" || word == "gtimeout")
}

/// That no other kind of error is reported than the input has; `None` if that cannot be said.
fn only(
    runs: &[&Observed],
    stream: Stream,
    signature: &Signature,
    learned: &Learned,
) -> Option<Expect> {
    let output = text(runs.first()?, stream);
    let mut regexes = vec![signature.regex.clone()];
    for kind in learned.signatures.kinds_in(output, &learned.context) {
        if !regexes.contains(&kind.regex) && !is_summary(&kind.shown) {
            regexes.push(kind.regex);
        }
    }
    let only = Expect::OnlyError(regexes.join("|"));
    let (expectation, _) = expectation(std::slice::from_ref(&only)).ok()?;
    let holds = runs.iter().all(|run| run.meets(&expectation));
    (regexes.len() <= MOST_KINDS && holds).then_some(only)
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

/// The signatures that all runs have, the one that says the most first.
fn common_signatures(runs: &[&Observed], stream: Stream, learned: &Learned) -> Vec<Signature> {
    let Learned { signatures, context, .. } = learned;
    let mut found = runs.iter().map(|run| {
        let output = text(run, stream);
        let reported = signatures.all_reported_in(output, context);
        // Of several kinds of errors, wrong texts may have the first one, too.
        reported.chain(signatures.kinds_in(output, context)).collect::<Vec<Signature>>()
    });
    let mut common = found.next().unwrap_or_default();
    for others in found {
        common.retain(|signature| others.iter().any(|other| other.regex == signature.regex));
    }
    // A line that counts errors names none.
    common.retain(|signature| !is_summary(&signature.shown));
    common
}

/// What a run has printed to a stream.
fn text(run: &Observed, stream: Stream) -> &[u8] {
    match stream {
        Stream::Stdout => &run.stdout,
        _ => &run.stderr,
    }
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
        "if that is what you look for: --expect hang before the `--`; else give it more time: \
         --timeout SECONDS",
    )
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
        learned_of("tool x", runs)
    }

    fn learned_of(typed: &str, runs: &[Observed]) -> Result<Vec<String>, Failure> {
        let signatures = Signatures::new(&[])?;
        let context = Context::default();
        let learned = Learned { signatures: &signatures, context, wrong: Vec::new() };
        let wrong = observed(End::Exited(1), "", "x.c:1:1: error: stray '@' in program");
        let runs = Runs { typed, right: runs.iter().collect(), wrong: vec![&wrong] };
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
        for (code, text) in [(1, "it does not work"), (0, "all is well"), (1, "")] {
            let failure = learned(&[observed(End::Exited(code), "", text)]).expect_err("it is not");
            assert_eq!(failure.exit, Exit::NotInteresting);
            assert!(failure.hints[0].contains("--expect"), "{failure:?}");
        }
        // A signal that the user, or a limit, sends says nothing.
        assert!(learned(&[observed(End::Signaled(9), "", "")]).is_err());
        let failure = learned(&[observed(End::TimedOut, "", "")]).expect_err("it hangs");
        assert!(failure.hints[0].contains("--expect hang"));
    }

    #[test]
    fn an_error_of_the_input_excludes_other_kinds() {
        let run = |text| observed(End::Exited(1), "", text);
        let text = "x.c:1:1: error: too few arguments\nx.c:2:1: error: too few arguments\n";
        let wanted = r"[0-9]\)?: error: too few arguments";
        assert_eq!(
            learned(&[run(text), run(text)]).expect("it is known"),
            ["exit=1".into(), format!("stderr={wanted}"), format!("only-error={wanted}")]
        );
        // Of two kinds, one is wanted and the other may stay.
        let text = "x.c:1:1: error: too few arguments\nx.c:2:1: error: void value\n";
        let other = r"[0-9]\)?: error: void value";
        let found = learned(&[run(text)]).expect("it is known");
        assert_eq!(
            found[1..],
            [format!("stderr={wanted}"), format!("only-error={wanted}|{other}")]
        );
    }

    #[test]
    fn the_end_of_a_command_with_a_limit_is_enough() {
        for (code, wanted) in [(124, "exit=124"), (137, "signal=KILL")] {
            let runs = [observed(End::Exited(code), "", "")];
            assert_eq!(learned_of("timeout 5 ./tool x", &runs).expect("it is known"), [wanted]);
            assert!(learned_of("./tool x", &runs).is_err());
        }
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
