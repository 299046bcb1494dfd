//! The lines by which compilers and other tools report errors, for "this error, and no other".

use super::signatures::compile;
use probdd_exec::{Pattern, Stream};

/// A line that reports an error, as a regular expression that `grep -E` understands as well.
pub(super) const ERROR_LINE: &str = "(^|[ :(])((fatal |parser |syntax |parse )?error|ERROR|Error|fatal)\
     ( ?\\[[A-Za-z0-9_-]+\\]| [A-Z]+[0-9]+)? ?:|\\.go:[0-9]+:[0-9]+: |(Parse|Runtime) error near line";

/// A line that only counts errors, or says that they were errors.
pub(super) const SUMMARY_LINE: &str = "aborting due to|could not compile|[0-9]+ previous error|\
     ld returned|linker command failed|too many errors|[Cc]ompilation (failed|terminated)|[Bb]uild failed";

/// What a command prints that reports no error but those whose lines match.
///
/// # Errors
/// When this is no regular expression: a text for people.
pub(crate) fn no_other_error(regex: &str) -> Result<Pattern, String> {
    compile(regex)?;
    let except = compile(&format!("{SUMMARY_LINE}|{regex}"))?;
    let regex = compile(ERROR_LINE)?;
    Ok(Pattern { stream: Stream::Either, is_wanted: false, regex, except: Some(except) })
}

/// Whether a line only counts errors.
pub(super) fn is_summary(line: &str) -> bool {
    compile(SUMMARY_LINE).is_ok_and(|summary| summary.is_match(line.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_from_what_else_is_printed() {
        let is_error = |line: &str| {
            let [error, summary] = [ERROR_LINE, SUMMARY_LINE].map(compile).map(Result::unwrap);
            error.is_match(line.as_bytes()) && !summary.is_match(line.as_bytes())
        };
        for line in [
            "x.c:3:5: error: 'a' undeclared (first use in this function)",
            "x.c:1:10: fatal error: x.h: No such file or directory",
            "error[E0502]: cannot borrow `v` as mutable",
            "error: expected one of `!` or `::`, found `x`",
            "x.ts(1,5): error TS1005: ';' expected.",
            "Program.cs(3,20): error CS1002: ; expected",
            "./x.go:3:2: undefined: x",
            "x.hs:3:8: error: [GHC-83865]",
            "x.hs:3:8: error:",
            "x.s:3: Error: no such instruction: `movx'",
            "psql:x.sql:1: ERROR:  syntax error at or near \"selct\"",
            "Parse error near line 1: no such table: t",
            "x.xml:3: parser error : Opening and ending tag mismatch",
        ] {
            assert!(is_error(line), "{line}");
        }
        for line in [
            "x.c:3:5: warning: unused variable 'error' [-Wunused-variable]",
            "x.c:3:5: note: each undeclared identifier is reported only once",
            "    3 |   printf(\"error: %d\", error);",
            "error: aborting due to 1 previous error; 1 warning emitted",
            "error: could not compile `x` (bin \"x\") due to 1 previous error",
            "collect2: error: ld returned 1 exit status",
            "compilation terminated.",
            "cc1: all warnings being treated as errors",
            "1 error",
        ] {
            assert!(!is_error(line), "{line}");
        }
    }
}
