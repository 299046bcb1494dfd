//! Groups the elements of lists into blocks: a label, instructions, and the one that ends the
//! block.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};

/// Groups the elements of lists into blocks, each of which begins at an element of some kinds.
pub(crate) fn in_blocks(parts: Vec<Part>, begins: &[u16]) -> Vec<Part> {
    let divided = |part| match part {
        Part::Group(list) if list.is_list() => {
            let blocks = blocks(list.parts, begins).into_iter();
            let blocks = blocks.map(|block| Part::Group(block_of(block))).collect();
            Part::group(Mark::Plus(NO_SEPARATOR), blocks)
        }
        other => other,
    };
    parts.into_iter().map(divided).collect()
}

fn blocks(elements: Vec<Part>, begins: &[u16]) -> Vec<Vec<Part>> {
    let mut blocks: Vec<Vec<Part>> = Vec::new();
    for element in elements {
        match blocks.last_mut() {
            Some(block) if !element.holds(begins) => block.push(element),
            _ => blocks.push(vec![element]),
        }
    }
    blocks
}

/// A block as one element: a list of its elements except the last, and the last.
fn block_of(mut elements: Vec<Part>) -> Group {
    let last = match elements.pop() {
        Some(Part::Group(last)) => last.parts,
        other => other.into_iter().collect(),
    };
    let before = Part::group(Mark::Star(NO_SEPARATOR), elements);
    Group::new(Mark::ITEM, [vec![before], last].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::bonds::Bonds;

    #[test]
    fn a_block_goes_but_its_last_element_stays_with_it() {
        let item = |kind| {
            let child = Part::Child { kind, slot: 0, bonds: Bonds::NONE };
            Part::group(Mark::ITEM, vec![child])
        };
        let (label, instruction) = (7, 1);
        let list = [instruction, instruction, label, instruction].map(item).to_vec();
        let star = Part::group(Mark::Star(NO_SEPARATOR), list);
        let [Part::Group(list)] = &in_blocks(vec![star], &[label])[..] else { panic!("one list") };
        assert_eq!(list.mark, Mark::Plus(NO_SEPARATOR), "a block stays");
        let [Part::Group(first), Part::Group(second)] = &list.parts[..] else { panic!("two") };
        assert!(matches!(&first.parts[..], [Part::Group(before), Part::Child { kind: 1, .. }]
            if before.parts == [item(instruction)]));
        assert!(matches!(&second.parts[..], [Part::Group(before), Part::Child { kind: 1, .. }]
            if before.parts == [item(label)]));
    }
}
