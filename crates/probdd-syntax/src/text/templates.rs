//! The tags of templates, `<% if a %>`, `{{ b }}` and `{% endif %}`, found without a grammar.

use crate::text::directives::Directive;
use crate::text::tokens::is_word;
use std::ops::Range;

/// Which tags may stand in the texts of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateSyntax {
    /// The signs that begin and end tags.
    pub(crate) signs: &'static [(&'static str, &'static str)],
    /// The kinds of leaves in which tags stand beside text.
    pub(crate) divisible: &'static str,
}

/// How far back the tag is looked for that another one ends.
const MOST_OPEN: usize = 64;

/// Tags of ERB, EJS, Jinja, Twig, Go, Mustache.
const SIGNS: &[(&str, &str)] =
    &[("<%", "%>"), ("{{{", "}}}"), ("{{", "}}"), ("{%", "%}"), ("{#", "#}")];

#[allow(dead_code, reason = "a build may leave out the languages that need one")]
impl TemplateSyntax {
    /// Tags in code.
    pub(crate) const CODE: TemplateSyntax = TemplateSyntax { signs: SIGNS, divisible: "" };

    /// Tags in XML, where `<?` begins an instruction that the grammar knows.
    pub(crate) const XML: TemplateSyntax = TemplateSyntax { signs: SIGNS, divisible: "CharData" };

    /// Tags in HTML, also those of PHP.
    pub(crate) const HTML: TemplateSyntax = TemplateSyntax {
        signs: &[
            ("<%", "%>"),
            ("<?", "?>"),
            ("{{{", "}}}"),
            ("{{", "}}"),
            ("{%", "%}"),
            ("{#", "#}"),
        ],
        divisible: "text",
    };
}

/// A tag.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) bytes: Range<usize>,
    /// What it does, if it begins, divides or ends something and has partners.
    pub(crate) directive: Option<Directive>,
    /// Whether a value stands for it in what the template makes.
    pub(crate) is_value: bool,
}

/// What a tag alone tells of what it does.
#[derive(Clone, Copy, Debug)]
enum Part<'t> {
    Begin(&'t [u8]),
    /// It begins something if a tag ends something of its name.
    MayBegin(&'t [u8]),
    Divide,
    End,
    EndOf(&'t [u8]),
    Other,
}

/// The tags of a text, in order.
pub(crate) fn tags(text: &[u8], syntax: &TemplateSyntax) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut parts = Vec::new();
    let mut signs = syntax.signs.to_vec();
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'<', b'{', &text[at..]) {
        at += next;
        let rest = &text[at..];
        let Some(sign) = signs.iter().position(|(open, _)| rest.starts_with(open.as_bytes()))
        else {
            at += 1;
            continue;
        };
        let (open, close) = signs[sign];
        let Some(length) = memchr::memmem::find(&rest[open.len()..], close.as_bytes()) else {
            signs.remove(sign);
            continue;
        };
        let inside = &rest[open.len()..open.len() + length];
        let end = at + open.len() + length + close.len();
        let is_value = open.starts_with("{{") || matches!(inside.first(), Some(b'=' | b'-'));
        parts.push(part(open, inside));
        tags.push(Tag { bytes: at..end, directive: None, is_value });
        at = end;
    }
    pair(&mut tags, &parts);
    tags
}

/// What a tag does, as far as the text between its signs tells.
fn part<'t>(open: &str, inside: &'t [u8]) -> Part<'t> {
    let inside = inside.trim_ascii();
    let signs = inside.iter().take_while(|byte| b"-=~+&!_:".contains(byte)).count();
    let inside = inside[signs..].trim_ascii();
    let inside = inside.strip_suffix(b"-").unwrap_or(inside).trim_ascii_end();
    let word = word(inside);
    let is_code = matches!(open, "<%" | "<?");
    match (inside.first(), word) {
        (Some(b'}'), _) if inside.ends_with(b"{") => Part::Divide,
        (Some(b'}'), _) | (_, b"end") => Part::End,
        (Some(b'#'), _) if is_code => Part::Other,
        (Some(b'#' | b'^'), _) => Part::Begin(self::word(inside[1..].trim_ascii_start())),
        (Some(b'/'), _) => Part::EndOf(self::word(inside[1..].trim_ascii_start())),
        (_, b"else" | b"elif" | b"elsif" | b"elseif" | b"when" | b"rescue" | b"ensure") => {
            Part::Divide
        }
        (_, [b'e', b'n', b'd', name @ ..]) => Part::EndOf(name),
        _ if open == "{%" => Part::MayBegin(word),
        (_, b"if" | b"range" | b"with" | b"define" | b"block") if open == "{{" => Part::Begin(word),
        (_, b"if" | b"unless" | b"case" | b"while" | b"until" | b"for" | b"foreach" | b"begin")
            if is_code =>
        {
            Part::Begin(word)
        }
        _ if is_code && begins_block(inside) => Part::Begin(word),
        _ => Part::Other,
    }
}

/// Whether code ends with the beginning of a block: `do`, `do |a|`, `{`.
fn begins_block(code: &[u8]) -> bool {
    let code = match code.strip_suffix(b"|") {
        Some(rest) => &rest[..memchr::memrchr(b'|', rest).unwrap_or(0)],
        None => code,
    };
    let code = code.trim_ascii_end();
    code.ends_with(b"{") || code == b"do" || code.ends_with(b" do")
}

fn word(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| is_word(**byte)).count()]
}

/// Finds the tags that belong together, and says of each what it does.
fn pair(tags: &mut [Tag], parts: &[Part<'_>]) {
    let mut open: Vec<usize> = Vec::new();
    let mut dividers: Vec<usize> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let begins = |other: &usize| match (parts[*other], part) {
            (Part::Begin(_), Part::End) => true,
            (Part::Begin(name) | Part::MayBegin(name), Part::EndOf(end)) => name == *end,
            _ => false,
        };
        match part {
            Part::Begin(_) | Part::MayBegin(_) => open.push(at),
            Part::Divide => dividers.push(at),
            Part::End | Part::EndOf(_) => {
                let last = open.len().saturating_sub(MOST_OPEN);
                let Some(begin) = open[last..].iter().rposition(begins) else { continue };
                let begin = open.drain(last + begin..).next().unwrap_or(at);
                tags[begin].directive = Some(Directive::Begin);
                tags[at].directive = Some(Directive::End);
                while let Some(divider) = dividers.pop_if(|divider| *divider > begin) {
                    tags[divider].directive = Some(Directive::Divide);
                }
            }
            Part::Other => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tag after what it does: `(`, `|`, `)` for its part in a pair, `=` for a value.
    fn found(text: &str) -> Vec<String> {
        let sign = |tag: &Tag| match tag.directive {
            Some(Directive::Begin) => "(",
            Some(Directive::Divide) => "|",
            Some(Directive::End) => ")",
            None if tag.is_value => "=",
            None => "",
        };
        let tags = tags(text.as_bytes(), &TemplateSyntax::HTML);
        tags.iter().map(|tag| format!("{}{}", sign(tag), &text[tag.bytes.clone()])).collect()
    }

    #[test]
    fn tags_of_ruby_have_partners() {
        assert_eq!(
            found("<% if a -%> b <%# c %><% else %> <%= d do |e| %><% end %> <% end %> <% f"),
            [
                "(<% if a -%>",
                "<%# c %>",
                "|<% else %>",
                "(<%= d do |e| %>",
                ")<% end %>",
                ")<% end %>"
            ]
        );
    }

    #[test]
    fn a_tag_of_jinja_begins_what_another_one_ends() {
        assert_eq!(
            found("{% set a = 1 %}{% for b in c %}{{ b }}{%- endfor %}{% endif %}{# d #}"),
            [
                "{% set a = 1 %}",
                "({% for b in c %}",
                "={{ b }}",
                "){%- endfor %}",
                "{% endif %}",
                "{# d #}"
            ]
        );
    }

    #[test]
    fn tags_of_go_and_mustache_have_partners() {
        assert_eq!(
            found("{{define \"a\"}}{{if .B}}{{.}}{{else}}{{end}}{{end}}{{#c}}{{{d}}}{{/c}}"),
            [
                "({{define \"a\"}}",
                "({{if .B}}",
                "={{.}}",
                "|{{else}}",
                "){{end}}",
                "){{end}}",
                "({{#c}}",
                "={{{d}}}",
                "){{/c}}"
            ]
        );
    }
}
