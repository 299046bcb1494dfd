//! What a terminal can show: how many colours, and which characters.

use ratatui::style::{Color, Modifier, Style};

/// The abilities of a terminal, and the wishes of its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) has_colours: bool,
    /// Whether characters other than ASCII show.
    pub(super) is_unicode: bool,
}

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// The title of a part of the screen.
    Title,
    /// A number that matters.
    Figure,
    /// What explains a number.
    Label,
    Good,
    Warning,
    /// What was shown to be needed.
    Needed,
    /// What is not decided, from sure to be needed down to sure to go.
    Hot,
    Warm,
    Cool,
    Cold,
    /// What would go if the candidate that runs is interesting.
    Tried,
    /// The place where something has just gone.
    Fresh,
    /// A line that went.
    Gone,
    /// A line that came.
    New,
    /// The chosen tab, and keys.
    Key,
}

impl Look {
    /// Asks the environment.
    pub(super) fn of_environment() -> Look {
        let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
        Look { has_colours: value("NO_COLOR").is_none(), is_unicode: is_utf8(locale.as_deref()) }
    }

    /// How a piece looks. Only the sixteen colours that every terminal has are used.
    pub(super) fn style(self, role: Role) -> Style {
        let plain = Style::new();
        let coloured = |colour| if self.has_colours { plain.fg(colour) } else { plain };
        match role {
            Role::Plain => plain,
            Role::Title => coloured(Color::Cyan).add_modifier(Modifier::BOLD),
            Role::Hot | Role::Gone => coloured(Color::Red),
            Role::Warm => coloured(Color::Yellow),
            Role::Cool => coloured(Color::Cyan),
            Role::Cold if self.has_colours => plain.fg(Color::Blue),
            Role::Figure | Role::Needed => plain.add_modifier(Modifier::BOLD),
            Role::Label | Role::Cold => plain.add_modifier(Modifier::DIM),
            Role::Good | Role::New => coloured(Color::Green),
            Role::Warning => coloured(Color::Yellow).add_modifier(Modifier::BOLD),
            Role::Tried => plain.add_modifier(Modifier::UNDERLINED),
            Role::Fresh | Role::Key => plain.add_modifier(Modifier::REVERSED),
        }
    }

    /// How something looks that is needed with this probability; `None` if it was shown to be.
    pub(super) fn heat(needed: Option<f64>) -> Role {
        match needed {
            None => Role::Needed,
            Some(0.8..) => Role::Hot,
            Some(0.5..) => Role::Warm,
            Some(0.2..) => Role::Cool,
            Some(_) => Role::Cold,
        }
    }

    /// The marks of a sparkline or a curve, from nothing to full.
    pub(super) fn bars(self) -> [&'static str; 9] {
        if self.is_unicode {
            [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        } else {
            [" ", "_", ".", ",", "-", "=", "+", "*", "#"]
        }
    }

    /// The line between two parts of the screen.
    pub(super) fn rule(self) -> &'static str {
        if self.is_unicode { "─" } else { "-" }
    }

    pub(super) fn vertical_rule(self) -> &'static str {
        if self.is_unicode { "│" } else { "|" }
    }
}

/// Whether a locale's characters are those of Unicode.
fn is_utf8(locale: Option<&str>) -> bool {
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_locale_says_whether_it_has_unicode() {
        assert!(is_utf8(Some("de_DE.UTF-8")) && is_utf8(Some("C.utf8")));
        assert!(!is_utf8(Some("C")) && !is_utf8(Some("de_DE.ISO-8859-1")) && !is_utf8(None));
    }

    #[test]
    fn without_colours_there_are_none() {
        let look = Look { has_colours: false, is_unicode: true };
        let roles = [Role::Title, Role::Good, Role::Warning, Role::Gone, Role::New];
        assert!(roles.iter().all(|role| look.style(*role).fg.is_none()));
    }
}
