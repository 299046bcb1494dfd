//! Tokens of S-expressions to a quantified tree; without recursion, texts nest as deep as they
//! like.

use super::lexer::{Class, Token, datum_length};
use super::{ATOM, Dialect, Expect, Form, LIST, OTHER, Rest, TERM};
use crate::document::DocumentBuilder;
use probdd_core::{Kind, Role, Slot};
use std::collections::HashMap;

/// A list of which nothing is known: all its elements may go.
pub(super) static ITEMS: Form = Form::term(&[], Rest::Star(Expect::Any));
/// Operands of a head that is a list.
static OPERANDS: Form = Form::term(&[], Rest::Stay(Expect::Any));
/// What stands in braces: keys and values.
static ENTRIES: Form = Form::term(&[], Rest::Pairs(Expect::Any));

/// Reads tokens into a document whose root is open.
pub(super) fn read(
    dialect: &'static Dialect,
    text: &[u8],
    tokens: &[Token],
    out: &mut DocumentBuilder<'_>,
) {
    let forms = dialect
        .forms
        .iter()
        .flat_map(|(heads, form)| heads.iter().map(move |head| (head.as_bytes(), form)));
    let slot = if dialect.is_top_replaceable { TERM } else { Slot::NONE };
    let root = Frame { slot, ..Frame::new(End::Text, &ITEMS) };
    let mut reader = Reader {
        dialect,
        text,
        tokens,
        at: 0,
        out,
        frames: vec![root],
        open_brackets: [0; 256],
        forms: forms.collect(),
    };
    reader.run();
}

/// What ends a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The end of the text.
    Text,
    /// A bracket.
    Bracket(u8),
    /// A word.
    Word,
}

/// Whether an element of a list is open that is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// None is.
    None,
    /// One is, and so many data are to come.
    Wants(u8),
    /// One is, and only a comment on its line may come.
    Complete,
}

/// A list at work.
struct Frame {
    end: End,
    form: &'static Form,
    /// Where its elements stand.
    slot: Slot,
    /// How many elements stayed so far.
    stayed: usize,
    /// Whether the list of what may go has begun.
    has_list: bool,
    element: Element,
    /// What the next datum is, if comments before it have begun its element.
    begun: Option<Expect>,
}

impl Frame {
    fn new(end: End, form: &'static Form) -> Frame {
        Frame {
            end,
            form,
            slot: TERM,
            stayed: 0,
            has_list: false,
            element: Element::None,
            begun: None,
        }
    }
}

struct Reader<'a, 'b, 'c> {
    dialect: &'static Dialect,
    text: &'a [u8],
    tokens: &'a [Token],
    at: usize,
    out: &'b mut DocumentBuilder<'c>,
    /// The lists that are open; the first is the top level.
    frames: Vec<Frame>,
    /// How many brackets are open, by the byte that closes them.
    open_brackets: [usize; 256],
    forms: HashMap<&'static [u8], &'static Form>,
}

impl Reader<'_, '_, '_> {
    fn run(&mut self) {
        while let Some(token) = self.tokens.get(self.at) {
            match token.class {
                Class::Comment => self.comment(),
                Class::Close(byte) if self.open_brackets[byte as usize] > 0 => self.close(byte),
                Class::Atom if self.ends_block(self.at) => self.close_block(),
                _ => self.datum(),
            }
        }
        while self.frames.len() > 1 {
            self.pop();
            self.out.close();
        }
        self.end_list();
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the top level is never closed")
    }

    fn text_at(&self, at: usize) -> &[u8] {
        self.tokens.get(at).map_or(b"", |token| &self.text[token.bytes()])
    }

    fn class_at(&self, at: usize) -> Option<Class> {
        self.tokens.get(at).map(|token| token.class)
    }

    /// Adds the next token of the text.
    fn token(&mut self) {
        let token = self.tokens[self.at];
        self.out.token(token.bytes(), token.class != Class::Comment);
        self.at += 1;
    }

    /// Comments belong to what they stand beside, or to the element after them, or to the list.
    fn comment(&mut self) {
        if self.frame().element == Element::Complete {
            if self.is_on_the_line_of_the_token_before() {
                return self.extra();
            }
            self.end_element();
        }
        let comments =
            self.tokens[self.at..].iter().take_while(|token| token.class == Class::Comment);
        let next = self.at + comments.count();
        if self.frame().element == Element::None {
            let is_last = matches!(self.class_at(next), None | Some(Class::Close(_)));
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
        let gap = self.out.covered()..self.tokens[self.at].bytes().start;
        !self.text[gap].contains(&b'\n')
    }

    /// Begins the element that the datum at a token is, or is part of; what is expected there.
    fn begin_element(&mut self, at: usize) -> Expect {
        if self.frame().element == Element::Complete {
            self.end_element();
        }
        let is_option = self.is_option(at);
        let frame = self.frame();
        let (role, expect, data) = match frame.form.rest {
            Rest::Stay(expect) => (Role::Regular, expect, 0),
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
            frame.stayed += 1;
            if let Some(expect) = frame.form.stay.get(frame.stayed - 1) {
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
        let is_list = matches!(self.class_at(at), Some(Class::Open(_)));
        is_list && options.iter().any(|option| option.as_bytes() == self.text_at(at + 1))
    }

    fn end_element(&mut self) {
        self.frame().element = Element::None;
        self.out.close();
    }

    /// Ends the list of what may go; what comes still, belongs to another one.
    fn end_list(&mut self) {
        if self.frame().element != Element::None {
            self.end_element();
        }
        self.frame().begun = None;
        if std::mem::take(&mut self.frame().has_list) {
            self.out.close();
        }
    }

    /// Reads a datum, or the beginning of one that is a list.
    fn datum(&mut self) {
        let expect = match self.frame().begun.take() {
            Some(expect) => expect,
            None => self.begin_element(self.at),
        };
        if let Expect::Fixed = expect {
            self.fixed();
            return self.end_datum(false);
        }
        let is_prefix = |token: &&Token| matches!(token.class, Class::Prefix { .. });
        let prefixes = self.tokens[self.at..].iter().take_while(is_prefix);
        let quotes = prefixes.clone().any(|token| token.class == Class::Prefix { quotes: true });
        let solid = self.at + prefixes.count();
        match self.class_at(solid) {
            Some(Class::Open(byte)) => self.open(solid, byte, quotes, expect),
            Some(Class::Atom) if self.begins_block(solid) => self.open_block(),
            Some(Class::Atom) => self.atom(solid + 1),
            _ => self.atom(solid.max(self.at + 1)),
        }
    }

    /// Adds a whole datum as tokens.
    fn fixed(&mut self) {
        let end = self.at + datum_length(&self.tokens[self.at..]).max(1);
        while self.at < end {
            self.token();
        }
    }

    /// Adds a datum of the tokens until `end`, and its operands.
    fn atom(&mut self, end: usize) {
        let is_keyword = end == self.at + 1 && self.is_keyword(self.at);
        let is_divider = self.text_at(self.at) == self.dialect.divider.as_bytes();
        let kind = if is_keyword || is_divider { OTHER } else { ATOM };
        self.out.open(kind, Role::Regular, self.slot_of(kind));
        while self.at + 1 < end {
            self.token();
        }
        self.atom_and_operands();
        self.out.close();
        self.end_datum(is_keyword);
    }

    fn atom_and_operands(&mut self) {
        let is_operand = self.dialect.is_operand;
        let takes_operands = !is_operand(self.text_at(self.at));
        self.token();
        while takes_operands
            && self.class_at(self.at) == Some(Class::Atom)
            && is_operand(self.text_at(self.at))
        {
            self.token();
        }
    }

    fn is_keyword(&self, at: usize) -> bool {
        let text = self.text_at(at);
        let begins = |start: &&[u8]| text.starts_with(start) && text.len() > start.len();
        self.class_at(at) == Some(Class::Atom) && self.dialect.keywords.iter().any(begins)
    }

    fn slot_of(&self, kind: Kind) -> Slot {
        let slot = self.frames.last().map_or(Slot::NONE, |frame| frame.slot);
        if kind == OTHER { Slot::NONE } else { slot }
    }

    /// After a datum: whether its element wants another one.
    fn end_datum(&mut self, is_keyword: bool) {
        let has_value = is_keyword && !self.is_keyword(self.at) && self.begins_datum(self.at);
        let frame = self.frame();
        let is_pair = matches!(frame.form.rest, Rest::Pairs(_));
        frame.element = match frame.element {
            Element::Wants(_) if has_value && !is_pair => Element::Wants(1),
            Element::Wants(data) if data > 1 => Element::Wants(data - 1),
            Element::Wants(_) => Element::Complete,
            other => other,
        };
    }

    fn begins_datum(&self, at: usize) -> bool {
        let class = self.class_at(at);
        matches!(class, Some(Class::Open(_) | Class::Atom | Class::Prefix { .. }))
            && !self.ends_block(at)
    }

    /// Opens the list whose bracket is the token `solid`, behind prefixes.
    fn open(&mut self, solid: usize, byte: u8, quotes: bool, expect: Expect) {
        let (form, has_head) = self.form_of_list(solid, byte, quotes, expect);
        let kind = if form.is_term { LIST } else { OTHER };
        self.out.open(kind, Role::Regular, self.slot_of(kind));
        while self.at <= solid {
            self.token();
        }
        self.frames.push(Frame::new(End::Bracket(byte), form));
        self.open_brackets[byte as usize] += 1;
        match self.class_at(self.at).filter(|_| has_head) {
            Some(Class::Atom) => self.atom_and_operands(),
            Some(_) => self.fixed(),
            None => {}
        }
    }

    /// The form of a list, and whether it has a head. `[x 1 y 2]` where lists are expected is
    /// Clojure's way of writing `((x 1) (y 2))`.
    fn form_of_list(
        &self,
        open: usize,
        byte: u8,
        quotes: bool,
        expect: Expect,
    ) -> (&'static Form, bool) {
        if let Expect::List(form) = expect
            && !self.is_head_of_head(open + 1)
        {
            let is_flat = byte == b']' && self.class_at(open + 1) == Some(Class::Atom);
            let are_lists = matches!(form.rest, Rest::Star(Expect::List(_)));
            return if is_flat && are_lists { (&ENTRIES, false) } else { (form, false) };
        }
        match (quotes, byte) {
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
        let is_data = |byte: &u8| byte.is_ascii_digit() || *byte == b'"';
        !self.is_keyword(at) && !self.text_at(at).first().is_some_and(is_data)
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

    fn begins_block(&self, at: usize) -> bool {
        self.dialect.blocks.iter().any(|word| word.as_bytes() == self.text_at(at))
    }

    /// Whether a token is the word that ends the innermost list.
    fn ends_block(&self, at: usize) -> bool {
        self.frames.last().is_some_and(|frame| frame.end == End::Word)
            && self.text_at(at) == self.dialect.end_of_block.as_bytes()
    }

    fn open_block(&mut self) {
        self.out.open(LIST, Role::Regular, self.slot_of(LIST));
        self.atom_and_operands();
        self.frames.push(Frame::new(End::Word, self.dialect.block));
    }

    fn close_block(&mut self) {
        self.pop();
        self.atom_and_operands();
        self.out.close();
        self.end_datum(false);
    }

    /// Closes lists up to the one that the bracket here closes.
    fn close(&mut self, byte: u8) {
        while self.pop() != End::Bracket(byte) {
            self.out.close();
        }
        self.token();
        self.out.close();
        self.end_datum(false);
    }

    /// Ends the innermost list but for what closes it.
    fn pop(&mut self) -> End {
        self.end_list();
        let end = self.frames.pop().map_or(End::Text, |frame| frame.end);
        if let End::Bracket(byte) = end {
            self.open_brackets[byte as usize] -= 1;
        }
        end
    }
}
