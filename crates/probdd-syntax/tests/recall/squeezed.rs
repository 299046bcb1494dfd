//! A text without blanks, and the search for pieces of it.

use std::ops::Range;

/// A text without blanks, and the places where they were.
pub(crate) struct Squeezed {
    pub(crate) letters: Vec<char>,
    /// Whether a word may begin at a letter: no word continues there.
    is_boundary: Vec<bool>,
}

/// One step of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A letter.
    Letter(char),
    /// The shortest text with balanced brackets: `…`.
    Anything,
}

impl Squeezed {
    pub(crate) fn of(text: &str) -> Squeezed {
        let mut letters: Vec<char> = Vec::new();
        let mut is_boundary = Vec::new();
        let mut is_after_blank = true;
        for letter in text.chars() {
            if letter.is_whitespace() {
                is_after_blank = true;
                continue;
            }
            let is_inside =
                letters.last().is_some_and(|before| is_word(*before)) && is_word(letter);
            is_boundary.push(is_after_blank || !is_inside);
            letters.push(letter);
            is_after_blank = false;
        }
        is_boundary.push(true);
        Squeezed { letters, is_boundary }
    }

    /// The only place that matches a pattern: where every step begins, and where the last one ends.
    pub(crate) fn find(&self, pattern: &[Step]) -> Result<Vec<usize>, String> {
        let starts = (0..self.letters.len()).filter(|start| self.is_boundary[*start]);
        let mut places = starts.filter_map(|start| self.place_at(start, pattern));
        let place = places.next().ok_or("does not occur")?;
        match places.count() {
            0 => Ok(place),
            others => Err(format!("occurs {} times", others + 1)),
        }
    }

    fn place_at(&self, start: usize, pattern: &[Step]) -> Option<Vec<usize>> {
        let Some((step, rest)) = pattern.split_first() else {
            return self.is_boundary[start].then(|| vec![start]);
        };
        let mut place = match step {
            Step::Letter(letter) if self.letters.get(start) == Some(letter) => {
                self.place_at(start + 1, rest)?
            }
            Step::Letter(_) => return None,
            Step::Anything => self.balanced_ends(start).find_map(|end| self.place_at(end, rest))?,
        };
        place.insert(0, start);
        Some(place)
    }

    /// The ends of the texts with balanced brackets that begin at a place.
    fn balanced_ends(&self, start: usize) -> impl Iterator<Item = usize> {
        let depths = self.letters[start..].iter().scan(0_i32, |depth, letter| {
            *depth += match letter {
                '(' | '[' | '{' => 1,
                ')' | ']' | '}' => -1,
                _ => 0,
            };
            (*depth >= 0).then_some(*depth)
        });
        let ends = depths.enumerate().filter(|(_, depth)| *depth == 0);
        std::iter::once(start).chain(ends.map(move |(index, _)| start + index + 1))
    }

    /// The text after the replacement of a piece.
    pub(crate) fn with(&self, piece: Range<usize>, by: &str) -> String {
        let before: String = self.letters[..piece.start].iter().collect();
        let after: String = self.letters[piece.end..].iter().collect();
        before + by + &after
    }

    pub(crate) fn text(&self, piece: Range<usize>) -> String {
        self.letters[piece].iter().collect()
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[test]
fn a_piece_is_found_once_at_the_boundaries_of_words_and_without_blanks() {
    let text = Squeezed::of("int a = data;\nf(a, (b), c); f(x);");
    let steps = |pattern: &str| -> Vec<Step> {
        let step = |letter| if letter == '…' { Step::Anything } else { Step::Letter(letter) };
        pattern.chars().filter(|letter| !letter.is_whitespace()).map(step).collect()
    };
    assert_eq!(text.find(&steps("a = d")).map_err(|e| e.len()), Err("does not occur".len()));
    assert_eq!(text.find(&steps("inta")), Ok(vec![0, 1, 2, 3, 4]));
    assert_eq!(text.find(&steps("f(…)")), Err("occurs 2 times".to_owned()));
    assert_eq!(text.find(&steps("(a…)")), Ok(vec![11, 12, 13, 19, 20]));
}
