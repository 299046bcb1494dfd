//! Suites: groups of subjects that comparisons are made for.

/// A group of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    C,
    Languages,
    Data,
    Lists,
}

impl Suite {
    pub(crate) const ALL: [Suite; 4] = [Suite::C, Suite::Languages, Suite::Data, Suite::Lists];

    /// The suite of a subject. The first word of a subject's name tells what its input is.
    pub(crate) fn of(subject: &str) -> Suite {
        match subject.split('-').next().unwrap_or_default() {
            "c" => Suite::C,
            "binary" | "json" | "xml" => Suite::Data,
            "list" => Suite::Lists,
            _ => Suite::Languages,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Suite::C => "C and C++",
            Suite::Languages => "other languages",
            Suite::Data => "data",
            Suite::Lists => "lists",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_of_a_name_tells_the_suite() {
        let names = ["c-x", "cython-c", "xml-c-x", "list-changes", "go"];
        let expected = [Suite::C, Suite::Languages, Suite::Data, Suite::Lists, Suite::Languages];
        assert_eq!(names.map(Suite::of), expected);
    }
}
