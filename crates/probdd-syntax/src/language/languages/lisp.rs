//! Lisps: Common Lisp, Scheme, Racket, Emacs Lisp, Clojure.

use crate::language::dialect::{Dialect, Escapes, Expect, Form, Prefix, Rest};
use crate::language::{Language, Names};
use Expect::{Any, Fixed, List};
use Prefix::{Backquote, Comma, Condition, Plain, Quote};

pub(super) static LISP: Language = Language::expressions(
    Names {
        name: "lisp",
        aliases: &["common-lisp", "scheme", "racket", "elisp", "emacs-lisp", "clojure"],
        extensions: &[
            "lisp", "lsp", "cl", "asd", "el", "scm", "ss", "sld", "rkt", "clj", "cljs", "cljc",
            "edn",
        ],
        files: &[".emacs"],
    },
    &DIALECT,
);

static DIALECT: Dialect = Dialect {
    block_comment: Some([b"#|", b"|#"]),
    datum_comments: &[b"#;", b"#_"],
    escapes: Escapes::Anywhere,
    has_bars: true,
    has_more_brackets: true,
    prefixes: &[
        (b"#;", Plain),
        (b"#_", Plain),
        (b"#'", Plain),
        (b"#`", Backquote),
        (b"#,@", Comma),
        (b"#,", Comma),
        (b"#+", Condition),
        (b"#-", Condition),
        (b"'", Quote),
        (b"`", Backquote),
        (b",@", Comma),
        (b",", Comma),
        (b"~@", Comma),
        (b"~", Comma),
        (b"@", Plain),
        (b"^", Plain),
    ],
    dot: ".",
    keywords: &[b":", b"#:"],
    is_top_replaceable: true,
    forms: FORMS,
    ..Dialect::PLAIN
};

const ITEMS: Rest = Rest::Star(Any);

/// `(x 1)`: a binding keeps its value. A name alone is a binding, too.
static BINDING: Form = Form::other(&[Fixed], Rest::Kept(Any));
static BINDINGS: Form = Form::other(&[], Rest::Star(List(&BINDING)));
static PARAMETERS: Form = Form::other(&[], ITEMS);
/// `(f (x) body)` of `flet`.
static FUNCTION: Form = Form::other(&[Fixed, List(&PARAMETERS)], ITEMS);
static FUNCTIONS: Form = Form::other(&[], Rest::Star(List(&FUNCTION)));
/// `(test body)` of `cond`.
static CLAUSE: Form = Form::other(&[Any], ITEMS);

/// The special forms that most Lisps share, and the elements that they need.
static FORMS: &[(&str, Form)] = &[
    (
        "defun defmacro defsubst defmethod defgeneric",
        Form::term(&[Fixed, List(&PARAMETERS)], ITEMS),
    ),
    ("define define-syntax define-values", Form::term(&[Any], ITEMS)),
    ("defvar defparameter defconstant defconst defcustom def defn", Form::term(&[Fixed], ITEMS)),
    ("defstruct defclass defpackage deftype ns", Form::term(&[Fixed], ITEMS)),
    ("lambda named-lambda", Form::term(&[List(&PARAMETERS)], ITEMS)),
    (
        "let let* letrec letrec* let-values let*-values do do*",
        Form::term(&[List(&BINDINGS)], ITEMS),
    ),
    ("flet labels macrolet", Form::term(&[List(&FUNCTIONS)], ITEMS)),
    ("if", Form::term(&[Any, Any], ITEMS)),
    ("when unless while dolist dotimes", Form::term(&[Any], ITEMS)),
    ("cond", Form::term(&[], Rest::Star(List(&CLAUSE)))),
    ("case ecase typecase etypecase", Form::term(&[Any], Rest::Star(List(&CLAUSE)))),
    ("quote function set! not the declare", Form::term(&[], Rest::Kept(Any))),
    ("setq setf psetq", Form::term(&[], Rest::Pairs(Any))),
];
