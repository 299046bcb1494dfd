//! The script that runs the steps of a query on a worker, and writes how each of them ended.
//!
//! It needs `sh`, `cp`, `chmod`, `mkdir` and `date`, and kills a step at its time limit if there is
//! `timeout`. The steps run in a copy of the files, because a worker may not allow to write beside its
//! inputs. At the end it writes `out/status`: whoever finds no such file, or not all of it, knows that
//! the steps have not run to their end.

use probdd_exec::{End, Step, StepCommand, Steps};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of all that we put on a worker. A worker may make the tree the root of the file system,
/// beside folders of its own.
pub(crate) const PLACE: &str = "probdd";

/// The shell that runs it.
pub(crate) const SHELL: &str = "/bin/sh";

/// What comes first in `out/status`, and last.
pub(crate) const BEGIN: &str = "probdd 1";
pub(crate) const END: &str = "end";

/// The status of a step that did not end by itself.
pub(crate) const CUT_SHORT: &str = "none";

const HEAD: &str = r#"#!/bin/sh
# Written by probdd: runs the test on a candidate, and writes how that ended to out/status.
cd "${0%/*}" || exit 120
here=$PWD
mkdir -p out tmp && cp -RP in work && chmod -R u+w work && cd work || exit 120
TMPDIR=$here/tmp PROBDD_INPUT_DIR=$here/work CHECKS_DIR=$here/test PROBDD_FEEDBACK=$here/out/feedback
: "${HOME:=$here/tmp}"
export TMPDIR HOME PROBDD_INPUT_DIR CHECKS_DIR PROBDD_FEEDBACK PWD
said=$here/said mark=$here/mark code=0
limits=$(command -v timeout)
inner='out=$1 err=$2 mark=$3; shift 3
if [ "$out" = "$err" ]; then "$@" >"$out" 2>&1; else "$@" >"$out" 2>"$err"; fi
echo $? >"$mark"'
# A step: its number, its time limit, the files for its output, and the command.
step() {
	number=$1 limit=$2 out=$here/out/$3 err=$here/out/$4 killer=
	shift 4
	[ "$limit" != 0 ] && [ "$limits" ] && killer="$limits -s KILL $limit"
	rm -f "$mark"
	began=$(date +%s%N)
	$killer /bin/sh -c "$inner" sh "$out" "$err" "$mark" "$@" </dev/null
	status=none
	[ -s "$mark" ] && read -r status <"$mark"
	echo "$number $status $began $(date +%s%N)" >>"$said"
	times >>"$said"
}
failed() {
	case $code$status in 0none) code=124 ;; 00) code=1 ;; 0*) code=$status ;; esac
}
finish() {
	echo end >>"$said"
	mv "$said" "$here/out/status"
	exit "$code"
}
echo "probdd 1" >"$said"
exec 2>/dev/null
"#;

/// A script, and what is expected of it.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) text: Vec<u8>,
    pub(crate) steps: Steps,
}

impl Script {
    /// Writes the script of some steps, on a candidate at these paths below the working directory.
    pub(crate) fn new(steps: Steps, candidate: &[PathBuf]) -> Script {
        let mut text = HEAD.as_bytes().to_vec();
        for step in &steps.steps {
            write_step(&mut text, step, candidate, steps.is_until_failure);
        }
        text.extend_from_slice(b"finish\n");
        Script { text, steps }
    }

    /// The files that a worker has to bring back, below the folder of all that we put there.
    pub(crate) fn outputs(&self) -> Vec<String> {
        let texts = self.steps.steps.iter().flat_map(texts);
        let own = ["out/status".to_owned(), "out/feedback".to_owned()];
        own.into_iter().chain(texts.map(|name| format!("out/{name}"))).collect()
    }

    /// The exit code of the script after these ends, in the order of the steps that ran.
    pub(crate) fn exit_code(&self, ends: &[(usize, Option<i32>)]) -> i32 {
        let hopeless = ends.iter().find(|(number, status)| {
            let step = self.steps.steps.iter().find(|step| step.number == *number);
            step.is_some_and(|step| !may_hold(step, *status))
        });
        match hopeless {
            None => 0,
            Some((_, None)) => 124,
            Some((_, Some(0))) => 1,
            Some((_, Some(status))) => *status,
        }
    }
}

/// The names of the files that a step prints to.
pub(crate) fn texts(step: &Step) -> Vec<String> {
    let number = step.number;
    if step.is_apart {
        vec![format!("{number}.out"), format!("{number}.err")]
    } else {
        vec![number.to_string()]
    }
}

fn may_hold(step: &Step, status: Option<i32>) -> bool {
    step.may_hold(status.map_or(End::TimedOut, End::Exited))
}

fn write_step(text: &mut Vec<u8>, step: &Step, candidate: &[PathBuf], is_until_failure: bool) {
    let number = step.number;
    let names = texts(step);
    let (out, err) = (&names[0], names.last().unwrap_or(&names[0]));
    let limit = step.timeout.map_or("0".to_owned(), seconds);
    let need = |need: &usize| format!("[ \"$h{need}\" ] && ");
    let needs = step.needs.iter().map(need).collect::<Vec<_>>().concat();
    text.extend_from_slice(format!("h{number}=\n{needs}{{\n").as_bytes());
    text.extend_from_slice(format!("step {number} {limit} {out} {err}").as_bytes());
    for word in words(step, candidate) {
        text.push(b' ');
        text.extend_from_slice(&word);
    }
    text.push(b'\n');
    text.extend_from_slice(hope(step).as_bytes());
    let otherwise = if is_until_failure { "{ failed; finish; }" } else { "failed" };
    text.extend_from_slice(format!("[ \"$h{number}\" ] || {otherwise}\n}}\n").as_bytes());
}

/// Sets the variable of a step that may hold after its status.
fn hope(step: &Step) -> String {
    let number = step.number;
    let all: Vec<Option<i32>> = (0..256).map(Some).chain([None]).collect();
    let (good, bad): (Vec<_>, Vec<_>) = all.iter().partition(|status| may_hold(step, **status));
    let pattern = |statuses: &[&Option<i32>]| {
        let word = |status: &&Option<i32>| status.map_or(CUT_SHORT.into(), |code| code.to_string());
        statuses.iter().map(word).collect::<Vec<_>>().join("|")
    };
    match (good.is_empty(), bad.is_empty()) {
        (true, _) => String::new(),
        (_, true) => format!("h{number}=1\n"),
        _ if good.len() <= bad.len() => {
            format!("case $status in {}) h{number}=1 ;; esac\n", pattern(&good))
        }
        _ => format!("case $status in {}) ;; *) h{number}=1 ;; esac\n", pattern(&bad)),
    }
}

/// The words of a step's command, quoted.
fn words(step: &Step, candidate: &[PathBuf]) -> Vec<Vec<u8>> {
    let candidate = || candidate.iter().map(|path| at("work", path));
    match &step.command {
        StepCommand::Test(path) => {
            let name = path.file_name().map_or(Path::new("test"), Path::new);
            [at("test", name)].into_iter().chain(candidate()).collect()
        }
        StepCommand::Shell(command) => {
            let before = [SHELL.into(), b"-c".to_vec(), quoted(command), b"sh".to_vec()];
            before.into_iter().chain(candidate()).collect()
        }
        StepCommand::Program(program, arguments) => {
            let program = if program.is_absolute() {
                quoted(program.as_os_str())
            } else {
                at("work", program)
            };
            [program].into_iter().chain(arguments.iter().map(|argument| quoted(argument))).collect()
        }
    }
}

/// A path below one of our folders, as a word.
fn at(folder: &str, path: &Path) -> Vec<u8> {
    [format!("\"$here\"/{folder}/").as_bytes(), &quoted(path.as_os_str())].concat()
}

/// A text as a word of the shell.
fn quoted(text: &OsStr) -> Vec<u8> {
    let mut word = vec![b'\''];
    for byte in text.as_bytes() {
        match byte {
            b'\'' => word.extend_from_slice(b"'\\''"),
            byte => word.push(*byte),
        }
    }
    word.push(b'\'');
    word
}

/// A time limit for `timeout`; not every one knows fractions.
fn seconds(limit: Duration) -> String {
    if limit.subsec_millis() == 0 {
        return limit.as_secs().max(1).to_string();
    }
    format!("{}.{:03}", limit.as_secs(), limit.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_exec::{
        Check, CheckCommand, CheckSpec, Checks, Expectation, ExpectedEnd, Form, Limits, Manner,
        Surroundings, Tester,
    };

    fn surroundings() -> Surroundings {
        Surroundings::new("/in".into(), Form::file("a.c".into()), Limits::default())
    }

    fn checks(ends: &[ExpectedEnd], manner: Manner) -> Tester {
        let spec = |(number, end): (usize, &ExpectedEnd)| CheckSpec {
            name: number.to_string().into(),
            command: CheckCommand::Shell(format!("exit {number}").into()),
            expectation: Expectation { end: end.clone(), ..Expectation::default() },
            timeout: None,
            after: if number > 1 { vec![number - 1] } else { vec![] },
        };
        let specs = ends.iter().enumerate().map(spec).collect();
        Tester::Checks(Checks::new(specs, "/in".into(), surroundings()).in_manner(manner, 1))
    }

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted(OsStr::new("it's a $x")), b"'it'\\''s a $x'");
        assert_eq!(at("work", Path::new("a b")), b"\"$here\"/work/'a b'");
    }

    #[test]
    fn a_time_limit_has_a_fraction_only_if_it_needs_one() {
        assert_eq!(seconds(Duration::from_secs(10)), "10");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.500");
    }

    #[test]
    fn the_exit_code_of_the_script_follows_from_the_ends() {
        let tester = Tester::Program(Check::new("/t/test".into(), surroundings()));
        let script = Script::new(tester.steps(), &["a.c".into()]);
        assert_eq!(script.exit_code(&[(0, Some(0))]), 0);
        assert_eq!(script.exit_code(&[(0, Some(3))]), 3);
        assert_eq!(script.exit_code(&[(0, None)]), 124);
        let ends = [ExpectedEnd::Failure, ExpectedEnd::Any];
        let script = Script::new(checks(&ends, Manner::InOrder).steps(), &["a.c".into()]);
        assert_eq!(script.exit_code(&[(0, Some(0))]), 1);
        assert_eq!(script.exit_code(&[(0, Some(7)), (1, Some(9))]), 0);
    }

    #[test]
    fn outputs_are_one_or_two_for_each_step() {
        let tester = Tester::Program(Check::new("/t/test".into(), surroundings()));
        let script = Script::new(tester.steps(), &["a.c".into()]);
        assert_eq!(script.outputs(), ["out/status", "out/feedback", "out/0"]);
        let script = Script::new(tester.observing_steps(), &[]);
        assert_eq!(script.outputs()[2..], ["out/0.out", "out/0.err"]);
    }
}
