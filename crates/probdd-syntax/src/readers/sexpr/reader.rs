//! Turns tokens of S-expressions into a quantified tree. It does not recurse, because texts may
//! nest to any depth.

use super::heads::Heads;
use super::lexer::{Class, Token, Tokens, datum_length};
use super::open_list::{Element, End, OpenList};
use super::quoting::{needs, quoted, slot_within, within};
use crate::document::builder::DocumentBuilder;
use crate::language::dialect::{ATOM, Dialect, Expect, HEAD, LIST, NAME, OTHER, Prefix, Rest};
use probdd_core::{Kind, Role, Slot};

/// Reads tokens into a document whose root is open.
pub(super) fn read(dialect: &'static Dialect, tokens: Tokens<'_>, out: &mut DocumentBuilder<'_>) {
    let needs = needs(tokens.all);
    // A comma outside all backquotes does not unquote: it may stand anywhere.
    let quotes = needs.of_text;
    let root = OpenList {
        has_slots: dialect.is_top_replaceable,
        ..OpenList::new(End::Text, dialect.top, quotes)
    };
    let mut reader = Reader {
        dialect,
        tokens,
        at: 0,
        out,
        needs: needs.of_data,
        frames: vec![root],
        open_brackets: [0; 256],
        heads: Heads::of(dialect),
    };
    reader.run();
}

struct Reader<'a, 'b, 'c> {
    dialect: &'static Dialect,
    tokens: Tokens<'a>,
    at: usize,
    out: &'b mut DocumentBuilder<'c>,
    /// How many backquotes the data need around them, at their first tokens after the prefixes.
    needs: Vec<u8>,
    /// The lists that are open; the first is the top level.
    frames: Vec<OpenList>,
    /// How many brackets are open, by the byte that closes them.
    open_brackets: [usize; 256],
    heads: Heads,
}

impl Reader<'_, '_, '_> {
    fn run(&mut self) {
        while let Some(token) = self.tokens.all.get(self.at) {
            match token.class {
                Class::Comment => self.comment(),
                Class::Close(byte) if self.open_brackets[byte as usize] > 0 => self.close(byte),
                Class::Atom if self.ends_block(self.at) => self.close_block(),
                Class::Atom if self.begins_tail() => self.tail(),
                _ => self.datum(),
            }
        }
        while self.frames.len() > 1 {
            self.pop();
            self.out.close();
        }
        self.end_list();
    }

    fn frame(&mut self) -> &mut OpenList {
        self.frames.last_mut().expect("the top level is never closed")
    }

    /// Adds the next token of the text.
    fn token(&mut self) {
        let token = self.tokens.all[self.at];
        self.out.token(token.bytes(), token.class != Class::Comment);
        self.at += 1;
    }

    /// Adds comments to the element before them, to the element after them, or to the list.
    fn comment(&mut self) {
        let comments =
            self.tokens.all[self.at..].iter().take_while(|token| token.class == Class::Comment);
        let next = self.at + comments.count();
        if self.frame().element == Element::Complete {
            if self.is_on_the_line_of_the_token_before() || self.is_dot(next) {
                return self.extra();
            }
            self.end_element();
        }
        if self.frame().element == Element::None {
            let is_last = matches!(self.tokens.class_at(next), None | Some(Class::Close(_)));
            if is_last || self.ends_block(next) {
                self.end_list();
            } else {
                let expect = self.begin_element(next);
                self.frame().begun = Some(expect);
            }
        }
        while self.at < next {
            self.extra();
        }
    }

    fn extra(&mut self) {
        self.out.open(OTHER, Role::Extra, Slot::NONE);
        self.token();
        self.out.close();
    }

    fn is_on_the_line_of_the_token_before(&self) -> bool {
        let gap = self.out.covered()..self.tokens.all[self.at].bytes().start;
        !self.tokens.text[gap].contains(&b'\n')
    }

    /// Begins the element of the datum at a token. Returns what is expected there.
    fn begin_element(&mut self, at: usize) -> Expect {
        if self.frame().element == Element::Complete {
            self.end_element();
        }
        let is_option = self.is_option(at);
        let frame = self.frame();
        let (role, expect, data) = match frame.form.rest {
            Rest::Kept(expect) => (Role::Regular, expect, 0),
            Rest::Star(expect) => (Role::Star, expect, 1),
            Rest::Plus(expect) => (Role::Plus, expect, 1),
            Rest::Pairs(expect) => (Role::Star, expect, 2),
        };
        if frame.element != Element::None {
            return expect;
        }
        if !frame.has_list {
            if is_option {
                frame.element = Element::Wants(1);
                self.out.open(Kind::NONE, Role::Optional, Slot::NONE);
                return Expect::Any;
            }
            frame.kept += 1;
            if let Some(expect) = frame.form.kept.get(frame.kept - 1) {
                return *expect;
            }
        }
        if role == Role::Regular {
            return expect;
        }
        frame.element = Element::Wants(data);
        if !std::mem::replace(&mut frame.has_list, true) {
            self.out.open(Kind::NONE, role, Slot::NONE);
        }
        self.out.open(Kind::NONE, Role::Item, Slot::NONE);
        expect
    }

    /// Whether the datum at a token is a list that is optional here.
    fn is_option(&self, at: usize) -> bool {
        let options = self.frames.last().map_or(&[][..], |frame| frame.form.options);
        let is_list = matches!(self.tokens.class_at(at), Some(Class::Open(_)));
        is_list && options.iter().any(|option| option.as_bytes() == self.tokens.text_at(at + 1))
    }

    fn end_element(&mut self) {
        self.frame().element = Element::None;
        self.end_tail();
        self.out.close();
    }

    fn is_dot(&self, at: usize) -> bool {
        !self.dialect.dot.is_empty() && self.tokens.text_at(at) == self.dialect.dot.as_bytes()
    }

    /// Whether the token here is the dot before the tail of a list.
    fn begins_tail(&self) -> bool {
        let follows_head = || !matches!(self.tokens.class_at(self.at - 1), Some(Class::Open(_)));
        self.is_dot(self.at)
            && self.begins_datum(self.at + 1)
            && self.frames.last().is_some_and(|frame| match frame.element {
                Element::None => self.frames.len() > 1 && !frame.has_list && follows_head(),
                Element::Wants(_) => false,
                Element::Complete => !frame.has_tail,
            })
    }

    /// Begins the tail of a list, which is an option: inside the item before it, if there is one.
    fn tail(&mut self) {
        self.out.open(Kind::NONE, Role::Optional, Slot::NONE);
        self.token();
        let frame = self.frame();
        frame.has_tail = frame.element == Element::Complete;
        frame.element = Element::Wants(1);
        frame.begun = Some(Expect::Any);
    }

    fn end_tail(&mut self) {
        if std::mem::take(&mut self.frame().has_tail) {
            self.out.close();
        }
    }

    /// Ends the list of removable elements; later ones belong to another list.
    fn end_list(&mut self) {
        if self.frame().element != Element::None {
            self.end_element();
        }
        self.frame().begun = None;
        if std::mem::take(&mut self.frame().has_list) {
            self.out.close();
        }
    }

    /// Reads a datum, or the beginning of a list.
    fn datum(&mut self) {
        let expect = match self.frame().begun.take() {
            Some(expect) => expect,
            None => self.begin_element(self.at),
        };
        if let Expect::Fixed = expect {
            self.fixed();
            return self.end_datum(false);
        }
        let is_prefix = |token: &&Token| matches!(token.class, Class::Prefix(_));
        let prefixes = self.tokens.all[self.at..].iter().take_while(is_prefix);
        let solid = self.at + prefixes.count();
        match self.tokens.class_at(solid) {
            Some(Class::Open(byte)) => self.open(solid, byte, expect),
            Some(Class::Atom) if self.begins_block(solid) => self.open_block(),
            Some(Class::Atom) => self.atom(solid + 1),
            _ => self.atom(solid.max(self.at + 1)),
        }
    }

    /// Adds a whole datum: a name, or a list in which nothing is removed.
    fn fixed(&mut self) {
        let length = datum_length(&self.tokens.all[self.at..]).max(1);
        if length == 1 {
            return self.name(NAME);
        }
        self.out.open(OTHER, Role::Regular, Slot::NONE);
        let end = self.at + length;
        while self.at < end {
            match self.tokens.class_at(self.at) {
                Some(Class::Atom) => self.name(NAME),
                _ => self.token(),
            }
        }
        self.out.close();
    }

    /// Adds the next token as a node: only nodes can be linked to others of the same name.
    fn name(&mut self, kind: Kind) {
        self.out.open(kind, Role::Regular, Slot::NONE);
        self.token();
        self.out.close();
    }

    /// Adds an atom that ends before `end`, and its operands.
    fn atom(&mut self, end: usize) {
        let is_keyword = end == self.at + 1 && self.tokens.is_keyword(self.at);
        let is_divider = self.tokens.text_at(self.at) == self.dialect.divider.as_bytes();
        let kind = if is_keyword || is_divider { OTHER } else { ATOM };
        self.open_datum(kind, end - 1);
        self.prefixes(end - 1);
        self.atom_and_operands();
        self.out.close();
        self.end_datum(is_keyword);
    }

    /// Opens the node of a datum. `solid` is its first token after the prefixes.
    fn open_datum(&mut self, kind: Kind, solid: usize) {
        let frame = self.frame();
        let slot = if frame.has_slots { slot_within(frame.quotes) } else { Slot::NONE };
        match kind {
            OTHER => self.out.open(OTHER, Role::Regular, Slot::NONE),
            _ => self.out.open(quoted(kind, self.needs[solid]), Role::Regular, slot),
        }
    }

    /// Adds the prefixes before a token. Conditions are options.
    fn prefixes(&mut self, solid: usize) {
        while self.at < solid {
            if self.tokens.class_at(self.at) == Some(Class::Prefix(Prefix::Condition)) {
                self.out.open(Kind::NONE, Role::Optional, Slot::NONE);
                self.token();
                self.out.close();
            } else {
                self.token();
            }
        }
    }

    fn atom_and_operands(&mut self) {
        let atom = self.at;
        self.token();
        self.operands_of(atom);
    }

    /// Adds the operands of the atom before them.
    fn operands_of(&mut self, atom: usize) {
        let is_operand = self.dialect.is_operand;
        let takes_operands = !is_operand(self.tokens.text_at(atom));
        while takes_operands
            && self.tokens.class_at(self.at) == Some(Class::Atom)
            && is_operand(self.tokens.text_at(self.at))
        {
            self.name(NAME);
        }
    }

    /// Ends a datum: its element is complete or needs another datum.
    fn end_datum(&mut self, is_keyword: bool) {
        let has_value =
            is_keyword && !self.tokens.is_keyword(self.at) && self.begins_datum(self.at);
        let frame = self.frame();
        let is_pair = matches!(frame.form.rest, Rest::Pairs(_));
        frame.element = match frame.element {
            Element::Wants(_) if has_value && !is_pair => Element::Wants(1),
            Element::Wants(data) if data > 1 => Element::Wants(data - 1),
            Element::Wants(_) => Element::Complete,
            other => other,
        };
        if frame.element == Element::Complete {
            self.end_tail();
        }
    }

    fn begins_datum(&self, at: usize) -> bool {
        let class = self.tokens.class_at(at);
        matches!(class, Some(Class::Open(_) | Class::Atom | Class::Prefix(_)))
            && !self.ends_block(at)
            && !self.is_dot(at)
    }

    /// Opens a list. `solid` is its bracket, after the prefixes.
    fn open(&mut self, solid: usize, byte: u8, expect: Expect) {
        let prefixes = &self.tokens.all[self.at..solid];
        let is_quote =
            |token: &Token| matches!(token.class, Class::Prefix(Prefix::Quote | Prefix::Backquote));
        let is_data = prefixes.iter().any(is_quote);
        let quotes = self.frames.last().map_or(0, |frame| within(frame.quotes, prefixes));
        let (form, has_head) = self.heads.form_of_list(&self.tokens, solid, byte, is_data, expect);
        self.open_datum(if form.is_term { LIST } else { OTHER }, solid);
        self.prefixes(solid);
        self.token();
        self.frames.push(OpenList::new(End::Bracket(byte), form, quotes));
        self.open_brackets[byte as usize] += 1;
        let is_unknown = std::ptr::eq(form, self.dialect.unknown);
        match self.tokens.class_at(self.at).filter(|_| has_head) {
            Some(Class::Atom) if is_unknown => {
                self.name(HEAD);
                self.operands_of(self.at - 1);
            }
            Some(Class::Atom) => self.atom_and_operands(),
            Some(_) => self.fixed(),
            None => {}
        }
    }

    fn begins_block(&self, at: usize) -> bool {
        self.dialect.blocks.iter().any(|word| word.as_bytes() == self.tokens.text_at(at))
    }

    /// Whether a token is the word that ends the innermost list.
    fn ends_block(&self, at: usize) -> bool {
        self.frames.last().is_some_and(|frame| frame.end == End::Word)
            && self.tokens.text_at(at) == self.dialect.end_of_block.as_bytes()
    }

    fn open_block(&mut self) {
        self.open_datum(LIST, self.at);
        self.atom_and_operands();
        let quotes = self.frame().quotes;
        self.frames.push(OpenList::new(End::Word, self.dialect.block, quotes));
    }

    fn close_block(&mut self) {
        self.pop();
        self.atom_and_operands();
        self.out.close();
        self.end_datum(false);
    }

    /// Closes all lists up to the one of the bracket here.
    fn close(&mut self, byte: u8) {
        while self.pop() != End::Bracket(byte) {
            self.out.close();
        }
        self.token();
        self.out.close();
        self.end_datum(false);
    }

    /// Ends the innermost list, without its closing token.
    fn pop(&mut self) -> End {
        self.end_list();
        let end = self.frames.pop().map_or(End::Text, |frame| frame.end);
        if let End::Bracket(byte) = end {
            self.open_brackets[byte as usize] -= 1;
        }
        end
    }
}
