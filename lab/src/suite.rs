//! Suites: groups of subjects that comparisons are made for.

/// A group of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    C,
    Debloating,
    Languages,
    Xml,
    Data,
    Lists,
}

impl Suite {
    pub(crate) const ALL: [Suite; 6] =
        [Suite::C, Suite::Debloating, Suite::Languages, Suite::Xml, Suite::Data, Suite::Lists];

    /// The suite of a subject. The first words of a subject's name tell what its input is.
    pub(crate) fn of(subject: &str) -> Suite {
        let mut words = subject.split('-');
        match (words.next().unwrap_or_default(), words.next()) {
            ("c", Some("debloat")) => Suite::Debloating,
            ("c", _) => Suite::C,
            ("xml", _) => Suite::Xml,
            ("binary" | "json", _) => Suite::Data,
            ("list", _) => Suite::Lists,
            _ => Suite::Languages,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Suite::C => "C and C++",
            Suite::Debloating => "debloating",
            Suite::Languages => "other languages",
            Suite::Xml => "XML",
            Suite::Data => "other data",
            Suite::Lists => "lists",
        }
    }
}
