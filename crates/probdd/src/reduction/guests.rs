//! Reducing texts of other languages inside of a text, such as the scripts of an HTML page, each by
//! its own grammar.
//!
//! A guest is reduced as if it were the whole text, and every candidate has the rest of the text
//! around it. This comes after the search over the host, because most guests go with what is around
//! them, and a string of which nothing is needed is empty by then. What makes a small text simpler
//! comes later, for host and guests at once.

use super::inside::PASS;
use super::pass::Reduction;
use crate::command_line::TextFormat;
use crate::error::Halted;
use crate::settings::{Approach, Structure};
use probdd_exec::Oracle;
use probdd_syntax::{Guest, guests};

impl<O: Oracle> Reduction<'_, O> {
    /// Reduces each guest of the best candidate. The program of `--fixup` may change what is around
    /// a guest, so there are none with it.
    pub(super) fn reduce_guests(&mut self) -> Result<(), Halted> {
        if self.fixer.is_none() {
            // Those before a guest that is reduced stay where they are.
            for guest in self.guests().into_iter().rev() {
                self.reduce_guest(&guest)?;
            }
        }
        Ok(())
    }

    fn guests(&mut self) -> Vec<Guest> {
        let Structure::Grammar(language) = self.structure() else { return Vec::new() };
        let parsed = self.parsed();
        guests(language, &parsed.document, &self.scheduler.stopping())
    }

    fn reduce_guest(&mut self, guest: &Guest) -> Result<(), Halted> {
        let Some(guest) = &self.made_regular(guest)? else { return Ok(()) };
        let Some(around) = self.outside.around_guest(guest, &mut self.best) else { return Ok(()) };
        let host = Approach { strategy: self.strategy.clone(), format: self.text_format };
        let format = self.format;
        let outside = std::mem::replace(&mut self.outside, around);
        let mut strategy = self.strategy.clone();
        strategy.structure = Structure::Grammar(guest.language);
        // The blanks of a text inside of a string may matter.
        self.take(Approach { strategy, format: TextFormat::Keep });
        let done = self.reduce_as_guest();
        let whole = self.outside.put_around(&self.best);
        self.best = outside.window(&whole);
        self.outside = outside;
        self.take(host);
        self.format = format;
        done
    }

    /// The guest with the same margin before each line; `None` if the text is not interesting with that.
    fn made_regular(&mut self, guest: &Guest) -> Result<Option<Guest>, Halted> {
        let (bytes, inside) = (&guest.bytes, guest.in_margin());
        let text = [&self.best[..bytes.start], &inside, &self.best[bytes.end..]].concat();
        if text != self.best {
            self.ask_about(PASS, text.clone())?;
        }
        let bytes = bytes.start..bytes.start + inside.len();
        Ok((text == self.best).then(|| Guest { bytes, ..guest.clone() }))
    }

    fn reduce_as_guest(&mut self) -> Result<(), Halted> {
        self.drop_comments()?;
        let mut ladder = self.ladder();
        self.delete(Some(&mut ladder))?;
        self.reduce_insides()
    }
}
