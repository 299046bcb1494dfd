//! `xtask soak`: damaged files of all languages through the real tool, with its default options.
//!
//! The files are the examples of the recall checklists and of `examples/`, each damaged in a few ways.
//! The test is a search for a word that the file has. Each run has little memory, little time of its own
//! and few queries. A run fails that ends with another exit code than 0, 2 or 3, that leaves files behind
//! in its temporary directory, or whose result is larger than the input or not interesting. What fails is
//! kept in `target/soak/`, with its command.
//!
//! With `--shapes BYTES`, the files are hostile texts of that size, most of which is needed. Between two
//! queries, and until the end, the tool may compute for ten seconds.

use crate::random::Random;
use crate::shapes::shapes;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest file, in bytes.
const LONGEST: usize = 200_000;

/// How deep the nests are that are put into files.
const DEEP: usize = 20_000;

/// The test looks for one of these at most: words are short, so that searches find much to remove.
const LONGEST_WORD: usize = 24;

/// Runs a program with 2 GB of memory, and with little CPU time for each of its processes.
const LIMITS: &str = "ulimit -v 2000000; ulimit -t $0; ulimit -c 0; exec \"$@\"";

/// Runs a program, notes its process in `pid`, and in `whole` the CPU time of the shell and of its children.
const TIMED: &str = "ulimit -v 4000000; ulimit -c 0; sh -c 'echo $$ >pid; exec \"$@\"' sh \"$@\"
    code=$?; times >whole; exit $code";

/// The size of the hostile texts that are damaged like other files, in bytes.
const SMALL: usize = 20_000;

/// The most seconds of CPU that the tool may take between two queries.
const LONGEST_GAP: f64 = 10.0;

/// The exit codes of runs that ended as they should: done, not interesting, stopped early.
const SOUND: [i32; 3] = [0, 2, 3];

/// Reduce damaged files of all languages with the real tool
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The tool [default: the one that cargo builds]
    #[arg(long)]
    tool: Option<PathBuf>,
    /// How many files
    #[arg(long, default_value_t = 2000)]
    files: u64,
    /// Stop after so much time
    #[arg(long)]
    seconds: Option<u64>,
    /// Seed of the files
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// CPU seconds of each run; a tool that is not optimized needs some times as many
    #[arg(long, default_value_t = 20)]
    cpu: u64,
    /// The file to begin with, for a file that failed
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Reduce one large text of each hostile shape instead, of so many bytes
    #[arg(long, value_name = "BYTES")]
    shapes: Option<usize>,
}

/// Runs the tool on one file after another, and fails if one of them has failed.
pub(crate) fn run(options: &Options) -> Result<()> {
    let tool = options.tool.clone().map_or_else(built, Ok)?;
    let tool = fs::canonicalize(tool)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let kept = root.join("target/soak");
    fs::create_dir_all(&kept)?;
    if let Some(bytes) = options.shapes {
        return run_shapes(&tool, &kept, bytes);
    }
    let mut sources = sources(&root)?;
    sources.extend(shapes(SMALL));
    println!("seed {}, {} sources", options.seed, sources.len());
    let began = Instant::now();
    let is_time =
        || options.seconds.is_none_or(|seconds| began.elapsed() < Duration::from_secs(seconds));
    let (mut codes, mut failures, mut slowest) = (BTreeMap::new(), 0, (Duration::ZERO, 0));
    let mut number = options.from;
    while number < options.from + options.files && is_time() {
        let case = Case::new(&sources, options.seed, number);
        let began = Instant::now();
        let outcome = case.run(&tool, &kept, options.cpu)?;
        slowest = slowest.max((began.elapsed(), number));
        *codes.entry(outcome.code).or_insert(0) += 1;
        if let Some(fault) = outcome.fault {
            failures += 1;
            println!("file {number}: {fault}\n  {}", case.keep(&kept, &tool)?);
        }
        number += 1;
    }
    let count = number - options.from;
    println!("{count} files in {:.0} s; exit codes {codes:?}", began.elapsed().as_secs_f64());
    println!("the slowest took {:.1} s: file {}", slowest.0.as_secs_f64(), slowest.1);
    if failures > 0 {
        bail!("{failures} of {count} files failed");
    }
    Ok(())
}

/// Runs the tool on a text of each shape.
fn run_shapes(tool: &Path, kept: &Path, bytes: usize) -> Result<()> {
    let mut failures = 0;
    for (number, (extension, text)) in shapes(bytes).into_iter().enumerate() {
        let home = kept.join(format!("shape-{number}"));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home)?;
        let name = format!("input.{extension}");
        fs::write(home.join(&name), &text)?;
        // The test notes the CPU time of the tool so far.
        let test = format!(
            "#!/bin/sh\nh=\"${{0%/*}}\"; cut -d' ' -f14,15 /proc/$(cat \"$h/pid\")/stat >>\"$h/times\"\n\
             [ $(wc -c <\"$1\") -ge {} ]\n",
            text.len() / 100 * 98
        );
        write_program(&home.join("test.sh"), test.as_bytes())?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", TIMED, "sh"]).arg(tool).args(["-j1", "--no-state"]).args(ARGUMENTS);
        command.arg(&name).current_dir(&home).stdin(Stdio::null());
        let began = Instant::now();
        let done = command.output()?;
        let times = fs::read_to_string(home.join("times")).unwrap_or_default();
        let longest = longest_gap(&times, &fs::read_to_string(home.join("whole"))?);
        let code = done.status.code();
        let start: String =
            String::from_utf8_lossy(&text[..text.len().min(24)]).escape_debug().collect();
        println!(
            "{number:>2} {extension:<5} {start:<28} {} queries, {:.1} s, at most {longest:.1} s of CPU at a time",
            times.lines().count(),
            began.elapsed().as_secs_f64(),
        );
        if longest > LONGEST_GAP || code.is_none_or(|code| !SOUND.contains(&code)) {
            failures += 1;
            println!("   failed: exit code {code:?}, in {}", home.display());
        } else {
            fs::remove_dir_all(&home)?;
        }
    }
    if failures > 0 {
        bail!("{failures} shapes failed");
    }
    Ok(())
}

/// The most seconds between two of some times, from 0 to the whole time. Each is a line of user and system
/// time in hundredths of a second; the whole time is what `times` of the shell prints.
fn longest_gap(times: &str, whole: &str) -> f64 {
    let sum = |line: &str| line.split(' ').filter_map(|time| time.parse::<f64>().ok()).sum::<f64>();
    let times = times.lines().map(|line| sum(line) / 100.0);
    let whole = whole.lines().last().unwrap_or_default().split_whitespace().filter_map(minutes);
    let times: Vec<f64> = std::iter::once(0.0).chain(times).chain([whole.sum()]).collect();
    times.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)
}

/// The seconds of a time such as `1m2.5s`.
fn minutes(time: &str) -> Option<f64> {
    let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// The tool as cargo has built it, beside this program.
fn built() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo).args(["build", "-q", "--locked", "-p", "probdd"]).status()?;
    if !done.success() {
        bail!("cargo cannot build the tool");
    }
    let here = std::env::current_exe()?;
    Ok(here.parent().context("a program lies in a directory")?.join("probdd"))
}

/// The files that are damaged, each with its name, in order.
fn sources(root: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut sources = Vec::new();
    let mut folders =
        ["crates/probdd-syntax/recall", "crates/probdd/tests/cli/fixtures", "examples"]
            .map(|folder| root.join(folder))
            .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(extension) = path.extension() {
                sources.push((path.clone(), extension.to_string_lossy().into_owned()));
            }
        }
    }
    sources.sort();
    let read = |(path, extension): (PathBuf, String)| Ok((extension, fs::read(path)?));
    sources.into_iter().map(read).collect()
}

/// A damaged file, and the word that is needed of it.
struct Case {
    number: u64,
    name: String,
    text: Vec<u8>,
    needed: Vec<u8>,
}

/// How a run ended, and what is wrong with that.
struct Outcome {
    code: Option<i32>,
    fault: Option<String>,
}

impl Case {
    /// The file of a number: it depends on that and the seed only.
    fn new(sources: &[(String, Vec<u8>)], seed: u64, number: u64) -> Case {
        let mut random = Random::new(seed.wrapping_mul(1 << 32) + number);
        let (extension, text) = &sources[random.below(sources.len())];
        let mut text = text.clone();
        for _ in 0..=random.below(3) {
            random.damage(&mut text);
            text.truncate(LONGEST);
        }
        if text.is_empty() {
            // An empty input is refused, rightly.
            text.push(b'x');
        }
        let needed = random.word(&text);
        Case { number, name: format!("input.{extension}"), text, needed }
    }

    fn run(&self, tool: &Path, kept: &Path, cpu: u64) -> Result<Outcome> {
        let home = kept.join(format!("at-work-{}", self.number));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(home.join("tmp"))?;
        self.write(&home)?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", LIMITS, &cpu.to_string()]).arg(tool).args(ARGUMENTS).arg(&self.name);
        command.current_dir(&home).env("TMPDIR", home.join("tmp")).stdin(Stdio::null());
        let done = command.output()?;
        let fault = self.fault(&home, done.status.code())?;
        let said = String::from_utf8_lossy(&done.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let fault = fault.map(|fault| format!("{fault}: {last}"));
        fs::remove_dir_all(&home)?;
        Ok(Outcome { code: done.status.code(), fault })
    }

    /// What is wrong with the end of a run in a directory.
    fn fault(&self, home: &Path, code: Option<i32>) -> Result<Option<String>> {
        if code.is_none_or(|code| !SOUND.contains(&code)) {
            return Ok(Some(format!("exit code {code:?}")));
        }
        if fs::read_dir(home.join("tmp"))?.next().is_some() {
            return Ok(Some("files are left behind".into()));
        }
        let Ok(result) = fs::read(home.join("result")) else { return Ok(None) };
        if result.len() > self.text.len() {
            let sizes = format!("{} -> {} bytes", self.text.len(), result.len());
            return Ok(Some(format!("the result is larger than the input, {sizes}")));
        }
        let is_interesting = memchr::memmem::find(&result, &self.needed).is_some();
        Ok((!is_interesting).then(|| "the result is not interesting".into()))
    }

    /// Writes the file and its test.
    fn write(&self, home: &Path) -> Result<()> {
        fs::write(home.join(&self.name), &self.text)?;
        fs::write(home.join("needed"), &self.needed)?;
        // A test finds what it needs beside itself, and an empty pattern is in every text.
        let test = "#!/bin/sh\nexec grep -aqF -f \"${0%/*}/needed\" \"$1\"\n";
        write_program(&home.join("test.sh"), test.as_bytes())
    }

    /// Keeps a file that failed; returns its command.
    fn keep(&self, kept: &Path, tool: &Path) -> Result<String> {
        let home = kept.join(format!("failed-{}", self.number));
        fs::create_dir_all(&home)?;
        self.write(&home)?;
        let arguments = ARGUMENTS.join(" ");
        Ok(format!("cd {} && {} {arguments} {}", home.display(), tool.display(), self.name))
    }
}

fn write_program(path: &Path, text: &[u8]) -> Result<()> {
    fs::write(path, text)?;
    let done = Command::new("chmod").arg("+x").arg(path).status()?;
    if !done.success() {
        bail!("cannot make the test executable");
    }
    Ok(())
}

/// What the tool is started with, apart from the input.
const ARGUMENTS: [&str; 5] = ["--max-queries", "20", "-o", "result", "./test.sh"];

impl Random {
    /// A word of a text, without newlines; nothing if it has none there.
    fn word(&mut self, text: &[u8]) -> Vec<u8> {
        let at = self.below(text.len() + 1);
        let words = text[at..].split(|byte| !byte.is_ascii_alphanumeric());
        let word = words.into_iter().find(|word| word.len() > 2).unwrap_or_default();
        word[..word.len().min(LONGEST_WORD)].to_vec()
    }

    fn range(&mut self, text: &[u8], most: usize) -> std::ops::Range<usize> {
        let start = self.below(text.len() + 1);
        start..(start + self.below(most)).min(text.len())
    }

    fn damage(&mut self, text: &mut Vec<u8>) {
        let at = self.below(text.len() + 1);
        match self.below(12) {
            0 => text.truncate(at),
            1 => text.splice(at..at, [0]).for_each(drop),
            2 => text.splice(at..at, [0xff, 0xc3, 0x28]).for_each(drop),
            3 => text.splice(0..0, *b"\xef\xbb\xbf").for_each(drop),
            4 => *text = replaced(text, b'\n', b"\r\n"),
            5 => *text = replaced(text, b'\n', b" "),
            6 => self.nest(text),
            7 => {
                let line = self.range(text, 200);
                let copies = text[line].repeat(1 + self.below(200));
                text.splice(at..at, copies).for_each(drop);
            }
            8 => drop(text.drain(self.range(text, 40))),
            9 => {
                let range = self.range(text, 20);
                range.for_each(|at| text[at] = self.byte());
            }
            10 => text.splice(at..at, vec![b'x'; 50_000]).for_each(drop),
            _ => {
                let moved: Vec<u8> = text.drain(self.range(text, 100)).collect();
                let to = self.below(text.len() + 1);
                text.splice(to..to, moved).for_each(drop);
            }
        }
    }

    /// Puts brackets, tags or operators around a part, many times.
    fn nest(&mut self, text: &mut Vec<u8>) {
        const AROUND: [(&[u8], &[u8]); 8] = [
            (b"(", b")"),
            (b"[", b"]"),
            (b"{", b"}"),
            (b"<a>", b"</a>"),
            (b"if (a) {", b"}"),
            (b"(not ", b")"),
            (b"1+", b""),
            (b"!", b""),
        ];
        let (open, close) = AROUND[self.below(AROUND.len())];
        let depth = 1 + self.below(DEEP);
        let range = self.range(text, 100);
        text.splice(range.end..range.end, close.repeat(depth)).for_each(drop);
        text.splice(range.start..range.start, open.repeat(depth)).for_each(drop);
    }
}

fn replaced(text: &[u8], byte: u8, by: &[u8]) -> Vec<u8> {
    let parts: Vec<&[u8]> = text.split(|other| *other == byte).collect();
    parts.join(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_gap_may_be_the_first_or_the_last() {
        let close = |gap: f64, to: f64| assert!((gap - to).abs() < 1e-9, "{gap}");
        close(longest_gap("400 50\n500 60\n", "0m0.0s 0m0.0s\n0m6.0s 0m0.5s\n"), 4.5);
        close(longest_gap("400 50\n500 60\n", "0m0.0s 0m0.0s\n1m10.0s 0m0.6s\n"), 65.0);
        close(longest_gap("", "0m0.0s 0m0.0s\n0m2.0s 0m0.5s\n"), 2.5);
    }

    #[test]
    fn a_file_depends_on_the_seed_and_its_number_and_has_the_word() {
        let sources = vec![("c".to_owned(), b"int main() { return 0; }\n".repeat(20))];
        let (mut texts, mut with_word) = (std::collections::BTreeSet::new(), 0);
        for number in 0..50 {
            let [a, b] = [(); 2].map(|()| Case::new(&sources, 7, number));
            assert_eq!((&a.text, &a.needed), (&b.text, &b.needed));
            assert!(memchr::memmem::find(&a.text, &a.needed).is_some());
            with_word += usize::from(!a.needed.is_empty());
            texts.insert(a.text);
        }
        assert!(texts.len() > 30 && with_word > 30, "{} {with_word}", texts.len());
    }
}
