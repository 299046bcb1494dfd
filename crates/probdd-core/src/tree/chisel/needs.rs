//! Which tokens need which others: names need their definitions.

use crate::tree::configuration::TreeConfiguration;
use crate::{Edits, Kept};
use std::ops::Range;

/// One of the providers has to be kept as long as one of the users is. Tokens, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The tokens that need a provider.
    pub users: Vec<u32>,
    /// The tokens that satisfy the need.
    pub providers: Vec<u32>,
}

/// The needs of a program. A wrong need makes a search skip a removal, and never changes the result:
/// the sweep tries the removal in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    needs: Vec<Need>,
    /// Each provider and the index of its need, in order.
    providers: Vec<(u32, u32)>,
}

impl Needs {
    /// Needs in any order.
    pub fn new(needs: Vec<Need>) -> Needs {
        let numbered = (0..).zip(&needs);
        let mut providers: Vec<(u32, u32)> = numbered
            .flat_map(|(index, need)| need.providers.iter().map(move |token| (*token, index)))
            .collect();
        providers.sort_unstable();
        Needs { needs, providers }
    }

    /// All needs.
    pub fn iter(&self) -> impl Iterator<Item = &Need> {
        self.needs.iter()
    }

    /// Whether a change breaks no need.
    pub(super) fn allow(&self, best: &TreeConfiguration, change: &Edits) -> bool {
        self.needs.is_empty() || !self.breaks(best.kept(), &best.after(change))
    }

    /// Whether a user loses its last provider between two configurations, the later one smaller.
    fn breaks(&self, before: &Kept, after: &Kept) -> bool {
        let is_kept = |token: &u32| after.contains(*token as usize);
        let is_removed = |token: u32| before.contains(token as usize) && !is_kept(&token);
        self.providers.iter().filter(|(token, _)| is_removed(*token)).any(|(_, index)| {
            let need = &self.needs[*index as usize];
            !need.providers.iter().any(is_kept) && need.users.iter().any(is_kept)
        })
    }

    /// Whether a user outside a range of tokens needs a token inside it.
    pub(super) fn is_used(&self, tokens: &Range<usize>) -> bool {
        let at = |token: usize| {
            self.providers.partition_point(|(provider, _)| (*provider as usize) < token)
        };
        self.providers[at(tokens.start)..at(tokens.end)].iter().any(|(_, index)| {
            let users = &self.needs[*index as usize].users;
            users.iter().any(|user| !tokens.contains(&(*user as usize)))
        })
    }
}
