//! `--guard`: checks that are often wanted besides, by a word.

use crate::command_line::{Guard, ReduceArgs};
use crate::error::Failure;
use crate::files::{is_executable, search_path};
use probdd_syntax::Language;
use std::path::Path;

/// A check of a guard.
pub(super) struct Line {
    pub(super) name: &'static str,
    /// What runs; `$1` is the candidate. It has to exit with 0.
    pub(super) runs: String,
}

/// How candidates in a language are compiled: the language, the programs that can do it, and what
/// follows them.
const COMPILERS: &[(&[&str], &[&str], &str)] = &[
    (
        &["c"],
        &["gcc", "clang", "cc"],
        "-fsyntax-only -w -Werror=implicit-function-declaration \
       -Werror=implicit-int -Werror=int-conversion -Werror=return-type \"$1\"",
    ),
    (&["c++", "cpp"], &["g++", "clang++", "c++"], "-fsyntax-only -w \"$1\""),
    (&["go"], &["gofmt"], "-e \"$1\""),
    (&["java"], &["javac"], "-proc:none -nowarn -d . \"$1\""),
    (&["javascript"], &["node"], "--check \"$1\""),
    (&["json"], &["python3"], "-m json.tool \"$1\""),
    (&["php"], &["php"], "-l \"$1\""),
    (
        &["python"],
        &["python3"],
        "-c 'import ast,sys; ast.parse(open(sys.argv[1],\"rb\").read())' \"$1\"",
    ),
    (&["ruby"], &["ruby"], "-c \"$1\""),
    (
        &["rust"],
        &["rustc"],
        "--edition 2021 --crate-type lib --emit=metadata -A warnings -o guard.rmeta \"$1\"",
    ),
    (&["typescript"], &["tsc"], "--noEmit \"$1\""),
    (&["xml"], &["xmllint"], "--noout \"$1\""),
];

/// Warnings of compilers about what the languages C and C++ do not define.
const UNDEFINED: &str = "-Wall -Wextra -Werror=uninitialized -Werror=return-type -Werror=array-bounds \
     -Werror=div-by-zero -Werror=shift-count-overflow -Werror=shift-count-negative -Werror=overflow \
     -Werror=format -Werror=sequence-point -Werror=return-local-addr -Werror=nonnull";

/// The same, in C only.
const UNDEFINED_IN_C: &str = "-Werror=implicit-function-declaration -Werror=implicit-int \
     -Werror=int-conversion -Werror=incompatible-pointer-types";

/// The checks of a guard. A compiler other than `main`, the command itself, is preferred.
pub(super) fn lines(
    guard: Guard,
    args: &ReduceArgs,
    main: Option<&str>,
) -> Result<Vec<Line>, Failure> {
    let language = language(args)?;
    match guard {
        Guard::Compiles => Ok(vec![compiles(language, main)?]),
        Guard::CUb => without_undefined_behaviour(language),
    }
}

fn language(args: &ReduceArgs) -> Result<&str, Failure> {
    let known = |path: &&Path| Language::by_path(path).map(Language::name);
    let named = args.language.as_deref();
    named.or_else(|| args.inputs().first().and_then(known)).ok_or_else(|| {
        let message = "--guard needs to know the language of the input";
        Failure::usage(message).hint("name it: --language NAME; `probdd languages` lists them")
    })
}

fn compiles(language: &str, main: Option<&str>) -> Result<Line, Failure> {
    let row = COMPILERS.iter().find(|(languages, ..)| languages.contains(&language));
    let Some((_, programs, rest)) = row else {
        let message = format!("--guard compiles does not know how to compile {language}");
        return Err(Failure::usage(message).hint("say it by a command: --also 'CMD'"));
    };
    let installed = || programs.iter().filter(|program| is_installed(program));
    let is_main = |program: &&&str| {
        main.is_some_and(|main| main.rsplit('/').next().unwrap_or(main).starts_with(**program))
    };
    let chosen = installed().find(|program| !is_main(program)).or_else(|| installed().next());
    let Some(program) = chosen else {
        let message = format!("--guard compiles needs `{}`, which is not on PATH", programs[0]);
        return Err(
            Failure::usage(message).hint("install it, or say it by a command: --also 'CMD'")
        );
    };
    Ok(Line { name: "compiles", runs: format!("{program} {rest}") })
}

fn without_undefined_behaviour(language: &str) -> Result<Vec<Line>, Failure> {
    let (gcc, clang, more) = match language {
        "c" => ("gcc", "clang", UNDEFINED_IN_C),
        "c++" | "cpp" => ("g++", "clang++", ""),
        other => {
            let message = format!("--guard c-ub is about C and C++, and the input is {other}");
            return Err(Failure::usage(message).hint("leave it out, or name it: --language c"));
        }
    };
    let compilers: Vec<&str> =
        [gcc, clang].into_iter().filter(|compiler| is_installed(compiler)).collect();
    let Some(last) = compilers.last() else {
        let message = format!("--guard c-ub needs `{gcc}` or `{clang}`, and neither is on PATH");
        return Err(Failure::usage(message).hint("install one of them"));
    };
    let warnings = Line {
        name: "no-warnings",
        runs: format!("{} -O1 {UNDEFINED} {more} -c \"$1\" -o guard.o", compilers[0]),
    };
    let sanitized = Line {
        name: "sanitized",
        runs: format!(
            "{last} -w -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all \"$1\" \
             -o guard.exe -lm && {{ \
             ASAN_OPTIONS=exitcode=86:detect_leaks=0 UBSAN_OPTIONS=exitcode=86:halt_on_error=1 \
             timeout 10 ./guard.exe >guard.out 2>&1 </dev/null; \
             case $? in 86|124|12[6-9]|13?) exit 1;; esac; }}"
        ),
    };
    Ok(vec![warnings, sanitized])
}

fn is_installed(program: &str) -> bool {
    search_path().iter().any(|dir| is_executable(&dir.join(program)))
}
