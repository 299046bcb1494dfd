//! Steps of a plan for each part of a text as if it were the whole: windows of a large text, what lies between markers, texts of
//! other languages in strings, files. Every candidate has the rest around it.
//!
//! So a tree is never larger than that of a part. What two windows have to do with each other is not seen, until the
//! text is small enough to be parsed as a whole. A guest comes after the search over its host: most guests go with
//! what is around them, and a string of which nothing is needed is empty by then.

use super::inside::PASS;
use super::memory::Memory;
use super::plan::{Each, Step, Until};
use super::state::Reduction;
use super::text::Text;
use crate::candidate::Outside;
use crate::command_line::{Reducer, TextFormat};
use crate::error::Halted;
use crate::settings::{Approach, Structure};
use probdd_core::bundle::{Placed, entries};
use probdd_exec::Oracle;
use probdd_syntax::project::{order, token_count};
use probdd_syntax::{Guest, guests, windows};
use std::ops::Range;

/// The markers of Lithium: what lies between a line with the first and a line with the second is
/// reduced.
const BEGIN: &[u8] = b"DDBEGIN";
const END: &[u8] = b"DDEND";

impl<O: Oracle> Reduction<'_, O> {
    /// Follows steps for each part.
    pub(super) fn each(&mut self, parts: Each, steps: &'static [Step]) -> Result<(), Halted> {
        match parts {
            Each::Files => self.each_file(steps, false),
            Each::FirstFile => self.each_file(steps, true),
            Each::Regions => self.each_window(regions(&self.text.best), steps),
            Each::Windows => {
                let length = self.text.strategy.window_length();
                self.each_window(
                    windows(&self.text.best, length, &self.scheduler.stopping()),
                    steps,
                )
            }
            Each::Guests => self.each_guest(steps),
            Each::WithoutGrammar => self.without_grammar(steps),
        }
    }

    /// Follows steps for a part, and then puts the rest around it.
    fn within(&mut self, part: Text, memory: Memory, steps: &'static [Step]) -> Result<(), Halted> {
        let whole = std::mem::replace(&mut self.text, part);
        let memory = std::mem::replace(&mut self.memory, memory);
        let ladder = self.new_ladder();
        let ladder = std::mem::replace(&mut self.ladder, ladder);
        let done = self.follow(steps, Until::Once);
        (self.memory, self.ladder) = (memory, ladder);
        let part = std::mem::replace(&mut self.text, whole);
        self.text.best = self.text.outside.window(&part.whole());
        done
    }

    fn each_window(
        &mut self,
        windows: Vec<Range<usize>>,
        steps: &'static [Step],
    ) -> Result<(), Halted> {
        // Those before a window that is reduced stay where they are.
        for window in windows.into_iter().rev() {
            let mut best = self.text.best.clone();
            match self.text.outside.within(&window, &mut best) {
                Some(outside) => {
                    let part = self.text.part(best, outside);
                    self.within(part, Memory::default(), steps)?;
                }
                None => self.has_gap = true,
            }
        }
        Ok(())
    }

    /// Whether only regions of the text are reduced.
    pub(super) fn has_regions(&self) -> bool {
        self.method.kept.outside_regions && !regions(&self.text.best).is_empty()
    }

    /// The files of a bundle that have regions.
    pub(super) fn files_with_regions(&self) -> Vec<Vec<u8>> {
        if !self.method.kept.outside_regions {
            return Vec::new();
        }
        let best = &self.text.best;
        let has_region = |range: &Range<usize>| !regions(&best[range.clone()]).is_empty();
        let files = entries(best).into_iter().filter(|file| has_region(&file.content));
        files.map(|file| file.path).collect()
    }

    /// Whether the text is reduced in windows. The program of `--fixup` may change what is outside of them.
    pub(super) fn has_windows(&self) -> bool {
        self.fixer.is_none()
            && !self.method.is_as_published()
            && self.text.strategy.has_windows(&self.text.best)
    }

    /// The program of `--fixup` may change what is around a guest, so there are none with it.
    fn each_guest(&mut self, steps: &'static [Step]) -> Result<(), Halted> {
        let Structure::Grammar(language) = self.text.structure else { return Ok(()) };
        if self.fixer.is_some() {
            return Ok(());
        }
        let parsed = self.parsed();
        for guest in guests(language, &parsed.document, &self.scheduler.stopping()).iter().rev() {
            let Some(guest) = self.made_regular(guest)? else { continue };
            let mut best = self.text.best.clone();
            let Some(outside) = self.text.outside.around_guest(&guest, &mut best) else { continue };
            let mut strategy = (*self.text.strategy).clone();
            strategy.structure = Structure::Grammar(guest.language);
            // The blanks of a text inside of a string may matter.
            let approach = Approach { strategy, format: TextFormat::Keep };
            let part = self.text.part(best, outside).read_as(approach);
            self.within(Text { is_guest: true, ..part }, Memory::default(), steps)?;
        }
        Ok(())
    }

    /// The guest with the same margin before each line; `None` if the text is not interesting with that.
    fn made_regular(&mut self, guest: &Guest) -> Result<Option<Guest>, Halted> {
        let (bytes, inside) = (&guest.bytes, guest.in_margin());
        let best = &self.text.best;
        let text = [&best[..bytes.start], &inside, &best[bytes.end..]].concat();
        if text != self.text.best {
            self.ask_about(PASS, text.clone())?;
        }
        let bytes = bytes.start..bytes.start + inside.len();
        Ok((text == self.text.best).then(|| Guest { bytes, ..guest.clone() }))
    }

    /// Whether the grammar finds errors in the text. CHISEL needs a program.
    pub(super) fn is_misread(&mut self) -> bool {
        let has_program = self.text.strategy.reducer == Reducer::Chisel;
        if has_program || self.language().is_none() {
            return false;
        }
        let document = &self.parsed().document;
        document.fallback().is_some() || document.error_bytes() > 0
    }

    fn without_grammar(&mut self, steps: &'static [Step]) -> Result<(), Halted> {
        let Some(language) = self.language() else { return Ok(()) };
        let structure = Structure::Brackets(language);
        let part = self.text.part(self.text.best.clone(), self.text.outside.clone());
        let format = self.text.format;
        let memory = self.memory.read_otherwise();
        self.within(Text { structure, format, ..part }, memory, steps)
    }

    /// Follows steps for one file after another, each in its own language.
    fn each_file(&mut self, steps: &'static [Step], is_last: bool) -> Result<(), Halted> {
        let all = entries(&self.text.best);
        let paths = order(&self.text.best, &all).into_iter().map(|file| all[file].path.clone());
        for path in paths.collect::<Vec<_>>() {
            let file = self.texts().into_iter().find(|file| file.path == path);
            if let Some(file) = file.filter(|file| !self.method.kept.stays(&file.path)) {
                let before = self.text.best.len();
                self.in_file(&file, steps, is_last)?;
                if is_last && self.text.best.len() < before {
                    break;
                }
            }
        }
        Ok(())
    }

    fn in_file(
        &mut self,
        file: &Placed,
        steps: &'static [Step],
        is_last: bool,
    ) -> Result<(), Halted> {
        let mut best = self.text.best.clone();
        let outside = Outside::around(&file.content, &mut best, token_count);
        let outside = outside.expect("a bundle has more than the text of a file");
        let approach = self.method.approach_to_file(&file.path, &best);
        let part = self.text.part(best, outside).read_as(approach);
        let path = Some(String::from_utf8_lossy(&file.path).into());
        self.within(Text { file: path, is_last, ..part }, Memory::default(), steps)
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
        let found: Vec<&[u8]> = regions(text).into_iter().map(|region| &text[region]).collect();
        assert_eq!(found, [&b"b\nc"[..], b""]);
        assert!(regions(b"DDEND\nDDBEGIN\n").is_empty());
    }
}
