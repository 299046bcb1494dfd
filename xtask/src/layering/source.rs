//! The code of a source file, as a tree of tokens without comments and test code.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

/// The code without items that `#[cfg(test)]` marks.
pub(super) fn without_tests(code: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    let mut trees = code.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Punct(hash) if hash.as_char() == '#' && next_is_test(&mut trees) => {
                skip_item(&mut trees);
                // The attributes and the documentation above belong to the item too.
                while let [.., hash, TokenTree::Group(_)] = kept.as_slice()
                    && is_punct(hash, '#')
                {
                    kept.truncate(kept.len() - 2);
                }
            }
            TokenTree::Group(group) => kept.push(TokenTree::Group(group_without_tests(&group))),
            tree => kept.push(tree),
        }
    }
    kept.into_iter().collect()
}

fn group_without_tests(group: &Group) -> Group {
    let mut stripped = Group::new(group.delimiter(), without_tests(group.stream()));
    stripped.set_span(group.span());
    stripped
}

/// The paths, as files and as folders, of the modules that a file declares to be test code.
pub(super) fn test_modules(file: &Path, code: TokenStream) -> Vec<PathBuf> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder = match stem {
        "lib" | "main" | "mod" => file.with_file_name(""),
        _ => file.with_extension(""),
    };
    let mut found = Vec::new();
    let mut trees = code.into_iter().peekable();
    while let Some(tree) = trees.next() {
        if is_punct(&tree, '#') && next_is_test(&mut trees) {
            let item = skip_item(&mut trees);
            if let [.., TokenTree::Ident(keyword), TokenTree::Ident(name), end] = item.as_slice()
                && keyword == "mod"
                && is_punct(end, ';')
            {
                found.extend([folder.join(name.to_string()), folder.join(format!("{name}.rs"))]);
            }
        }
    }
    found
}

/// Whether the next tokens are an attribute that marks test code.
fn next_is_test(trees: &mut Peekable<impl Iterator<Item = TokenTree>>) -> bool {
    let Some(TokenTree::Group(group)) = trees.peek() else { return false };
    let text: String = group.to_string().split_whitespace().collect();
    text.starts_with("[cfg(test)") || text.starts_with("[cfg(all(test,")
}

/// Takes the tokens of one item. An item ends with its first block or a semicolon; a field, a value or
/// an arm of a match ends with its comma, or with the group around it.
fn skip_item(trees: &mut Peekable<impl Iterator<Item = TokenTree>>) -> Vec<TokenTree> {
    let mut item = Vec::new();
    let mut has_keyword = false;
    while let Some(tree) = trees.next() {
        has_keyword |= is_keyword(&tree);
        let is_block =
            matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let is_end = is_punct(&tree, ';') || (is_punct(&tree, ',') && !has_keyword);
        item.push(tree);
        if is_end {
            break;
        }
        if is_block && has_keyword {
            item.extend(trees.next_if(|next| is_punct(next, ';')));
            break;
        }
    }
    item
}

/// Whether a word begins an item, not a field or a value.
fn is_keyword(tree: &TokenTree) -> bool {
    const ITEMS: [&str; 13] = [
        "fn", "mod", "impl", "struct", "enum", "use", "const", "static", "type", "trait", "unsafe",
        "extern", "async",
    ];
    let is_item = |word: String| word == "macro_rules" || ITEMS.contains(&word.as_str());
    matches!(tree, TokenTree::Ident(word) if is_item(word.to_string()))
}

pub(super) fn is_punct(tree: &TokenTree, letter: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code that is left, as the compiler writes it.
    fn code(text: &str) -> String {
        without_tests(text.parse().expect("tokens")).to_string()
    }

    #[test]
    fn test_code_is_left_out_and_nothing_else() {
        assert_eq!(code("#[cfg(test)] mod tests { a } b"), "b");
        assert_eq!(code("#[cfg(test)] fn f(a: A, b: B) -> C<D, E> { g(); } b"), "b");
        assert_eq!(code("#[cfg(test)] use a::{b, c}; d"), "d");
        assert_eq!(code("#![a] /// b\n#[c]\n#[cfg(test)] #[d] fn e() {}"), code("#![a]"));
        assert_eq!(code("struct S { #[cfg(test)] a: Vec<B>, c: D }"), code("struct S { c: D }"));
        assert_eq!(code("S { #[cfg(test)] a: f(b, c) }"), code("S {}"));
    }

    #[test]
    fn modules_of_tests_are_found() {
        let found =
            |file: &str, text: &str| test_modules(Path::new(file), text.parse().expect("tokens"));
        assert_eq!(
            found("src/lib.rs", "#[cfg(test)]\nmod tests;\nmod a;"),
            [Path::new("src/tests"), Path::new("src/tests.rs")]
        );
        assert_eq!(
            found("src/a.rs", "#[cfg(test)]\nmod b;"),
            [Path::new("src/a/b"), Path::new("src/a/b.rs")]
        );
    }
}
