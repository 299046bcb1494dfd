//! Describes a program for CHISEL: functions, blocks, loops, names.

use crate::document::Document;
use crate::language::Language;
use crate::language::program_kinds::ProgramKinds;
use crate::names::named_tree::NamedTree;
use crate::names::scopes::SymbolTable;
use fixedbitset::FixedBitSet;
use probdd_core::tree::{Needs, Program, Statement};
use probdd_core::{Kind, NodeId, Role, Tree};
use std::sync::Arc;

impl Language {
    /// The functions, statements and names of a document, if they are known for the language.
    pub fn program(&self, document: &Document) -> Option<Program> {
        let kinds = self.loaded()?.model.kinds();
        let (tree, table) = (document.tree(), &document.tokens);
        let source = NamedTree { tree, table, text: document.text(), kinds };
        Some(self::program(source, self.facts.program?))
    }
}

fn program(source: NamedTree<'_>, kinds: &ProgramKinds) -> Program {
    let outline = Outline::new(source, kinds);
    let mut program = Program::default();
    outline.add_globals(NodeId::ROOT, &mut program.globals);
    for (id, node) in source.tree.nodes().filter(|(_, node)| node.kind != Kind::NONE) {
        let is = |set: &FixedBitSet| set.contains(usize::from(node.kind.0));
        if is(&outline.functions) {
            let mut children = source.tree.children(id);
            program.bodies.extend(children.find(|child| outline.is(&outline.blocks, *child)));
        } else if is(&outline.around_statements) {
            program.statements.extend(outline.statement(id).map(|statement| (id, statement)));
        }
    }
    let names = SymbolTable::of(source);
    program.references = Arc::new(Needs::new(names.references(source.tree, &program.globals)));
    program.dependencies = Arc::new(Needs::new(names.dependencies()));
    program
}

/// The kinds that programs consist of, as sets of their numbers.
struct Outline<'a> {
    tree: &'a Tree,
    outermost: FixedBitSet,
    globals: FixedBitSet,
    functions: FixedBitSet,
    blocks: FixedBitSet,
    declarations: FixedBitSet,
    branching: FixedBitSet,
    loops: FixedBitSet,
    labels: FixedBitSet,
    /// All statements around statements.
    around_statements: FixedBitSet,
    /// All statements.
    statements: FixedBitSet,
    parts: FixedBitSet,
}

impl<'a> Outline<'a> {
    fn new(source: NamedTree<'a>, kinds: &ProgramKinds) -> Outline<'a> {
        let set = |names: &str| -> FixedBitSet {
            let is_named = |kind: &usize| {
                names.split_ascii_whitespace().any(|name| name == source.kinds.name(*kind as u16))
            };
            (0..source.kinds.len()).filter(is_named).collect()
        };
        let around = [kinds.blocks, kinds.branching, kinds.loops, kinds.labels, kinds.around];
        let around_statements = set(&around.join(" "));
        let mut statements = set(kinds.simple);
        statements.union_with(&around_statements);
        Outline {
            tree: source.tree,
            outermost: set(kinds.outermost),
            globals: set(kinds.globals),
            functions: set(kinds.functions),
            blocks: set(kinds.blocks),
            declarations: set(kinds.declarations),
            branching: set(kinds.branching),
            loops: set(kinds.loops),
            labels: set(kinds.labels),
            around_statements,
            statements,
            parts: set(kinds.parts),
        }
    }

    fn is(&self, set: &FixedBitSet, node: NodeId) -> bool {
        set.contains(usize::from(self.tree.node(node).kind.0))
    }

    /// Adds the items of a node whose content is a declaration outside functions, also those inside
    /// the nodes around declarations.
    fn add_globals(&self, node: NodeId, globals: &mut Vec<NodeId>) {
        for child in self.tree.children(node) {
            let inner = self.tree.node(child);
            let declares = |id: NodeId| self.is(&self.globals, id);
            if inner.role == Role::Item && self.tree.children(child).any(declares) {
                globals.push(child);
            } else if inner.kind == Kind::NONE || self.is(&self.outermost, child) {
                self.add_globals(child, globals);
            }
        }
    }

    /// The statements inside a statement, if there are any.
    fn statement(&self, node: NodeId) -> Option<Statement> {
        if self.is(&self.blocks, node) {
            let mut elements = Vec::new();
            self.add_elements(node, &mut elements);
            let declares =
                |id: &NodeId| self.tree.children(*id).any(|id| self.is(&self.declarations, id));
            let (declarations, statements) = elements.into_iter().partition(declares);
            return Some(Statement::Block { statements, declarations });
        }
        let mut inner = Vec::new();
        self.add_inner(node, &mut inner);
        let (first, last) = (inner.first().copied()?, inner.last().copied()?);
        Some(if self.is(&self.branching, node) {
            Statement::If(inner)
        } else if self.is(&self.loops, node) {
            Statement::Loop(first)
        } else if self.is(&self.labels, node) {
            Statement::Label(last)
        } else {
            Statement::Around(inner)
        })
    }

    /// Adds the items of a block's lists.
    fn add_elements(&self, node: NodeId, elements: &mut Vec<NodeId>) {
        for child in self.tree.children(node) {
            match self.tree.node(child).role {
                Role::Item => elements.push(child),
                Role::Star | Role::Plus | Role::Optional => self.add_elements(child, elements),
                _ if self.is(&self.parts, child) => self.add_elements(child, elements),
                _ => {}
            }
        }
    }

    /// Adds the outermost statements inside a node.
    fn add_inner(&self, node: NodeId, inner: &mut Vec<NodeId>) {
        for child in self.tree.children(node) {
            if self.is(&self.statements, child) {
                inner.push(child);
            } else if self.tree.node(child).kind == Kind::NONE || self.is(&self.parts, child) {
                self.add_inner(child, inner);
            }
        }
    }
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use crate::{Document, Language, parse};
    use probdd_core::NodeId;
    use probdd_core::tree::{Program, Statement};

    const TEXT: &str = "\
struct S;
struct S { int a; };
typedef struct S T;
enum { A, B };
static int f(int);
extern int g;
int g = A;
;
static int f(int p) { T x; x.a = g; return p + x.a; }
#ifdef X
int h;
#endif
int main(void)
{
  int i = 0, j;
  if (i) f(1); else { j = 2; }
  for (int g = 0; g < 3; g++) { f(g); }
  do i++; while (i < 3);
  switch (i) { case 1: f(4); break; default: f(6); }
out:
  f(7);
  if (j) goto out;
  return 0;
}
";

    fn program(text: &str) -> (Document, Program) {
        let language = Language::by_name("c").expect("built in");
        let document = parse(language, text.as_bytes());
        let program = language.program(&document).expect("C has programs");
        (document, program)
    }

    /// The words of a node, with blanks between.
    fn words(document: &Document, node: NodeId) -> String {
        let tokens = document.tree().node(node).tokens();
        let word = |token| String::from_utf8_lossy(document.token(token)).into_owned();
        tokens.map(word).collect::<Vec<_>>().join(" ")
    }

    fn all_words(document: &Document, nodes: &[NodeId]) -> Vec<String> {
        nodes.iter().map(|node| words(document, *node)).collect()
    }

    #[test]
    fn what_stands_outside_of_functions_is_global_but_no_directives() {
        let (document, program) = program(TEXT);
        let globals = all_words(&document, &program.globals);
        assert_eq!(globals.len(), 11, "{globals:?}");
        assert_eq!(globals[0], "struct S ;");
        assert_eq!(globals[7], ";");
        assert!(globals[10].starts_with("int main ( void )"));
    }

    #[test]
    fn statements_know_what_they_hold() {
        let (document, program) = program(TEXT);
        let main = program.bodies[1];
        let statement = |node: NodeId| {
            let known = program.statements.iter().find(|(id, _)| *id == node);
            &known.expect("it holds statements").1
        };
        let Statement::Block { statements, declarations } = statement(main) else {
            panic!("a body is a block")
        };
        assert_eq!(all_words(&document, declarations), ["int i = 0 , j ;"]);
        let inside = |at: usize| {
            let item = statements[at];
            let (_, statement) =
                program.statement(document.tree(), item).expect("it holds statements");
            match statement {
                Statement::Block { statements, .. } => all_words(&document, statements),
                Statement::If(inner) | Statement::Around(inner) => all_words(&document, inner),
                Statement::Loop(inner) | Statement::Label(inner) => all_words(&document, &[*inner]),
            }
        };
        assert_eq!(inside(0), ["f ( 1 ) ;", "{ j = 2 ; }"]);
        assert_eq!(inside(1), ["{ f ( g ) ; }"]);
        assert_eq!(inside(2), ["i ++ ;"]);
        assert_eq!(inside(3), ["{ case 1 : f ( 4 ) ; break ; default : f ( 6 ) ; }"]);
        assert_eq!(inside(4), ["f ( 7 ) ;"]);
        let case =
            program.statements.iter().find(|(id, _)| words(&document, *id).starts_with("case"));
        let Some((_, Statement::Block { statements, .. })) = case else { panic!("no case") };
        assert_eq!(all_words(&document, statements), ["f ( 4 ) ;", "break ;"]);
    }

    /// Every need as "users < providers", words with the lines they stand on.
    fn needs(document: &Document, needs: &probdd_core::tree::Needs) -> Vec<String> {
        let word = |token: &u32| {
            let start = document.tokens.bytes(*token as usize).start;
            let line = 1 + TEXT[..start].matches('\n').count();
            format!("{}:{line}", String::from_utf8_lossy(document.token(*token as usize)))
        };
        let all = |tokens: &[u32]| tokens.iter().map(word).collect::<Vec<_>>().join(" ");
        let mut needs: Vec<String> = needs
            .iter()
            .map(|need| format!("{} < {}", all(&need.users), all(&need.providers)))
            .collect();
        needs.sort();
        needs
    }

    #[test]
    fn uses_refer_to_the_weightiest_declaration() {
        let (document, program) = program(TEXT);
        let wanted = [
            "A:7 < A:4",
            "S:1 S:3 < S:2",
            "T:9 < T:3",
            "f:16 f:17 f:19 f:19 f:21 < f:9",
            "g:9 < g:7",
        ];
        assert_eq!(needs(&document, &program.references), wanted);
    }

    #[test]
    fn inside_of_functions_declarations_values_returns_and_labels_are_needed() {
        let (document, program) = program(TEXT);
        let wanted = [
            "g:17 g:17 g:17 < g:17",
            "g:17 g:17 g:17 < g:17 g:17",
            "i:16 i:18 i:18 i:19 < i:15",
            "i:16 i:18 i:18 i:19 < i:15 i:18",
            "j:16 j:22 < j:15",
            "j:22 < j:16",
            "out:22 < out:20",
            "p:9 < p:9",
            "p:9 < p:9",
            "x:9 < x:9",
            "x:9 x:9 < x:9",
            "{:14 < return:23",
            "{:9 < return:9",
        ];
        assert_eq!(needs(&document, &program.dependencies), wanted);
    }

    #[test]
    fn what_nobody_refers_to_is_unused_but_no_functions() {
        let text = "int a, b;\nstatic int c;\nint f(void) { int d = c; int e; e = 1; return a; }\n";
        let (document, program) = program(text);
        let unused = program.unused(document.tree());
        assert_eq!(all_words(&document, &unused), ["int d = c ;"]);
    }
}
