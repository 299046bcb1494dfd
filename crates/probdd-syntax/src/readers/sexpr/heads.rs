//! The form of a list, found by how the list begins.

use super::lexer::{Class, Tokens};
use crate::language::dialect::{Dialect, Expect, Form, ITEMS, Rest};
use std::collections::HashMap;

/// The form of braces: keys and values.
static ENTRIES: Form = Form::term(&[], Rest::Pairs(Expect::Any));

/// The form of a list whose head is a list: all operands are kept.
static OPERANDS: Form = Form::term(&[], Rest::Kept(Expect::Any));

/// The heads that a dialect knows.
pub(super) struct Heads {
    dialect: &'static Dialect,
    forms: HashMap<&'static [u8], &'static Form>,
    families: Vec<(&'static [u8], &'static Form)>,
}

impl Heads {
    pub(super) fn of(dialect: &'static Dialect) -> Heads {
        let words = |(words, form): &'static (&'static str, Form)| {
            words.split_ascii_whitespace().map(move |word| (word.as_bytes(), form))
        };
        let forms = dialect.forms.iter().flat_map(words).collect();
        let families = dialect.families.iter().flat_map(words).collect();
        Heads { dialect, forms, families }
    }

    /// The form of a list, and whether it has a head. Where lists are expected, Clojure writes
    /// `[x 1 y 2]` for `((x 1) (y 2))`.
    pub(super) fn form_of_list(
        &self,
        tokens: &Tokens<'_>,
        open: usize,
        byte: u8,
        is_data: bool,
        expect: Expect,
    ) -> (&'static Form, bool) {
        if let Expect::List(form) = expect
            && !self.is_head_of_head(tokens, open + 1)
        {
            let is_flat = byte == b']' && tokens.class_at(open + 1) == Some(Class::Atom);
            let are_lists = matches!(form.rest, Rest::Star(Expect::List(_)));
            return if is_flat && are_lists { (&ENTRIES, false) } else { (form, false) };
        }
        match (is_data, byte) {
            (false, b')') => {}
            (false, b'}') => return (&ENTRIES, false),
            _ => return (&ITEMS, false),
        }
        let head = tokens.text_at(open + 1);
        match tokens.class_at(open + 1) {
            Some(Class::Atom) if is_head(tokens, open + 1) => (self.form_of_head(head), true),
            Some(Class::Open(_)) if self.is_head_of_head(tokens, open + 2) => (&OPERANDS, true),
            _ => (&ITEMS, false),
        }
    }

    fn is_head_of_head(&self, tokens: &Tokens<'_>, at: usize) -> bool {
        self.dialect.heads.iter().any(|head| head.as_bytes() == tokens.text_at(at))
    }

    fn form_of_head(&self, head: &[u8]) -> &'static Form {
        let of_family = || {
            let family = self.families.iter().find(|(start, _)| head.starts_with(start));
            family.map(|(_, form)| *form)
        };
        self.forms.get(head).copied().or_else(of_family).unwrap_or(self.dialect.unknown)
    }
}

/// Whether an atom at the beginning of a list is its head: numbers and strings are data.
fn is_head(tokens: &Tokens<'_>, at: usize) -> bool {
    let begins_data = |byte: &u8| byte.is_ascii_digit() || *byte == b'"';
    !tokens.is_keyword(at) && !tokens.text_at(at).first().is_some_and(begins_data)
}
