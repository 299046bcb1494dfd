//! Several inputs, and directories: what is read, and where the result goes.

use crate::bench::{Bench, Ran};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

/// What the test of [`project`] needs, in the file that it needs.
const NEEDED: &str = "return needed";

/// A directory `project` of several files, and a test that needs parts of two of them. Every query
/// adds a line to the file `ran`.
pub(crate) fn project() -> Bench {
    let bench = Bench::new();
    let main = "#include \"lib/needed.h\"\nint unneeded;\nint main(void) { return needed(7); }\n";
    write(&bench, "project/main.c", main);
    write(&bench, "project/lib/needed.h", "int needed(int);\nint other(int);\n");
    write(&bench, "project/lib/unneeded.h", "int unneeded(int);\n");
    for number in 0..6 {
        write(&bench, &format!("project/docs/{number}.txt"), "a text\nof two lines\n");
    }
    bench.script(
        "test.sh",
        "echo ran >>\"${0%/*}/ran\"
        grep -rqs 'return needed' \"$1\" && grep -rqs 'int needed' \"$1\"",
    );
    bench
}

/// Writes a file, and makes its directory.
pub(crate) fn write(bench: &Bench, path: &str, text: &str) {
    fs::create_dir_all(bench.path(path).parent().unwrap()).unwrap();
    bench.file(path, text.as_bytes());
}

/// The texts of all files in a directory, by their sorted paths.
pub(crate) fn texts(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(directory).unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Whether the test of [`project`] finds a directory interesting.
pub(crate) fn is_interesting(directory: &Path) -> bool {
    let all: String = texts(directory).into_iter().map(|(_, text)| text).collect();
    all.contains(NEEDED) && all.contains("int needed")
}

#[track_caller]
fn refused(bench: &Bench, args: &str) -> Ran {
    let ran = bench.probdd(args).exits_with(1);
    assert_eq!(bench.queries(), 0, "the test has run");
    assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
    ran
}

#[test]
fn a_directory_is_reduced_to_a_directory_beside_it() {
    let bench = project();
    let before = texts(&bench.path("project"));
    bench.probdd("test.sh project").exits_with(0).prints("result: project.reduced");
    assert!(is_interesting(&bench.path("project.reduced")));
    let result = texts(&bench.path("project.reduced"));
    assert_eq!(result.len(), 1, "the header is inlined: {result:?}");
    assert!(result[0].1.len() < 40, "{result:?}");
    assert_eq!(texts(&bench.path("project")), before);
    let names = ["project", "project.reduced", "ran", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
    let again = bench.probdd("resume project.reduced.probdd").exits_with(0);
    assert!(again.stderr.contains("is complete") || again.stdout.contains("is complete"));
}

#[test]
fn the_trace_names_files_and_is_the_same_with_any_number_of_jobs() {
    let bench = project();
    for jobs in ["1", "4", "16"] {
        let args =
            format!("test.sh project --trace trace{jobs} -o result{jobs} -j{jobs} --no-state");
        bench.probdd(&args).exits_with(0);
        assert_eq!(texts(&bench.path(format!("result{jobs}"))), texts(&bench.path("result1")));
        assert_eq!(bench.timeless(&format!("trace{jobs}")), bench.timeless("trace1"));
    }
    let trace = bench.text("trace1");
    assert!(trace.contains("\"file\":\"project/a.c\""), "{trace}");
}

#[test]
fn the_current_directory_can_be_reduced() {
    let bench = project();
    let mut command = bench.command(["../test.sh", "."]);
    let ran = Ran::new(&command.current_dir(bench.path("project")).output().unwrap());
    ran.exits_with(0).prints("project.reduced");
    assert!(is_interesting(&bench.path("project.reduced")));
}

#[test]
fn several_files_are_given_to_the_test_in_their_order() {
    let bench = project();
    bench.script(
        "test.sh",
        "case \"$1 $2\" in */lib/needed.h\\ */main.c) ;; *) exit 1 ;; esac
        grep -q needed \"$1\" && grep -q 'return needed' \"$2\"",
    );
    let ran = bench.probdd("test.sh project/lib/needed.h project/main.c").exits_with(0);
    ran.prints("result: project.reduced\n").prints("2 -> 2 files");
    let result = texts(&bench.path("project.reduced"));
    let paths: Vec<&str> = result.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["lib/needed.h", "main.c"]);
    let ran = bench.probdd("test.sh project/lib/needed.h project/main.c -o r").exits_with(0);
    ran.prints("result: r\n");
    assert_eq!(texts(&bench.path("r")), result);
}

#[test]
fn files_in_the_current_directory_become_a_directory_there() {
    let bench = project();
    let main = bench.text("project/main.c");
    bench.file("main.c", main.as_bytes());
    bench.file("needed.h", b"int needed(int);\n");
    bench.script("test.sh", "grep -q 'return needed' main.c && grep -q needed needed.h");
    bench.probdd("test.sh main.c needed.h").exits_with(0).prints("result: reduced\n");
    assert_eq!(texts(&bench.path("reduced")).len(), 2);
    assert_eq!(bench.text("main.c"), main);
}

#[test]
fn trace_and_report_say_what_became_of_each_file() {
    let bench = project();
    bench.probdd("test.sh project --trace trace --report report").exits_with(0);
    let sizes = |directory: &str| -> Vec<(String, usize)> {
        let texts = texts(&bench.path(directory)).into_iter();
        texts.map(|(path, text)| (format!("project/{path}"), text.len())).collect()
    };
    let header = &bench.trace("trace")[0];
    let path = |file: &Value| file["path"].as_str().unwrap().to_owned();
    let size = |size: &Value| usize::try_from(size.as_u64().unwrap()).unwrap();
    let listed = header["files"].as_array().unwrap().iter();
    let mut listed: Vec<_> = listed.map(|file| (path(file), size(&file["bytes"]))).collect();
    listed.sort();
    assert_eq!(listed, sizes("project"));
    let report = bench.json("report");
    let files = report["files"].as_array().unwrap();
    let of = |field: &str| -> Vec<(String, usize)> {
        let there = files.iter().filter(|file| !file[field].is_null());
        there.map(|file| (path(file), size(&file[field]))).collect()
    };
    assert_eq!(of("before"), sizes("project"));
    assert_eq!(of("after"), sizes("project.reduced"));
    let total: usize = sizes("project.reduced").iter().map(|(_, size)| size).sum();
    assert_eq!(size(&report["result"]["bytes"]), total);
}

#[test]
fn permissions_and_links_are_kept() {
    let bench = project();
    let run = bench.path("project/run");
    fs::write(&run, "#!/bin/sh\necho run\n").unwrap();
    fs::set_permissions(&run, fs::Permissions::from_mode(0o750)).unwrap();
    symlink("run", bench.path("project/link")).unwrap();
    bench.script("test.sh", "[ -x \"$1/run\" ] && [ -L \"$1/link\" ] && grep -q run \"$1/link\"");
    bench.probdd("test.sh project").exits_with(0);
    let mode = fs::metadata(bench.path("project.reduced/run")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o750);
    let led = fs::read_link(bench.path("project.reduced/link")).unwrap();
    assert_eq!(led, Path::new("run"));
}

#[test]
fn a_result_of_the_same_reduction_is_replaced_and_any_other_directory_is_kept() {
    let bench = project();
    bench.probdd("test.sh project").exits_with(0);
    bench.probdd("test.sh project --restart").exits_with(0);
    assert!(!bench.path("project.reduced.1").exists());
    fs::write(bench.path("project.reduced/precious"), "precious").unwrap();
    let ran = bench.probdd("test.sh project").exits_with(0);
    ran.says("the existing `project.reduced` is kept as `project.reduced.1`");
    assert_eq!(bench.text("project.reduced.1/precious"), "precious");
    assert!(is_interesting(&bench.path("project.reduced")));
    assert!(!bench.path("project.reduced/precious").exists());
}

#[test]
fn a_killed_run_goes_on_with_its_directory() {
    let whole = project();
    whole.probdd("-j1 test.sh project").exits_with(0);
    for part in 1..6 {
        let bench = project();
        let mut child = bench.spawn("-j1 test.sh project");
        let enough = whole.queries() * part / 6;
        crate::bench::wait_until(|| {
            bench.queries() > enough || child.try_wait().unwrap().is_some()
        });
        child.kill().unwrap();
        child.wait().unwrap();
        bench.assert_no_process_is_left();
        let result = bench.path("project.reduced");
        assert!(!result.exists() || is_interesting(&result));
        if bench.path("project.reduced.probdd/run.json").exists() {
            bench.probdd("resume").exits_with(0);
        }
        assert_eq!(texts(&result), texts(&whole.path("project.reduced")));
        assert!(!bench.path("project.reduced.1").exists());
        assert!(!bench.path(".project.reduced.partial").exists());
    }
}

#[test]
fn a_test_may_delete_and_rewrite_its_inputs() {
    let bench = project();
    bench.script(
        "test.sh",
        "grep -rqs 'return needed' \"$1\" && grep -rqs 'int needed' \"$1\"
        code=$?
        for file in $(find \"$1\" -type f); do echo 'return needed int needed' >$file; done
        [ \"$(date +%N | tail -c 2)\" -gt 4 ] && rm -rf \"$1\"
        exit $code",
    );
    let before = texts(&bench.path("project"));
    bench.probdd("test.sh project").exits_with(0);
    assert!(is_interesting(&bench.path("project.reduced")));
    assert_eq!(texts(&bench.path("project")), before);
}

#[test]
fn what_gitignore_and_exclude_leave_out_is_no_part_of_the_input() {
    let bench = project();
    write(&bench, "project/.gitignore", "*.o\n");
    write(&bench, "project/main.o", NEEDED);
    bench.script("test.sh", "[ ! -e \"$1/main.o\" ] && [ ! -e \"$1/docs\" ]");
    bench.probdd("test.sh project --exclude /project/docs --max-queries 1").exits_with(3);
    let ran = bench.probdd("test.sh project --max-queries 1").exits_with(2);
    ran.says("what .gitignore and --exclude leave out, are not there");
}

#[test]
fn inputs_that_cannot_be_copied_are_refused() {
    let bench = project();
    refused(&bench, "test.sh project missing").says("cannot read the input `missing`");
    refused(&bench, "test.sh project project/").says("the input `project/` is named twice");
    refused(&bench, "test.sh project -").says("standard input cannot be one of several");
    fs::create_dir_all(bench.path("empty/also")).unwrap();
    refused(&bench, "test.sh empty").says("nothing to reduce");
    symlink("../test.sh", bench.path("project/out")).unwrap();
    let ran = refused(&bench, "test.sh project").says("/project/out` leads out of the inputs");
    ran.says("--exclude '/project/out'");
    bench.probdd("test.sh project --exclude /project/out --max-queries 1").exits_with(3);
    fs::remove_file(bench.path("project/out")).unwrap();
    fs::remove_file(bench.path("ran")).unwrap();
    let _socket = UnixListener::bind(bench.path("project/socket")).unwrap();
    refused(&bench, "test.sh project").says("/project/socket` is neither a file nor a directory");
}

#[test]
fn options_that_fit_the_inputs_only_are_accepted() {
    let bench = project();
    for options in ["--granularity line", "--reducer list", "--fixup cat", "--transformer cat"] {
        refused(&bench, &format!("test.sh project {options}"));
    }
    refused(&bench, "test.sh project -o -").says("cannot be printed");
    for options in ["--exclude *.o", "--keep *.c", "--keep-files"] {
        refused(&bench, &format!("test.sh project/main.c {options}")).says("no effect on a single");
    }
    refused(&bench, "test.sh project --exclude [").says("is no glob");
}

#[test]
fn nothing_is_written_where_it_would_be_read_or_lost() {
    let bench = project();
    for option in ["-o project/out", "--trace project/trace", "--report project/lib/report"] {
        refused(&bench, &format!("test.sh project {option}")).says("that lies in the input");
    }
    refused(&bench, "test.sh project -o .").says("that directory contains the input");
    refused(&bench, "test.sh project -o test.sh").says("is not a directory");
    fs::create_dir(bench.path("tests")).unwrap();
    fs::rename(bench.path("test.sh"), bench.path("tests/test.sh")).unwrap();
    let ran = refused(&bench, "tests/test.sh project -o tests");
    ran.says("that directory contains the interestingness test");
}

#[test]
fn files_of_with_are_found_beside_the_input_and_clash_with_none() {
    let bench = project();
    write(&bench, "helpers/helper.h", "helper");
    write(&bench, "elsewhere/project/main.c", "another");
    bench.script("test.sh", "grep -q helper helpers/helper.h && grep -rqs needed \"$1\"");
    bench.probdd("test.sh project --with helpers --max-queries 5").exits_with(3);
    refused(&bench, "test.sh project --with nothing").says("cannot find");
    refused(&bench, "test.sh project --with project/main.c").says("where another file stands");
    refused(&bench, "test.sh project --with helpers --with helpers/helper.h").says("where another");
}

#[test]
fn tokens_are_counted_in_one_unit_while_each_file_is_read_in_its_own_way() {
    let bench = Bench::new();
    fs::create_dir(bench.path("all")).unwrap();
    // With comments, which a grammar does not count, and without a language once the first line has gone.
    let comments = "/* one two three four five six */\n".repeat(30);
    bench.file("all/a.c", format!("{comments}int needle(void) {{ return 1; }}\n").as_bytes());
    bench.file(
        "all/tool",
        format!("#!/bin/sh\n{}needle other\n", "# a b c d\n".repeat(30)).as_bytes(),
    );
    bench.script("test.sh", "grep -q needle all/a.c && grep -q 'needle other' all/tool");
    bench.probdd("test.sh all -o out --trace trace --report report").exits_with(0);
    let trace = bench.trace("trace");
    let mut before = trace[0]["input"]["tokens"].as_u64().unwrap();
    for line in trace.iter().filter(|line| line["verdict"] == "interesting") {
        let tokens = line["tokens"].as_u64().unwrap();
        assert!(tokens <= before, "{before} tokens before {line}");
        before = tokens;
    }
    assert_eq!(bench.json("report")["result"]["tokens"], before);
}
