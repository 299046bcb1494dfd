//! Grammar rules to elements.
//!
//! tree-sitter's generator decides what a tree shows of a rule. Rules named `_x`, supertypes and
//! inlined rules are hidden: their children belong to their parent. Literals are visible, other
//! patterns inside a rule are not. An alias over a sequence renames each step. Therefore this
//! module expands hidden rules in place, and what the tree never shows becomes empty.

use super::element::{ElementId, Elements, RuleId, Symbol};
use crate::grammar::kinds::KindTable;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a grammar: a `grammar.json` of tree-sitter's, or its vendored form.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Grammar {
    /// The name of the grammar; not part of the vendored form.
    #[serde(default, skip_serializing)]
    pub(crate) name: String,
    /// The version of the grammar's crate; only part of the vendored form.
    #[serde(default)]
    pub(crate) version: String,
    pub(crate) rules: BTreeMap<String, Rule>,
    #[serde(default)]
    inline: Vec<String>,
    #[serde(default)]
    supertypes: Vec<String>,
}

/// A grammar rule without fields and precedences.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "UPPERCASE", from = "RawRule")]
pub(crate) enum Rule {
    Blank,
    Pattern,
    String { value: String },
    Symbol { name: String },
    Seq { members: Vec<Rule> },
    Choice { members: Vec<Rule> },
    Repeat { content: Box<Rule> },
    Repeat1 { content: Box<Rule> },
    Alias { named: bool, value: String, content: Box<Rule> },
}

/// A grammar rule as it stands in a `grammar.json`.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
enum RawRule {
    Blank,
    Pattern,
    String {
        value: String,
    },
    Symbol {
        name: String,
    },
    Seq {
        members: Vec<Rule>,
    },
    Choice {
        members: Vec<Rule>,
    },
    Repeat {
        content: Box<Rule>,
    },
    Repeat1 {
        content: Box<Rule>,
    },
    Alias {
        named: bool,
        value: String,
        content: Box<Rule>,
    },
    #[serde(alias = "IMMEDIATE_TOKEN")]
    Token {
        content: Box<Rule>,
    },
    /// Something that the tree does not show around a rule.
    #[serde(alias = "PREC", alias = "PREC_LEFT", alias = "PREC_RIGHT", alias = "PREC_DYNAMIC")]
    #[serde(alias = "RESERVED")]
    Field {
        content: Box<Rule>,
    },
    #[serde(other)]
    Unknown,
}

impl From<RawRule> for Rule {
    /// Drops fields, precedences and reserved words. A token is visible if it is a literal.
    fn from(raw: RawRule) -> Rule {
        match raw {
            RawRule::Blank => Rule::Blank,
            RawRule::Pattern | RawRule::Unknown => Rule::Pattern,
            RawRule::String { value } => Rule::String { value },
            RawRule::Symbol { name } => Rule::Symbol { name },
            RawRule::Seq { members } => Rule::Seq { members },
            RawRule::Choice { members } => Rule::Choice { members },
            RawRule::Repeat { content } => Rule::Repeat { content },
            RawRule::Repeat1 { content } => Rule::Repeat1 { content },
            RawRule::Alias { named, value, content } => Rule::Alias { named, value, content },
            RawRule::Token { content } => match *content {
                literal @ Rule::String { .. } => literal,
                _ => Rule::Pattern,
            },
            RawRule::Field { content } => *content,
        }
    }
}

impl Rule {
    /// The literals that it may be as a whole.
    fn literals(&self) -> Vec<&str> {
        match self {
            Rule::String { value } => vec![value],
            Rule::Choice { members } => members.iter().flat_map(Rule::literals).collect(),
            Rule::Alias { content, .. } => content.literals(),
            _ => Vec::new(),
        }
    }
}

impl Grammar {
    /// The rules that may be a literal as a whole, such as `type_qualifier` in C, and these literals.
    pub(crate) fn literals(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.rules.iter().map(|(name, rule)| (name.as_str(), rule.literals()))
    }
}

/// The elements of a grammar, and the rules that make nodes of each kind.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    pub(crate) elements: Elements,
    /// The body of every rule, by name.
    pub(crate) bodies: BTreeMap<String, ElementId>,
    /// The bodies of recursive hidden rules.
    pub(crate) called: BTreeMap<RuleId, ElementId>,
    /// The bodies of what is aliased to a kind.
    pub(crate) aliased: BTreeMap<Symbol, BTreeSet<ElementId>>,
    /// `(alias, original, is_token)` where both are kinds of nodes; whether the original is a
    /// token.
    pub(crate) renames: BTreeSet<(Symbol, Symbol, bool)>,
    /// Names in the rules that the parse tables do not know.
    pub(crate) unknown: Vec<String>,
}

/// Expands all rules of a grammar.
pub(crate) fn expand(grammar: &Grammar, kinds: &KindTable) -> Expanded {
    let mut expansion = Expansion {
        grammar,
        kinds,
        names: grammar.rules.keys().map(String::as_str).collect(),
        hidden: grammar.inline.iter().chain(&grammar.supertypes).map(String::as_str).collect(),
        open: Vec::new(),
        aliased: BTreeSet::new(),
        out: Expanded {
            elements: Elements::with_named(
                (0..kinds.len() as u16).filter(|kind| kinds.is_named(*kind)),
            ),
            ..Expanded::default()
        },
    };
    for name in grammar.rules.keys() {
        expansion.body(name);
    }
    for (symbol, name) in std::mem::take(&mut expansion.aliased) {
        let body = expansion.body(name);
        expansion.out.aliased.entry(symbol).or_default().insert(body);
    }
    expansion.out
}

#[derive(Clone, Copy)]
struct Alias<'a> {
    value: &'a str,
    is_named: bool,
}

struct Expansion<'a> {
    grammar: &'a Grammar,
    kinds: &'a KindTable,
    names: Vec<&'a str>,
    hidden: BTreeSet<&'a str>,
    /// The rules that are being expanded.
    open: Vec<&'a str>,
    /// Aliases of rules, to be resolved when every rule is expanded.
    aliased: BTreeSet<(Symbol, &'a str)>,
    out: Expanded,
}

impl<'a> Expansion<'a> {
    fn is_hidden(&self, name: &str) -> bool {
        name.starts_with('_') || self.hidden.contains(name)
    }

    /// The body of a rule; its call while the rule is being expanded.
    fn body(&mut self, name: &'a str) -> ElementId {
        if let Some(body) = self.out.bodies.get(name) {
            return *body;
        }
        let Some(rule) = self.grammar.rules.get(name) else { return Elements::EMPTY };
        let id = self.rule_id(name);
        if self.open.contains(&name) {
            return self.out.elements.call(id);
        }
        self.open.push(name);
        let body = match rule {
            // A literal that only this rule uses has the name of the rule.
            Rule::String { value } if self.kinds.id(value, false).is_none() => Elements::EMPTY,
            _ => self.element(rule, None),
        };
        self.open.pop();
        let body = self.out.elements.without_left_recursion(id, body);
        let body = match rule {
            Rule::String { .. } if self.is_hidden(name) => self.out.elements.silent(body),
            _ => body,
        };
        self.out.bodies.insert(name.to_owned(), body);
        self.out.called.insert(id, body);
        body
    }

    fn rule_id(&self, name: &str) -> RuleId {
        let index = self.names.binary_search(&name).unwrap_or(usize::MAX);
        RuleId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn element(&mut self, rule: &'a Rule, alias: Option<Alias<'a>>) -> ElementId {
        match rule {
            Rule::Blank => Elements::EMPTY,
            Rule::Pattern => match alias {
                Some(alias) => self.token(alias.value, alias.is_named),
                None => Elements::EMPTY,
            },
            Rule::String { value } => match alias {
                Some(alias) => self.token(alias.value, alias.is_named),
                None => self.token(value, false),
            },
            Rule::Symbol { name } => match alias {
                Some(alias) => self.aliased_symbol(name, alias),
                None => self.symbol(name),
            },
            Rule::Seq { members } => {
                let members = self.elements(members, alias);
                self.out.elements.sequence(&members)
            }
            Rule::Choice { members } => self.choice(members, alias),
            Rule::Repeat { content } => {
                let item = self.element(content, alias);
                self.out.elements.star(item)
            }
            Rule::Repeat1 { content } => {
                let item = self.element(content, alias);
                self.out.elements.plus(item)
            }
            Rule::Alias { named, value, content } => {
                let alias = alias.unwrap_or(Alias { value, is_named: *named });
                self.element(content, Some(alias))
            }
        }
    }

    fn elements(&mut self, rules: &'a [Rule], alias: Option<Alias<'a>>) -> Vec<ElementId> {
        rules.iter().map(|rule| self.element(rule, alias)).collect()
    }

    fn choice(&mut self, members: &'a [Rule], alias: Option<Alias<'a>>) -> ElementId {
        let is_optional = members.iter().any(|member| matches!(member, Rule::Blank));
        let members: Vec<_> =
            members.iter().filter(|member| !matches!(member, Rule::Blank)).collect();
        let members = members.into_iter().map(|member| self.element(member, alias)).collect();
        let chosen = self.out.elements.choice(members);
        if is_optional { self.out.elements.optional(chosen) } else { chosen }
    }

    fn symbol(&mut self, name: &'a str) -> ElementId {
        match (self.is_hidden(name), self.grammar.rules.contains_key(name)) {
            (true, true) => self.body(name),
            (true, false) => Elements::EMPTY,
            (false, _) => self.token(name, true),
        }
    }

    fn aliased_symbol(&mut self, name: &'a str, alias: Alias<'a>) -> ElementId {
        if self.grammar.inline.iter().any(|inlined| inlined == name) {
            let rule = self.grammar.rules.get(name);
            return rule.map_or(Elements::EMPTY, |rule| self.element(rule, Some(alias)));
        }
        let token = self.token(alias.value, alias.is_named);
        let Some(symbol) = self.kinds.id(alias.value, alias.is_named) else { return token };
        let symbol = Symbol(symbol);
        if let Some(original) = self.kinds.id(name, true).filter(|_| !self.is_hidden(name)) {
            let is_token = !matches!(self.grammar.rules.get(name), Some(rule) if !rule.is_token());
            self.out.renames.insert((symbol, Symbol(original), is_token));
        }
        self.aliased.insert((symbol, name));
        token
    }

    fn token(&mut self, name: &str, is_named: bool) -> ElementId {
        // The tables hold names as C strings: Go's "\0" is nameless there.
        let name = name.split('\0').next().unwrap_or_default();
        if let Some(id) = self.kinds.id(name, is_named) {
            return self.out.elements.token(Symbol(id));
        }
        self.out.unknown.push(name.to_owned());
        Elements::EMPTY
    }
}

impl Rule {
    /// Whether the rule is a single token.
    fn is_token(&self) -> bool {
        matches!(self, Rule::Pattern | Rule::String { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::super::stripped_rules;

    #[test]
    fn of_raw_rules_only_what_shows_in_trees_is_left() {
        let raw = r#"{
            "$schema": "x", "name": "n", "word": "w", "extras": [], "supertypes": ["s"],
            "rules": {
                "a": { "type": "FIELD", "name": "f", "content": {
                    "type": "PREC_LEFT", "value": 1, "content": { "type": "SYMBOL", "name": "b" } } },
                "b": { "type": "TOKEN", "content": {
                    "type": "PREC", "value": 1, "content": { "type": "STRING", "value": "x" } } },
                "c": { "type": "IMMEDIATE_TOKEN", "content": {
                    "type": "SEQ", "members": [{ "type": "STRING", "value": "x" }] } },
                "d": { "type": "RESERVED", "context_name": "r", "content": { "type": "BLANK" } },
                "e": { "type": "SOMETHING_NEW", "content": { "type": "BLANK" } }
            }
        }"#;
        let stripped = r#"{
"inline":[],
"rules":{
"a":{"name":"b","type":"SYMBOL"},
"b":{"type":"STRING","value":"x"},
"c":{"type":"PATTERN"},
"d":{"type":"BLANK"},
"e":{"type":"PATTERN"}
},
"supertypes":["s"],
"version":"1.2"
}
"#;
        assert_eq!(stripped_rules(raw, "1.2").expect("it is JSON"), stripped);
        let again = stripped_rules(stripped, "1.2").expect("it is JSON");
        assert_eq!(again, stripped, "what is stripped stays as it is");
    }
}
