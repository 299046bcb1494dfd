//! Hostile texts: one construct, as often or as deep as there is room.

/// How a text repeats its construct.
enum Shape {
    /// Before, the construct, after.
    Wide(&'static str, &'static str, &'static str),
    /// Opening parts, a core, as many closing parts.
    Deep(&'static str, &'static str, &'static str),
    /// The construct with a number in the place of each `#`, and that of the one before it for each `@`.
    Numbered(&'static str),
}

use Shape::{Deep, Numbered, Wide};

/// The shapes by the extension of their files: wide, deep, one line, all the same token, all names alike.
const SHAPES: [(&str, Shape); 44] = [
    ("c", Wide("int main(void){", ";", "}")),
    ("c", Wide("int main(void){ f(); ", "/**/ ", " g(); }")),
    ("c", Wide("", "int f(int f){f(f);}\n", "")),
    ("c", Wide("", "int a;", "")),
    ("c", Wide("int a = f(", "a,", "a);")),
    ("c", Wide("void f(void){", "if(a)b;else ", ";}")),
    ("c", Wide("", "#if A\n", "")),
    ("c", Wide("", "#if A\nint a;\n#endif\n", "")),
    ("c", Wide("", "} ) ] ", "")),
    ("c", Wide("", "{ ( [ ", "")),
    ("c", Wide("", "A_B C_D(", "")),
    ("c", Deep("#if A\n", "int a;\n", "#endif\n")),
    ("c", Deep("{", "", "}")),
    ("c", Deep("(", "1", ")")),
    ("c", Numbered("int f#(void){return f@();}\n")),
    ("cpp", Deep("namespace a{", "int x;", "}")),
    ("cpp", Wide("int x = ", "a<", "")),
    ("cpp", Numbered("template<class T> struct a#{a@<T> x;};\n")),
    ("go", Wide("package a\n", "var a=1\n", "")),
    ("html", Deep("<a>", "x", "</a>")),
    ("html", Wide("", "<p>x</p>", "")),
    ("java", Deep("class a{", "", "}")),
    ("js", Wide("a=", "a?a:", "a")),
    ("js", Wide("", "var a=1;a(a);", "")),
    ("json", Deep("[", "1", "]")),
    ("json", Wide("[", "1,", "1]")),
    ("json", Wide("\"", "word ", "\"")),
    ("ll", Wide("define void @f() {\n", "  ret void\n", "}\n")),
    ("log", Wide("", "2026-01-01 00:00:00 error\n", "")),
    ("ml", Wide("", "let a = a in ", "a")),
    ("py", Wide("", "a ", "")),
    ("py", Wide("a = [", "1,", "]")),
    ("rs", Deep("mod a{", "", "}")),
    ("smt2", Deep("(assert ", "true", ")")),
    ("smt2", Wide("", "(assert a)\n", "")),
    ("sql", Deep("SELECT * FROM (", "SELECT 1", ") a")),
    ("sql", Wide("SELECT 1 WHERE ", "a AND ", "")),
    ("sql", Wide("INSERT INTO t VALUES ", "(1),", "(1);")),
    ("txt", Deep("(", "a", ")")),
    ("txt", Wide("", "(", "")),
    ("txt", Wide("", "a", "")),
    ("txt", Wide("", "\"", "")),
    ("txt", Numbered("w# ")),
    ("xml", Wide("<a ", "b=\"c\" ", "/>")),
];

/// A text of about so many bytes for each shape, with its extension.
pub(crate) fn shapes(bytes: usize) -> Vec<(String, Vec<u8>)> {
    let texts = SHAPES.iter().map(|(extension, shape)| (*extension, shape.text(bytes)));
    texts.map(|(extension, text)| (extension.to_owned(), text.into_bytes())).collect()
}

impl Shape {
    fn text(&self, bytes: usize) -> String {
        match self {
            Wide(before, construct, after) => {
                format!("{before}{}{after}", construct.repeat(bytes / construct.len()))
            }
            Deep(open, core, close) => {
                let depth = bytes / (open.len() + close.len());
                format!("{}{core}{}", open.repeat(depth), close.repeat(depth))
            }
            Numbered(construct) => {
                let mut text = String::new();
                for number in 1.. {
                    if text.len() >= bytes {
                        break;
                    }
                    let one = construct.replace('#', &number.to_string());
                    text += &one.replace('@', &(number - 1).to_string());
                }
                text
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_long_as_they_shall_be() {
        for (extension, text) in shapes(10_000) {
            assert!((9_900..10_100).contains(&text.len()), "{extension}: {}", text.len());
        }
    }
}
