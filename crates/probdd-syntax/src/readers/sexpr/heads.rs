//! What is known of a list by how it begins.

use super::lexer::Class;
use super::reader::{ENTRIES, ITEMS, Reader};
use super::{Expect, Form, Rest};

/// Operands of a head that is a list.
static OPERANDS: Form = Form::term(&[], Rest::Stay(Expect::Any));

impl Reader<'_, '_, '_> {
    /// The form of a list, and whether it has a head. `[x 1 y 2]` where lists are expected is
    /// Clojure's way of writing `((x 1) (y 2))`.
    pub(super) fn form_of_list(
        &self,
        open: usize,
        byte: u8,
        is_data: bool,
        expect: Expect,
    ) -> (&'static Form, bool) {
        if let Expect::List(form) = expect
            && !self.is_head_of_head(open + 1)
        {
            let is_flat = byte == b']' && self.class_at(open + 1) == Some(Class::Atom);
            let are_lists = matches!(form.rest, Rest::Star(Expect::List(_)));
            return if is_flat && are_lists { (&ENTRIES, false) } else { (form, false) };
        }
        match (is_data, byte) {
            (false, b')') => {}
            (false, b'}') => return (&ENTRIES, false),
            _ => return (&ITEMS, false),
        }
        let head = self.text_at(open + 1);
        match self.class_at(open + 1) {
            Some(Class::Atom) if self.is_head(open + 1) => (self.form_of_head(head), true),
            Some(Class::Open(_)) if self.is_head_of_head(open + 2) => (&OPERANDS, true),
            _ => (&ITEMS, false),
        }
    }

    /// Whether an atom at the beginning of a list is its head: a number or a string is data.
    fn is_head(&self, at: usize) -> bool {
        let begins_data = |byte: &u8| byte.is_ascii_digit() || *byte == b'"';
        !self.is_keyword(at) && !self.text_at(at).first().is_some_and(begins_data)
    }

    fn is_head_of_head(&self, at: usize) -> bool {
        self.dialect.heads.iter().any(|head| head.as_bytes() == self.text_at(at))
    }

    fn form_of_head(&self, head: &[u8]) -> &'static Form {
        let of_family = || {
            let begins = |start: &&str| head.starts_with(start.as_bytes());
            let families = self.dialect.families.iter();
            families.filter(|(starts, _)| starts.iter().any(begins)).map(|(_, form)| form).next()
        };
        self.forms.get(head).copied().or_else(of_family).unwrap_or(self.dialect.unknown)
    }
}
