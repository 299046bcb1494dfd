//! Regions between markers, for `--keep-region`: only they are reduced, as windows of the text.

use super::pass::Reduction;
use crate::error::Halted;
use probdd_core::bundle::entries;
use probdd_exec::Oracle;
use std::ops::Range;

/// The markers of Lithium: what lies between a line with the first and a line with the second is
/// reduced.
const BEGIN: &[u8] = b"DDBEGIN";
const END: &[u8] = b"DDEND";

impl<O: Oracle> Reduction<'_, O> {
    /// Whether only regions of the best candidate are reduced.
    pub(super) fn has_region(&self) -> bool {
        self.method.kept.outside_regions && !regions(&self.best).is_empty()
    }

    /// A round for each region, from the last to the first.
    pub(super) fn round_in_regions(&mut self) -> Result<bool, Halted> {
        let mut is_certified = true;
        for region in regions(&self.best).iter().rev() {
            is_certified &= self.round_in(region)?;
        }
        if is_certified {
            self.certify();
        }
        Ok(is_certified)
    }

    /// The files of a bundle that have regions.
    pub(super) fn files_with_regions(&self) -> Vec<Vec<u8>> {
        if !self.method.kept.outside_regions {
            return Vec::new();
        }
        let has_region = |range: &Range<usize>| !regions(&self.best[range.clone()]).is_empty();
        let files = entries(&self.best).into_iter().filter(|file| has_region(&file.content));
        files.map(|file| file.path).collect()
    }
}

/// What lies between the lines with markers.
fn regions(text: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut begun, mut at) = (Vec::new(), None, 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let has = |marker: &[u8]| memchr::memmem::find(line, marker).is_some();
        let end = at + line.len();
        match begun {
            None if has(BEGIN) => begun = Some(end),
            Some(start) if has(END) => {
                // The newline before the last line belongs to that.
                found.push(start..at.saturating_sub(1).max(start));
                begun = None;
            }
            _ => {}
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_lies_between_two_lines_with_markers() {
        let text = b"a\n// DDBEGIN\nb\nc\n// DDEND\nd\n// DDBEGIN\n// DDEND";
        let found: Vec<&[u8]> = regions(text).into_iter().map(|it| &text[it]).collect();
        assert_eq!(found, [&b"b\nc"[..], b""]);
        assert!(regions(b"DDEND\nDDBEGIN\n").is_empty());
    }
}
