//! Small trees in full.

use super::dump;
use crate::{Language, parse};

/// The dump of the tree of a text in a language.
fn tree_of(language: &str, text: &str) -> String {
    let language = Language::by_name(language).expect("built in");
    let document = parse(language, text.as_bytes());
    assert_eq!(document.unmatched_nodes(), 0, "every node matches its rule");
    assert_eq!(document.fallback(), None);
    dump(&document, Some(language))
}

/// The text of the first node of a kind in the dump of a tree.
fn node_of(kind: &str, language: &str, text: &str) -> String {
    let tree = tree_of(language, text);
    let start = tree.find(&format!("({kind} ")).unwrap_or_else(|| panic!("no {kind} in {tree}"));
    let mut depth = 0;
    let end = tree[start..].char_indices().find(|(at, letter)| {
        let is_alone = tree[start + at + 1..].starts_with([' ', '~', ')'])
            && tree[..start + at].ends_with(' ');
        depth += match letter {
            '(' if !is_alone => 1,
            ')' if !is_alone || !tree[..start + at].ends_with(' ') => -1,
            _ => 0,
        };
        depth == 0
    });
    let (length, _) = end.expect("brackets match");
    tree[start..=start + length].to_owned()
}

macro_rules! golden {
    ($($test:ident: $language:literal, $text:literal, $kind:literal => $expected:literal;)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(node_of($kind, $language, $text), $expected);
        })*
    };
}

golden! {
    an_argument_takes_its_separator:
        "c", "int a = g(1, x, h());", "argument_list"
        => "(argument_list ( (*, (i (number_literal 1)) (i ,~ (identifier x)) (i ,~ (call_expression (identifier h) (argument_list ( ))))) ))";
    a_declaration_keeps_one_declarator:
        "c", "int a = 1, *b;", "declaration"
        => "(declaration (primitive_type int) (+, (i (init_declarator (identifier a) = (number_literal 1))) (i ,~ (pointer_declarator * (identifier b)))) ;)";
    a_trailing_comma_lives_with_its_list:
        "c", "int v[] = {1, 2,};", "initializer_list"
        => "(initializer_list { (*, (i (number_literal 1)) (i ,~ (number_literal 2)) (? ,)) })";
    an_else_branch_is_optional:
        "c", "void f() { if (a) return 1; else a = 2; }", "if_statement"
        => "(if_statement if (parenthesized_expression ( (identifier a) )) (return_statement return (? (number_literal 1)) ;) (? (else_clause else (expression_statement (? (assignment_expression (identifier a) = (number_literal 2))) ;))))";
    a_member_of_an_object_is_an_item:
        "json", "{\"a\": [1, true], \"b\": {}}", "document"
        => "(document (object { (*, (i (pair (string \" (* (i (string_content a))) \") : (array [ (*, (i (number 1)) (i ,~ (true true))) ]))) (i ,~ (pair (string \" (* (i (string_content b))) \") : (object { })))) }))";
    attributes_and_content_of_an_element_are_items:
        "xml", "<a x=\"1\" y='2'>t<b/></a>", "element"
        => "(element (STag < (Name a) (* (i (Attribute (Name x) = (AttValue \" 1 \"))) (i (Attribute (Name y) = (AttValue ' 2 ')))) >) (? (content (+ (i (CharData t)) (i (element (EmptyElemTag < (Name b) />)))))) (ETag </ (Name a) >))";
    a_suite_keeps_one_statement:
        "python", "if a:\n    b\n    c\n", "block"
        => "(block (+ (i (expression_statement (identifier b))) (i (expression_statement (identifier c)))))";
    parameters_of_a_function_are_items:
        "python", "def f(a, b=1, *c): pass\n", "parameters"
        => "(parameters ( (*, (i (identifier a)) (i ,~ (default_parameter (identifier b) = (integer 1))) (i ,~ (list_splat_pattern * (identifier c)))) ))";
    attributes_go_with_their_item:
        "rust", "fn a() {}\n#[b]\n#[c]\nfn d() {}\n", "source_file"
        => "(source_file (* (i (function_item fn (identifier a) (parameters ( )) (block { }))) (i (* (i (attribute_item # [ (attribute (identifier b)) ])) (i (attribute_item # [ (attribute (identifier c)) ]))) (function_item fn (identifier d) (parameters ( )) (block { })))))";
    parameters_and_match_arms_are_items:
        "rust", "fn f(x: u8, y: T,) { match x { 0 => 1, _ if y => 2, } }", "function_item"
        => "(function_item fn (identifier f) (parameters ( (*, (i (parameter (identifier x) : (primitive_type u8))) (i ,~ (parameter (identifier y) : (type_identifier T))) (? ,)) )) (block { (* (i (expression_statement (match_expression match (identifier x) (match_block { (* (i (match_arm (match_pattern (integer_literal 0)) => (integer_literal 1) ,)) (i (match_arm (match_pattern _ (? if (identifier y))) => (integer_literal 2) ,))) }))))) }))";
    imports_are_items_without_their_newlines_and_need_their_paths:
        "go", "package a\nimport (\n\t\"x\"\n\t\"y\"\n)\n", "import_spec_list"
        => "(import_spec_list ( (*; (i (import_spec (interpreted_string_literal \" (interpreted_string_literal_content x) \"))) (i (import_spec (interpreted_string_literal \" (interpreted_string_literal_content y) \")))) ))";
    a_spread_argument_is_an_item:
        "go", "package a\nfunc f() { g(1, x...) }\n", "argument_list"
        => "(argument_list ( (*, (i (int_literal 1)) (i ,~ (variadic_argument (identifier x) ...))) ))";
    holes_of_an_array_are_items:
        "js", "a = [1,,2,];", "array"
        => "(array [ (*, (i (number 1)) (i ,~) (i ,~ (number 2)) (i ,~)) ])";
    a_try_keeps_one_of_its_clauses:
        "js", "try { a } catch {} finally {}", "try_statement"
        => "(try_statement try (statement_block { (* (i (expression_statement (identifier a)))) }) (+ (i (catch_clause catch (statement_block { }))) (i (finally_clause finally (statement_block { })))))";
    a_decorator_belongs_to_its_method:
        "js", "class A { x = 1; @d y() {} }", "class_body"
        => "(class_body { (* (i (field_definition (property_identifier x) (? = (number 1))) ;) (i (method_definition (* (i (decorator @ (identifier d)))) (property_identifier y) (formal_parameters ( )) (statement_block { })))) })";
    modifiers_are_items:
        "java", "class B { @C public int x = 1, y; }", "field_declaration"
        => "(field_declaration (? (modifiers (+ (i (marker_annotation @ (identifier C))) (i public)))) (integral_type int) (+, (i (variable_declarator (identifier x) (? = (decimal_integer_literal 1)))) (i ,~ (variable_declarator (identifier y)))) ;)";
    members_of_an_interface_are_a_separated_list:
        "ts", "interface A { x: number; y?: string }", "interface_body"
        => "(interface_body { (*, (i (property_signature (property_identifier x) (? (type_annotation : (predefined_type number))))) (i ;~ (property_signature (property_identifier y) (? ?) (? (type_annotation : (predefined_type string)))))) })";
    base_classes_are_a_separated_list:
        "c++", "struct A : B, private C {};", "base_class_clause"
        => "(base_class_clause : (+, (i (type_identifier B)) (i ,~ (? (access_specifier private)) (type_identifier C))))";
}

golden! {
    what_looks_like_a_call_keeps_an_operand:
        "php", "<?php isset(A, B);", "arguments"
        => "(arguments ( (+, (i (argument (name A))) (i ,~ (argument (name B)))) ))";
    what_follows_the_first_that_stays_keeps_its_separator:
        "css", "a { b: var(--c, d, e); }", "arguments"
        => "(arguments ( (plain_value --c) (* (i , (plain_value d)) (i , (plain_value e))) ))";
    the_parts_of_a_regular_expression_go_together:
        "ruby", "a = /b\\d+/", "regex"
        => "(regex / (? (string_content b) (escape_sequence \\d) (string_content +)) /)";
    a_rule_that_calls_itself_at_its_end_is_a_list:
        "ocaml", "let f () = begin a; b; c; end", "sequence_expression"
        => "(sequence_expression (+; (i (value_path (value_name a))) (i ;~ (value_path (value_name b))) (i ;~ (value_path (value_name c))) (? ;)))";
    a_comma_that_makes_a_tuple_goes_with_its_elements:
        "python", "a = (*b, c,)", "tuple"
        => "(tuple ( (*, (i (list_splat * (identifier b))) (i ,~ (identifier c)) ,) ))";
}

golden! {
    the_dot_after_a_receiver_goes_with_it:
        "kotlin", "fun A.f() {}", "function_declaration"
        => "(function_declaration fun (? (user_type (identifier A)) .) (identifier f) (function_value_parameters ( )) (? (function_body (block { }))))";
    a_loop_keeps_its_body_but_not_its_label:
        "kotlin", "fun f() { a@ while (b) { c() } }", "while_statement"
        => "(while_statement (? (label a@)) while ( (identifier b) ) (block { (* (i (call_expression (identifier c) (value_arguments ( ))))) }))";
    an_argument_of_a_call_keeps_its_value:
        "llvm", "define void @f() {\n  call void @g(i32 1)\n  ret void\n}", "argument"
        => "(argument (type (type_keyword i32)) (value (number 1)))";
    a_parameter_needs_no_name:
        "llvm", "define void @f(i32 %a) {\n  ret void\n}", "argument"
        => "(argument (type (type_keyword i32)) (? (value (var (local_var %a)))))";
    a_basic_block_goes_with_its_terminator:
        "llvm", "define void @f() {\n  br label %a\na:\n  fence seq_cst\n  ret void\n}", "function_body"
        => "(function_body { (+ (i (instruction (instruction_br br (type_and_value (type (type_keyword label)) (value (var (local_var %a))))))) (i (* (i (label a:)) (i (instruction (instruction_fence fence (atomic_ordering seq_cst))))) (instruction (instruction_ret ret (type_and_value (type (type_keyword void))))))) })";
}

golden! {
    elements_of_a_tuple_take_their_commas:
        "haskell", "f (a, b, c) = a\n", "tuple"
        => "(tuple ( (+, (i (variable a)) (i ,~ (variable b)) (i ,~ (variable c))) ))";
    a_case_that_ends_with_a_semicolon_goes_no_later_than_the_next:
        "ocaml", "let f = function A -> a; | B -> b; | C -> c\n", "function_expression"
        => "(function_expression function (* (i (match_case (constructor_path (constructor_name A)) -> (sequence_expression (value_path (value_name a)) ;)) |) (i (match_case (constructor_path (constructor_name B)) -> (sequence_expression (value_path (value_name b)) ;)) |)) (match_case (constructor_path (constructor_name C)) -> (value_path (value_name c))))";
}

golden! {
    text_in_error_stays_in_what_is_fragile:
        "verilog", "module m; always @(posedge a `B) c <= 1; endmodule", "event_expression"
        => "(event_expression (edge_identifier posedge) (simple_identifier a) (expression (text_macro_usage ` (simple_identifier B))))";
    a_condition_goes_with_what_is_in_it:
        "verilog", "module m;\nwire a;\n`ifdef B\nwire c;\n`else\nwire d;\n`endif\nendmodule", "module_declaration"
        => "(module_declaration (module_ansi_header (module_keyword module) (simple_identifier m) ;) (* (i (net_declaration (net_type wire) (list_of_net_decl_assignments (net_decl_assignment (simple_identifier a))) ;)) (i ( `ifdef (ifdef_condition (simple_identifier B))) (* (i (net_declaration (net_type wire) (list_of_net_decl_assignments (net_decl_assignment (simple_identifier c))) ;)) (i ( `else)) (i (net_declaration (net_type wire) (list_of_net_decl_assignments (net_decl_assignment (simple_identifier d))) ;))) ( `endif)";
    a_port_without_a_direction_goes_with_the_one_before_it:
        "verilog", "module m(input a, b, output c); endmodule", "list_of_port_declarations"
        => "(list_of_port_declarations ( (*, (i (ansi_port_declaration (net_port_header (port_direction input)) (simple_identifier a)) (? , (ansi_port_declaration (simple_identifier b)))) (i ,~ (ansi_port_declaration (net_port_header (port_direction output)) (simple_identifier c)))) ))";
    a_new_array_keeps_its_size:
        "c#", "class A { int[] b = new int[2]; }", "array_creation_expression"
        => "(array_creation_expression new (array_type (predefined_type int) (array_rank_specifier [ (integer_literal 2) ])))";
    what_is_used_up_keeps_its_value:
        "c#", "class A { void B() { using (var c = d) {} } }", "variable_declarator"
        => "(variable_declarator (identifier c) = (identifier d))";
    a_constant_keeps_its_value:
        "c#", "class A { private const int b = 1; }", "variable_declarator"
        => "(variable_declarator (identifier b) = (integer_literal 1))";
    another_variable_does_not:
        "c#", "class A { private int b = 1; }", "variable_declarator"
        => "(variable_declarator (identifier b) (? = (integer_literal 1)))";
    a_label_goes_no_later_than_its_statements:
        "c#", "class A { void B() { switch (c) { case 1: case 2: break; default: break; } } }", "switch_body"
        => "(switch_body { (* (i (* (i (switch_section case (constant_pattern (integer_literal 1)) :))) (switch_section case (constant_pattern (integer_literal 2)) : (break_statement break ;))) (i (switch_section default : (break_statement break ;)))) })";
    a_branch_behind_a_condition_goes_with_its_statement:
        "c++", "void f() {\n#ifdef A\n  if (b) c();\n  else\n#endif\n  d();\n}", "compound_statement"
        => "(compound_statement { (* (i (* (i (preproc_ifdef #ifdef (identifier A) (if_statement if (condition_clause ( (identifier b) )) (expression_statement (? (call_expression (identifier c) (argument_list ( )))) ;)) (* (i else)) #endif))) (expression_statement (? (call_expression (identifier d) (argument_list ( )))) ;))) })";
    a_directive_of_a_pair_goes_with_no_item:
        "c#", "class A {\n// b\n#region C\n// d\nint e;\n#endregion\nint f;\n}", "declaration_list"
        => "(declaration_list { (* (#comment // b) (#preproc_region #region C) (i (#comment // d) (field_declaration (variable_declaration (predefined_type int) (variable_declarator (identifier e))) ;)) (#preproc_endregion #endregion) (i (field_declaration (variable_declaration (predefined_type int) (variable_declarator (identifier f))) ;))) })";
}

#[test]
fn what_fits_may_depend_on_the_parent() {
    let language = Language::by_name("c#").expect("built in");
    let document = parse(language, b"namespace A { class B { class C { int d; } } }");
    let tree = document.tree();
    let of = |kind: &str| {
        let is_of = |id: &probdd_core::NodeId| language.kind_name(tree.node(*id).kind) == kind;
        tree.nodes().map(|(id, _)| id).filter(is_of).map(|id| tree.node(id)).collect::<Vec<_>>()
    };
    let field = of("field_declaration")[0].kind;
    let [outer, inner] = of("class_declaration")[..] else { panic!("two classes") };
    assert!(!tree.fits(outer.slot, field), "a namespace has no fields");
    assert!(tree.fits(inner.slot, field), "a class has");
}

#[test]
fn what_is_inner_fits_nowhere_else() {
    let tree = tree_of("php", "<?php $class->list;");
    assert!(!tree.contains("(name "), "{tree}");
    let tree = tree_of("php", "<?php f(PI);");
    assert!(tree.contains("(argument (name PI))"), "{tree}");
}

#[test]
fn a_comment_goes_with_the_item_after_it_or_on_its_line() {
    let text = "int a; // of a\n/* of b */\nint b /* of c */, c;\n";
    assert_eq!(
        tree_of("c", text),
        "(translation_unit (* (i (declaration (primitive_type int) (identifier a) ;) (#comment // of a)) (i (#comment /* of b */) (declaration (primitive_type int) (+, (i (identifier b) (#comment /* of c */)) (i ,~ (identifier c))) ;))))"
    );
}

#[test]
fn a_comment_on_the_line_of_a_node_before_a_list_is_no_comment_of_the_list() {
    let tree = tree_of("go", "package a // b\n\nimport \"c\"\n");
    assert!(tree.contains("(#comment // b) (* (i (import_declaration"), "{tree}");
}

#[test]
fn a_line_marker_of_the_preprocessor_is_no_token() {
    let text = "# 1 \"a.c\"\nint a;\n";
    assert_eq!(
        tree_of("c", text),
        "(translation_unit (* (# (preproc_call # 1 \"a.c\")) (i (declaration (primitive_type int) (identifier a) ;))))"
    );
}

#[test]
fn pieces_between_errors_are_trees() {
    let text = "int a; int b; int c; int d; int e; int f; int some_longer_name; int another_longer_name;\n) ) x ( a , b )\nint g;\n";
    assert_eq!(
        tree_of("c", text),
        "(translation_unit (* (i (* (i (declaration (primitive_type int) (identifier a) ;)) (i (declaration (primitive_type int) (identifier b) ;)) (i (declaration (primitive_type int) (identifier c) ;)) (i (declaration (primitive_type int) (identifier d) ;)) (i (declaration (primitive_type int) (identifier e) ;)) (i (declaration (primitive_type int) (identifier f) ;)) (i (declaration (primitive_type int) (identifier some_longer_name) ;)) (i (declaration (primitive_type int) (identifier another_longer_name) ;)))) (i (* (i )) (i )) (i (call_expression (identifier x) (argument_list ( (*, (i (identifier a)) (i ,~ (identifier b))) )))))) (i (declaration (primitive_type int) (identifier g) ;))))"
    );
}

#[cfg(feature = "sql")]
#[test]
fn what_is_compared_and_one_branch_stay() {
    let case = |text: &str| node_of("case", "sql", text);
    assert_eq!(
        case("SELECT CASE a WHEN 1 THEN b END;\n"),
        "(case (keyword_case CASE) (field (identifier a)) (keyword_when WHEN) (literal 1) (keyword_then THEN) (field (identifier b)) (keyword_end END))"
    );
    assert_eq!(
        case("SELECT CASE a WHEN 1 THEN b WHEN 2 THEN c END;\n"),
        "(case (keyword_case CASE) (field (identifier a)) (+ (i (keyword_when WHEN) (literal 1) (keyword_then THEN) (field (identifier b))) (i (keyword_when WHEN) (literal 2) (keyword_then THEN) (field (identifier c)))) (keyword_end END))"
    );
}

#[cfg(feature = "sql")]
#[test]
fn a_statement_in_error_is_an_element_among_others() {
    let known = "SELECT 3;\n".repeat(20);
    let text = format!("GRANT a ON b TO c; GRANT d ON e TO f;\n{known}");
    let tree = tree_of("sql", &text);
    let errors = "(program (* (i (* (i (* (i GRANT) (i a) (i ON) (i b) (i TO) (i c) (i ;))) (i (* (i GRANT) (i d) (i ON) (i e) (i TO) (i f) (i ;))))) (i (statement";
    assert!(tree.starts_with(errors), "{tree}");
    // Nothing beside the error is removable.
    assert_eq!(
        tree_of("sql", "SELECT a FROM b WHERE c > interval '1' year;\n"),
        "(program (* (i (statement (select (keyword_select SELECT) (select_expression (term (field (identifier a))))) (from (keyword_from FROM) (relation (object_reference (identifier b))) (where (keyword_where WHERE) (binary_expression (field (identifier c)) > (interval (keyword_interval interval) '1'))))) year ;)))"
    );
}

#[test]
fn a_long_sequence_matches_its_rule() {
    let text = format!("let f () = {}d", "c; ".repeat(80));
    let sequence = node_of("sequence_expression", "ocaml", &text);
    assert_eq!(sequence.matches("(i ").count(), 81);
}
