//! What was typed after `xtask validity`.

use super::sampling::Counts;
use probdd_syntax::Language;

const USAGE: &str = "usage: xtask validity [LANGUAGE...] [--singles N] [--subsets N] [--hoists N] \
                     [--show N] [--table PATH] [--require] [--quick] [--keep-files]";

/// What a language must reach, in percent: of singles, subsets, hoists.
pub(super) type Least = [f64; 3];

/// What is to be done.
pub(super) struct Settings {
    pub(super) languages: Vec<&'static Language>,
    pub(super) counts: Counts,
    /// How many invalid candidates of each category are shown.
    pub(super) shown: usize,
    /// Where the table is written to, beside stdout.
    pub(super) table: Option<String>,
    /// Few candidates of one file each.
    pub(super) is_quick: bool,
    is_required: bool,
    /// Whether the candidates' files stay, for a look.
    pub(super) keeps_files: bool,
}

impl Settings {
    /// Reads the arguments.
    pub(super) fn of(arguments: &[String]) -> Result<Settings, String> {
        let mut settings = Settings {
            languages: Vec::new(),
            counts: Counts { singles: 1000, subsets: 400, hoists: 400 },
            shown: 0,
            table: None,
            is_quick: false,
            is_required: false,
            keeps_files: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut number = || -> Result<usize, String> {
                words.next().and_then(|word| word.parse().ok()).ok_or_else(|| USAGE.to_owned())
            };
            match word.as_str() {
                "--singles" => settings.counts.singles = number()?,
                "--subsets" => settings.counts.subsets = number()?,
                "--hoists" => settings.counts.hoists = number()?,
                "--show" => settings.shown = number()?,
                "--table" => settings.table = Some(words.next().ok_or(USAGE)?.clone()),
                "--require" => settings.is_required = true,
                "--keep-files" => settings.keeps_files = true,
                "--quick" => {
                    settings.is_quick = true;
                    settings.counts = Counts { singles: 20, subsets: 0, hoists: 0 };
                }
                name => settings.languages.push(language(name)?),
            }
        }
        if settings.languages.is_empty() {
            settings.languages = Language::all().collect();
        }
        Ok(settings)
    }

    /// What must be reached, if anything must.
    pub(super) fn required(&self) -> Option<Least> {
        match (self.is_required, self.is_quick) {
            (true, _) => Some([99.0, 97.0, 97.0]),
            (false, true) => Some([75.0, 0.0, 0.0]),
            (false, false) => None,
        }
    }
}

fn language(name: &str) -> Result<&'static Language, String> {
    let known = || Language::all().map(Language::name).collect::<Vec<_>>().join(", ");
    Language::by_name(name)
        .ok_or_else(|| format!("no language `{name}`; there are {}\n{USAGE}", known()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(words: &[&str]) -> Result<Settings, String> {
        Settings::of(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn languages_and_options_may_stand_in_any_order() {
        let read = settings(&["--singles", "5", "c", "--require", "js"]).expect("all is known");
        let names: Vec<_> = read.languages.iter().map(|language| language.name()).collect();
        assert_eq!((names, read.counts.singles), (vec!["c", "javascript"], 5));
        assert_eq!(read.required(), Some([99.0, 97.0, 97.0]));
        assert!(settings(&["--singles"]).is_err());
        assert!(settings(&["--sinlges", "5"]).is_err());
    }
}
