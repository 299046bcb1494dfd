//! The warning about a result that is so small that the test is probably too weak.

/// The smallest programs, without white space, of languages in which the empty text is not a
/// program.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("c", &["intmain(){}", "intmain(void){}", "main(){}"]),
    ("c++", &["intmain(){}"]),
    ("c#", &["classa{}", "classA{}"]),
    ("go", &["packagea", "packagemain", "packagemainfuncmain(){}"]),
    ("java", &["classa{}", "classA{}"]),
    ("json", &["{}", "[]"]),
    ("kotlin", &["funmain(){}"]),
    ("rust", &["fnmain(){}"]),
    ("verilog", &["modulea;endmodule"]),
    ("xml", &["<a/>", "<a></a>"]),
];

/// So few tokens rarely show the failure that a test means, unless it looks for a message.
const FEW: usize = 2;

/// The warning about a trivial result, if it is one. Few elements of a list can well be what the user is
/// looking for, and few tokens that print a message which the test looks for.
pub(crate) fn warning(
    language: Option<&str>,
    result: &[u8],
    tokens: usize,
    may_be_few: bool,
) -> Option<String> {
    let (what, weak) = match language {
        _ if result.is_empty() => ("an empty file", "is too weak"),
        Some(_) if tokens == 1 => ("a single token", "may be too weak"),
        _ if !may_be_few && (1..=FEW).contains(&tokens) => ("one or two tokens", "may be too weak"),
        Some(name) if is_trivial_program(name, result) => {
            ("a program that does nothing", "may be too weak")
        }
        _ => return None,
    };
    Some(format!(
        "the test finds {what} interesting: it {weak}; let it also check for what you are looking for, \
         for example an error message"
    ))
}

fn is_trivial_program(language: &str, text: &[u8]) -> bool {
    let text = || text.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
    let mut programs =
        PROGRAMS.iter().filter(|(name, _)| *name == language).flat_map(|(_, programs)| *programs);
    // A large text differs after a few bytes.
    programs.any(|program| program.bytes().eq(text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_text_is_trivial_and_a_program_that_does_something_is_not() {
        let told = |text: &str, tokens| warning(Some("c"), text.as_bytes(), tokens, true);
        assert!(told("", 0).is_some_and(|told| told.contains("an empty file")));
        assert!(told(";", 1).is_some_and(|told| told.contains("a single token")));
        assert!(told("int main() {\n}\n", 6).is_some_and(|told| told.contains("does nothing")));
        assert_eq!(told("int main() { f(); }", 10), None);
        assert_eq!(warning(None, b";", 1, true), None);
        assert!(warning(None, b"a b", 2, false).is_some_and(|told| told.contains("two tokens")));
    }
}
