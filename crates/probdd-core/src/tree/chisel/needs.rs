//! Tokens that cannot do without others: names and their definitions.

use crate::tree::configuration::TreeConfiguration;
use crate::{Edits, Kept};

/// As long as one of the users is left, one of the providers has to be. Tokens, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// Those that need.
    pub users: Vec<u32>,
    /// Those that are needed.
    pub providers: Vec<u32>,
}

/// What has to stay for what. A wrong need costs a removal that was not asked about, and never a
/// result: the sweep asks for it in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    needs: Vec<Need>,
    /// `(provider, the index of its need)`, in order.
    providers: Vec<(u32, u32)>,
}

impl Needs {
    /// Needs in any order.
    pub fn new(needs: Vec<Need>) -> Needs {
        let numbered = needs.iter().enumerate();
        let mut providers: Vec<(u32, u32)> = numbered
            .flat_map(|(index, need)| need.providers.iter().map(move |at| (*at, index as u32)))
            .collect();
        providers.sort_unstable();
        Needs { needs, providers }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Need> {
        self.needs.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.needs.is_empty()
    }

    /// Whether a change breaks no need.
    pub(super) fn allow(&self, at: &TreeConfiguration, change: &Edits) -> bool {
        self.is_empty() || !self.breaks(at.kept(), &at.after(change))
    }

    /// Whether a user loses its last provider between two configurations, the later one smaller.
    fn breaks(&self, before: &Kept, after: &Kept) -> bool {
        let is_left = |token: &u32| after.contains(*token as usize);
        let has_gone = |token: u32| before.contains(token as usize) && !is_left(&token);
        self.providers.iter().filter(|(token, _)| has_gone(*token)).any(|(_, index)| {
            let need = &self.needs[*index as usize];
            !need.providers.iter().any(is_left) && need.users.iter().any(is_left)
        })
    }

    /// Whether a user outside of a range of tokens needs one in it.
    pub(super) fn is_used(&self, tokens: &std::ops::Range<usize>) -> bool {
        let at = |token: usize| self.providers.partition_point(|(at, _)| (*at as usize) < token);
        self.providers[at(tokens.start)..at(tokens.end)].iter().any(|(_, index)| {
            let users = &self.needs[*index as usize].users;
            users.iter().any(|user| !tokens.contains(&(*user as usize)))
        })
    }
}
