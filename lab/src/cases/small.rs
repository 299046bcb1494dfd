//! Small inputs whose results kept more than was needed.

use super::case::Case;

pub(super) const CASES: &[Case] = &[Case::new(
    "a pair of braces around a macro",
    "braces.txt",
    || b"\\begin{doc}\nsome {\\it text} and {{\\bad{}}} more\n\\end{doc}\n".to_vec(),
    r#"grep -qF '\bad' "$1""#,
)];
