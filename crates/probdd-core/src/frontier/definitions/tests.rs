use super::*;
use crate::input::sketch;

/// Items 3 and 4, of a token each, in the list of item 1, which begins with a token of its own; then
/// item 5.
const NESTED: &str = "*( i( x *( i(x) i(x) ) ) i(x) )";

fn definitions(sketch: &str, links: &[(u32, u32)]) -> (std::sync::Arc<Tree>, Definitions) {
    let tree = sketch::tree(sketch, &[]);
    let definitions = Definitions::new(&tree, &Links::new(links.to_vec()));
    (tree, definitions)
}

/// The outermost items inside a node.
fn inside(node: u32, definitions: &Definitions, tree: &Tree) -> Vec<u32> {
    definitions.inside(NodeId(node), tree).map(|id| id.0).collect()
}

#[test]
fn a_token_is_in_the_items_around_it_up_to_the_root() {
    // Token 2, in item 4, defines a name. Item 2 has a token before its items 4 and 5, and one after them.
    let (_, definitions) = definitions("*( i(x) i( x *( i(x) i(xx) ) x ) i(x) )", &[(2, 0)]);
    let around = |token: usize| definitions.around(token).map(|id| id.0).collect();
    let all: Vec<Vec<u32>> = (0..7).map(around).collect();
    let expected: [&[u32]; 7] =
        [&[1, 0], &[2, 0], &[4, 2, 0], &[5, 2, 0], &[5, 2, 0], &[2, 0], &[6, 0]];
    assert_eq!(all, expected);
}

#[test]
fn a_container_holds_the_items_of_lists_around_definitions() {
    let (tree, definitions) = definitions(NESTED, &[(1, 3)]);
    assert_eq!(inside(0, &definitions, &tree), [1, 5]);
    assert_eq!(inside(1, &definitions, &tree), [3, 4]);
    assert_eq!(inside(2, &definitions, &tree), [3, 4], "the list of item 1");
    assert_eq!(inside(3, &definitions, &tree), []);
    assert!(!definitions.define(NodeId(1)) && definitions.define(NodeId(3)));
}

#[test]
fn an_item_that_defines_a_name_itself_is_no_container() {
    let (tree, definitions) = definitions(NESTED, &[(0, 3), (1, 3)]);
    assert!(definitions.define(NodeId(1)));
    assert_eq!(inside(1, &definitions, &tree), [3, 4]);
}

#[test]
fn an_outer_item_may_be_said_to_define_a_name() {
    let tree = sketch::tree(NESTED, &[]);
    let links = Links::new(vec![(1, 3)]).with_definitions_in(vec![(1, NodeId(1))]);
    let definitions = Definitions::new(&tree, &links);
    assert!(definitions.define(NodeId(1)) && !definitions.define(NodeId(3)));
}

#[test]
fn what_lies_inside_a_definition_is_a_detail() {
    let (tree, definitions) = definitions(NESTED, &[(0, 3)]);
    let details = [1, 3, 4, 5].map(|node| definitions.is_detail(NodeId(node), &tree));
    assert_eq!(details, [false, true, true, false]);
}

#[test]
fn the_name_of_a_container_is_a_detail_and_the_items_that_it_holds_are_not() {
    let sketch = "*( i( ?(x) *( i(x) i(x) ) ) i(x) )";
    let of = |links: &[(u32, u32)]| {
        let (tree, definitions) = definitions(sketch, links);
        [2, 4, 5].map(|node| definitions.is_detail(NodeId(node), &tree))
    };
    assert_eq!(of(&[(1, 3)]), [true, false, false]);
    assert_eq!(of(&[]), [false; 3], "where nothing is defined, there are no details");
}
