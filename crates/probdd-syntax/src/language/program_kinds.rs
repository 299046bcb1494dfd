//! The kinds of nodes that programs consist of, for CHISEL.

/// The names of the kinds of nodes that programs of a language consist of, with blanks between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramKinds {
    /// Nodes around declarations outside functions.
    pub(crate) outermost: &'static str,
    /// Declarations outside functions.
    pub(crate) globals: &'static str,
    /// Definitions of functions.
    pub(crate) functions: &'static str,
    /// Lists of statements.
    pub(crate) blocks: &'static str,
    /// Declarations among statements.
    pub(crate) declarations: &'static str,
    /// Choices between branches.
    pub(crate) branching: &'static str,
    /// Loops.
    pub(crate) loops: &'static str,
    /// Labels before statements.
    pub(crate) labels: &'static str,
    /// Other statements around statements.
    pub(crate) around: &'static str,
    /// All other statements.
    pub(crate) simple: &'static str,
    /// Parts of statements that hold statements: an `else`.
    pub(crate) parts: &'static str,
}

/// C.
#[cfg(any(feature = "c", feature = "cpp"))]
pub(crate) const C: ProgramKinds = ProgramKinds {
    outermost: "\
        linkage_specification declaration_list preproc_elif preproc_else preproc_if preproc_ifdef",
    globals: "\
        declaration enum_specifier expression_statement function_definition struct_specifier \
        type_definition union_specifier",
    functions: "function_definition",
    blocks: "case_statement compound_statement preproc_if preproc_ifdef",
    declarations: "declaration type_definition",
    branching: "if_statement",
    loops: "do_statement for_statement while_statement",
    labels: "labeled_statement",
    around: "attributed_statement switch_statement",
    simple: "\
        break_statement continue_statement expression_statement goto_statement return_statement",
    parts: "else_clause preproc_elif preproc_else",
};

/// C++.
#[cfg(feature = "cpp")]
pub(crate) const CPP: ProgramKinds = ProgramKinds {
    outermost: "\
        linkage_specification declaration_list namespace_definition preproc_elif preproc_else \
        preproc_if preproc_ifdef",
    globals: "\
        alias_declaration class_specifier declaration enum_specifier expression_statement \
        function_definition struct_specifier template_declaration type_definition union_specifier \
        using_declaration",
    declarations: "alias_declaration declaration type_definition using_declaration",
    loops: "do_statement for_range_loop for_statement while_statement",
    around: "attributed_statement switch_statement try_statement",
    simple: "\
        break_statement continue_statement expression_statement goto_statement return_statement \
        throw_statement",
    parts: "catch_clause else_clause preproc_elif preproc_else",
    ..C
};

#[cfg(test)]
impl ProgramKinds {
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        let lists = [
            self.outermost,
            self.globals,
            self.functions,
            self.blocks,
            self.declarations,
            self.branching,
            self.loops,
            self.labels,
            self.around,
            self.simple,
            self.parts,
        ];
        lists.into_iter()
    }
}
