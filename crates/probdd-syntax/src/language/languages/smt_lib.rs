//! SMT-LIB.

use crate::language::dialect::{Dialect, Escapes, Expect, Form, Rest};
use crate::language::{Language, Names};
use Expect::{Any, Fixed, List};

pub(super) static SMT_LIB: Language = Language::expressions(
    Names {
        name: "smt-lib",
        aliases: &["smtlib", "smt2", "smt"],
        extensions: &["smt2", "smt"],
        files: &[],
    },
    &DIALECT,
);

static DIALECT: Dialect = Dialect {
    escapes: Escapes::DoubledQuotes,
    has_bars: true,
    keywords: &[b":"],
    heads: &["_", "as", "par"],
    forms: FORMS,
    families: FAMILIES,
    // The standard has no application without arguments.
    unknown: &APPLICATION,
    ..Dialect::PLAIN
};

/// Nothing is removable.
const WHOLE: Rest = Rest::Kept(Fixed);
/// All terms are kept.
const TERMS: Rest = Rest::Kept(Any);

/// `(x t)`, `(x Int)`: the name is kept, and a term after it may shrink.
static BINDING: Form = Form::other(&[Fixed], TERMS);
static BINDINGS: Form = Form::other(&[], Rest::Plus(List(&BINDING)));
static SORTED_NAMES: Form = Form::other(&[], Rest::Plus(Fixed));
static PARAMETERS: Form = Form::other(&[], Rest::Star(Fixed));
/// `((p t) ...)` of `match`.
static CASES: Form = BINDINGS;
/// `((cons (head Int) (tail List)) (nil))`: constructors, and their selectors.
static CONSTRUCTORS: Form = Form::other(&[], Rest::Plus(List(&CONSTRUCTOR)));
static CONSTRUCTOR: Form = Form::other(&[Fixed], Rest::Star(Fixed));
static DATATYPES: Form = Form::other(&[], Rest::Kept(List(&CONSTRUCTORS)));
static TERM_LIST: Form = Form::other(&[], Rest::Plus(Any));
static LITERALS: Form = Form::other(&[], Rest::Star(Any));

/// Heads that are not in the table are functions of the text, and may lose arguments.
static APPLICATION: Form = Form::term(&[], Rest::Plus(Any));

/// The elements that each head needs.
static FORMS: &[(&str, Form)] = &[
    // Commands.
    ("assert", Form::other(&[], TERMS)),
    (
        "\
            set-logic set-info set-option get-info get-option echo push pop declare-sort \
            declare-const",
        Form::other(&[], WHOLE),
    ),
    ("declare-fun define-sort", Form::other(&[Fixed, List(&PARAMETERS)], WHOLE)),
    ("define-const", Form::other(&[Fixed, Fixed], TERMS)),
    ("define-fun define-fun-rec", Form::other(&[Fixed, List(&PARAMETERS), Fixed], TERMS)),
    ("define-funs-rec", Form::other(&[Fixed, List(&LITERALS)], WHOLE)),
    ("declare-datatype", Form::other(&[Fixed, List(&CONSTRUCTORS)], WHOLE)),
    ("declare-datatypes", Form::other(&[Fixed, List(&DATATYPES)], WHOLE)),
    ("get-value", Form::other(&[List(&TERM_LIST)], WHOLE)),
    ("check-sat-assuming", Form::other(&[List(&LITERALS)], WHOLE)),
    // Terms that bind names.
    ("let", Form::term(&[List(&BINDINGS), Any], TERMS)),
    ("forall exists lambda", Form::term(&[List(&SORTED_NAMES), Any], TERMS)),
    ("match", Form::term(&[Any, List(&CASES)], TERMS)),
    // Terms with attributes, and names in brackets.
    ("!", Form::term(&[Any], Rest::Plus(Any))),
    ("_ as", Form::term(&[], WHOLE)),
    ("par", Form::other(&[Fixed, List(&CONSTRUCTORS)], WHOLE)),
    // Functions of any number of arguments.
    (
        "\
            and or xor + * - / div = distinct < <= > >= bvand bvor bvxor bvadd bvmul str.++ re.++ \
            re.union re.inter seq.++",
        Form::term(&[], Rest::Plus(Any)),
    ),
    // Functions of a fixed number of arguments.
    (
        "ite not => concat select store mod abs to_real to_int is_int implies",
        Form::term(&[], TERMS),
    ),
];

/// Theories whose functions have a fixed number of arguments, except those above.
static FAMILIES: &[(&str, Form)] = &[("bv fp. str. re. seq. set.", Form::term(&[], TERMS))];
