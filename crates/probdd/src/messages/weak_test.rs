//! Results that are so small that the test probably asks for too little.

use crate::settings::{Strategy, Structure};

/// For languages in which the empty text is no program, the smallest ones, without blanks.
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

/// What to do about it.
const ADVICE: &str =
    "let it also look for what you are after, for example a message of the compiler";

/// What to tell the user about a result, if it is trivial.
pub(crate) fn warning(strategy: &Strategy, result: &[u8], tokens: usize) -> Option<String> {
    let (what, weak) = if result.is_empty() {
        ("an empty file", "is too weak")
    } else if !has_grammar(strategy) {
        return None;
    } else if tokens == 1 {
        ("a single token", "may be too weak")
    } else if is_program(strategy, result) {
        ("a program that does nothing", "may be too weak")
    } else {
        return None;
    };
    Some(format!("the test is interesting for {what}: it {weak}; {ADVICE}"))
}

/// Of a list, one element may well be what is wanted.
fn has_grammar(strategy: &Strategy) -> bool {
    matches!(strategy, Strategy::Tree { structure: Structure::Grammar(_), .. })
}

fn is_program(strategy: &Strategy, text: &[u8]) -> bool {
    let Strategy::Tree { structure: Structure::Grammar(language), .. } = strategy else {
        return false;
    };
    let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    PROGRAMS
        .iter()
        .filter(|(name, _)| *name == language.name())
        .any(|(_, programs)| programs.iter().any(|program| program.as_bytes() == text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Polish, Reducer};
    use probdd_syntax::Language;

    #[test]
    fn little_text_is_trivial_and_a_program_that_does_something_is_not() {
        let language = Language::by_name("c").expect("it is built in");
        let structure = Structure::Grammar(language);
        let strategy =
            Strategy::Tree { structure, reducer: Reducer::Frontier, polish: Polish::Full };
        let told = |text: &str, tokens| warning(&strategy, text.as_bytes(), tokens);
        assert!(told("", 0).is_some_and(|told| told.contains("an empty file")));
        assert!(told(";", 1).is_some_and(|told| told.contains("a single token")));
        assert!(told("int main() {\n}\n", 6).is_some_and(|told| told.contains("does nothing")));
        assert_eq!(told("int main() { f(); }", 10), None);
    }
}
