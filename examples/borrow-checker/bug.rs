//! A small toolbox: data structures and helpers that nearly every program needs sooner or later.
//!
//! The modules hardly know each other, so take what you need and leave the rest.

/// Matrices of floating point numbers.
pub mod matrix {
    /// A matrix whose cells are stored row by row.
    pub struct Matrix {
        rows: usize,
        columns: usize,
        cells: Vec<f64>,
    }

    impl Matrix {
        /// A matrix of zeros.
        pub fn zero(rows: usize, columns: usize) -> Matrix {
            Matrix { rows, columns, cells: vec![0.0; rows * columns] }
        }

        /// The square matrix with ones on its diagonal and zeros elsewhere.
        pub fn identity(size: usize) -> Matrix {
            let mut result = Matrix::zero(size, size);
            for i in 0..size {
                result.set(i, i, 1.0);
            }
            result
        }

        /// The cell in this row and column.
        pub fn get(&self, row: usize, column: usize) -> f64 {
            self.cells[row * self.columns + column]
        }

        /// Replaces the cell in this row and column.
        pub fn set(&mut self, row: usize, column: usize, value: f64) {
            self.cells[row * self.columns + column] = value;
        }

        /// The matrix with rows and columns exchanged.
        pub fn transposed(&self) -> Matrix {
            let mut result = Matrix::zero(self.columns, self.rows);
            for row in 0..self.rows {
                for column in 0..self.columns {
                    result.set(column, row, self.get(row, column));
                }
            }
            result
        }

        /// The product of two matrices, or `None` if their sizes do not fit.
        pub fn times(&self, other: &Matrix) -> Option<Matrix> {
            if self.columns != other.rows {
                return None;
            }
            let mut result = Matrix::zero(self.rows, other.columns);
            for row in 0..self.rows {
                for column in 0..other.columns {
                    let mut sum = 0.0;
                    for i in 0..self.columns {
                        sum += self.get(row, i) * other.get(i, column);
                    }
                    result.set(row, column, sum);
                }
            }
            Some(result)
        }
    }
}

/// Laying out plain text.
pub mod text {
    /// Breaks a text into lines of at most `width` characters.
    ///
    /// A word that is longer than that gets a line of its own.
    pub fn wrap(text: &str, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let needed = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && needed > width {
                lines.push(line);
                line = String::new();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// Puts `depth` spaces in front of every line that is not empty.
    pub fn indent(text: &str, depth: usize) -> String {
        let mut result = String::new();
        for line in text.lines() {
            if !line.is_empty() {
                result.push_str(&" ".repeat(depth));
                result.push_str(line);
            }
            result.push('\n');
        }
        result
    }

    /// Puts a text in the middle of a line; what cannot be halved goes to the right.
    pub fn center(text: &str, width: usize) -> String {
        let space = width.saturating_sub(text.chars().count());
        let left = space / 2;
        format!("{}{}{}", " ".repeat(left), text, " ".repeat(space - left))
    }

    /// A form of a title that can be part of an address: "Hello, world" becomes "hello-world".
    pub fn slug(title: &str) -> String {
        let mut result = String::new();
        for c in title.chars() {
            if c.is_ascii_alphanumeric() {
                result.push(c.to_ascii_lowercase());
            } else if !result.is_empty() && !result.ends_with('-') {
                result.push('-');
            }
        }
        String::from(result.trim_end_matches('-'))
    }
}

/// How alike words are.
pub mod spelling {
    /// How many letters have to be added, removed or replaced to turn a word into another one.
    pub fn distance(from: &str, to: &str) -> usize {
        let target: Vec<char> = to.chars().collect();
        // The distances from the part of `from` that has been read to every beginning of `to`.
        let mut row: Vec<usize> = (0..target.len() + 1).collect();
        for (i, c) in from.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for j in 0..target.len() {
                let replaced = diagonal + usize::from(c != target[j]);
                diagonal = row[j + 1];
                row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
            }
        }
        row[target.len()]
    }

    /// The word that is meant by another one, unless all of them are too different.
    pub fn suggest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
        let best = known.iter().min_by_key(|candidate| distance(word, candidate))?;
        if distance(word, best) * 3 > word.len() {
            return None;
        }
        Some(*best)
    }

    /// The number of letters that two words have in common at their beginnings.
    pub fn common_prefix(a: &str, b: &str) -> usize {
        a.chars().zip(b.chars()).take_while(|pair| pair.0 == pair.1).count()
    }

    /// Whether two words consist of the same letters.
    pub fn is_anagram(a: &str, b: &str) -> bool {
        let mut a: Vec<char> = a.chars().collect();
        let mut b: Vec<char> = b.chars().collect();
        a.sort();
        b.sort();
        a == b
    }
}

/// Roman numerals.
pub mod roman {
    /// What the letters are worth, and the pairs in which the smaller one is subtracted.
    const PARTS: [(&str, u32); 13] = [
        ("M", 1000),
        ("CM", 900),
        ("D", 500),
        ("CD", 400),
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];

    /// Writes a number; there are numerals from 1 to 3999 only.
    pub fn write(number: u32) -> Option<String> {
        if number == 0 || number > 3999 {
            return None;
        }
        let mut rest = number;
        let mut numeral = String::new();
        for (letters, value) in PARTS {
            while rest >= value {
                numeral.push_str(letters);
                rest -= value;
            }
        }
        Some(numeral)
    }

    /// Reads a number, however it is written.
    fn read_loosely(numeral: &str) -> Option<u32> {
        let mut rest = numeral;
        let mut number = 0;
        for (letters, value) in PARTS {
            while let Some(tail) = rest.strip_prefix(letters) {
                number += value;
                rest = tail;
            }
        }
        rest.is_empty().then_some(number)
    }

    /// Reads a number, provided that it is written as it should be: not "IIII", for example.
    pub fn read(numeral: &str) -> Option<u32> {
        let number = read_loosely(numeral)?;
        (write(number)? == numeral).then_some(number)
    }
}

/// A cache that forgets what has not been used for the longest time.
pub mod lru {
    /// Maps names to values; the entry that was used last comes last.
    ///
    /// Looking for an entry takes linear time, which is all right for some dozens of them.
    pub struct Cache {
        capacity: usize,
        entries: Vec<(String, u64)>,
    }

    impl Cache {
        /// An empty cache for so many entries.
        pub fn new(capacity: usize) -> Cache {
            Cache { capacity, entries: Vec::new() }
        }

        /// The number of entries.
        pub fn len(&self) -> usize {
            self.entries.len()
        }

        /// Forgets an entry and returns its value.
        pub fn remove(&mut self, name: &str) -> Option<u64> {
            let index = self.entries.iter().position(|entry| entry.0 == name)?;
            Some(self.entries.remove(index).1)
        }

        /// Looks a value up, which counts as using it.
        pub fn get(&mut self, name: &str) -> Option<u64> {
            let value = self.remove(name)?;
            self.entries.push((String::from(name), value));
            Some(value)
        }

        /// Adds or replaces an entry; if there is no space left, the oldest one has to go.
        pub fn put(&mut self, name: &str, value: u64) {
            self.remove(name);
            if self.capacity > 0 {
                if self.entries.len() == self.capacity {
                    self.entries.remove(0);
                }
                self.entries.push((String::from(name), value));
            }
        }
    }
}

/// A calculator for expressions such as `2 * (3 + 4) - 1`.
pub mod calculator {
    /// A piece of an expression.
    pub enum Token {
        /// A number without a sign.
        Number(f64),
        /// An operator or a parenthesis.
        Symbol(char),
    }

    /// Splits an expression into tokens, or returns the character that it stumbled over.
    pub fn tokenize(text: &str) -> Result<Vec<Token>, char> {
        let mut tokens = Vec::new();
        let mut digits = String::new();
        // The space at the end makes sure that the last number is complete.
        for c in text.chars().chain([' ']) {
            if c.is_ascii_digit() || c == '.' {
                digits.push(c);
                continue;
            }
            if !digits.is_empty() {
                tokens.push(Token::Number(digits.parse().map_err(|_| '.')?));
                digits.clear();
            }
            match c {
                ' ' => {}
                '+' | '-' | '*' | '/' | '(' | ')' => tokens.push(Token::Symbol(c)),
                _ => return Err(c),
            }
        }
        Ok(tokens)
    }

    /// Takes a symbol from the front of the tokens if it is one of these.
    fn accept(tokens: &mut &[Token], symbols: &str) -> Option<char> {
        match tokens {
            [Token::Symbol(c), rest @ ..] if symbols.contains(*c) => {
                *tokens = rest;
                Some(*c)
            }
            _ => None,
        }
    }

    /// A number, something in parentheses, or the negative of one.
    fn factor(tokens: &mut &[Token]) -> Option<f64> {
        if accept(tokens, "-").is_some() {
            return Some(-factor(tokens)?);
        }
        if accept(tokens, "(").is_some() {
            let value = sum(tokens)?;
            accept(tokens, ")")?;
            return Some(value);
        }
        match tokens {
            [Token::Number(value), rest @ ..] => {
                *tokens = rest;
                Some(*value)
            }
            _ => None,
        }
    }

    /// Factors that are multiplied or divided, from left to right.
    fn product(tokens: &mut &[Token]) -> Option<f64> {
        let mut value = factor(tokens)?;
        while let Some(operator) = accept(tokens, "*/") {
            let right = factor(tokens)?;
            if operator == '*' {
                value *= right;
            } else {
                value /= right;
            }
        }
        Some(value)
    }

    /// Products that are added or subtracted, from left to right.
    fn sum(tokens: &mut &[Token]) -> Option<f64> {
        let mut value = product(tokens)?;
        while let Some(operator) = accept(tokens, "+-") {
            let right = product(tokens)?;
            if operator == '+' {
                value += right;
            } else {
                value -= right;
            }
        }
        Some(value)
    }

    /// The value of an expression, or `None` if it is not well-formed.
    pub fn evaluate(text: &str) -> Option<f64> {
        let tokens = tokenize(text).ok()?;
        let mut rest = &tokens[..];
        let value = sum(&mut rest)?;
        rest.is_empty().then_some(value)
    }
}

/// Sets of small numbers.
pub mod bits {
    /// A set that has one bit for every number up to its largest.
    pub struct BitSet {
        words: Vec<u64>,
    }

    impl BitSet {
        /// The empty set.
        pub fn new() -> BitSet {
            BitSet { words: Vec::new() }
        }

        /// Adds a number.
        pub fn insert(&mut self, number: usize) {
            let word = number / 64;
            if word >= self.words.len() {
                self.words.resize(word + 1, 0);
            }
            self.words[word] |= 1 << (number % 64);
        }

        /// Removes a number, if it is there.
        pub fn remove(&mut self, number: usize) {
            if let Some(word) = self.words.get_mut(number / 64) {
                *word &= !(1 << (number % 64));
            }
        }

        /// Whether a number is in the set.
        pub fn contains(&self, number: usize) -> bool {
            match self.words.get(number / 64) {
                Some(word) => word >> (number % 64) & 1 == 1,
                None => false,
            }
        }

        /// How many numbers there are.
        pub fn len(&self) -> u32 {
            self.words.iter().map(|word| word.count_ones()).sum()
        }

        /// Adds every number of another set.
        pub fn union(&mut self, other: &BitSet) {
            if self.words.len() < other.words.len() {
                self.words.resize(other.words.len(), 0);
            }
            for (word, more) in self.words.iter_mut().zip(&other.words) {
                *word |= more;
            }
        }
    }
}

/// The Gregorian calendar.
pub mod calendar {
    /// Whether a year has a 29th of February.
    pub fn is_leap(year: u32) -> bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days in a month, which is counted from 1.
    pub fn days_in_month(year: u32, month: u32) -> u32 {
        match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap(year) => 29,
            2 => 28,
            _ => 31,
        }
    }

    /// Which day of its year a date is, counted from 1.
    pub fn day_of_year(year: u32, month: u32, day: u32) -> u32 {
        let mut result = day;
        for earlier in 1..month {
            result += days_in_month(year, earlier);
        }
        result
    }

    /// The name of the day of the week.
    pub fn weekday(year: u32, month: u32, day: u32) -> &'static str {
        // 365 days are 52 weeks and a day, and a leap day shifts everything by another one.
        let past = year - 1;
        let shift = past + past / 4 - past / 100 + past / 400;
        match (shift + day_of_year(year, month, day)) % 7 {
            0 => "Sunday",
            1 => "Monday",
            2 => "Tuesday",
            3 => "Wednesday",
            4 => "Thursday",
            5 => "Friday",
            _ => "Saturday",
        }
    }

    /// The date that follows another one, as year, month and day.
    pub fn tomorrow(year: u32, month: u32, day: u32) -> (u32, u32, u32) {
        if day < days_in_month(year, month) {
            (year, month, day + 1)
        } else if month < 12 {
            (year, month + 1, 1)
        } else {
            (year + 1, 1, 1)
        }
    }
}

/// Writing quantities for people.
pub mod units {
    /// The size of a file, such as "1.5 MiB".
    pub fn size(bytes: u64) -> String {
        let mut amount = bytes as f64;
        for unit in ["B", "KiB", "MiB", "GiB"] {
            if amount < 1024.0 {
                return format!("{:.1} {}", amount, unit);
            }
            amount /= 1024.0;
        }
        format!("{:.1} TiB", amount)
    }

    /// A time span, such as "2:03:45".
    pub fn duration(seconds: u64) -> String {
        let (hours, rest) = (seconds / 3600, seconds % 3600);
        if hours > 0 {
            format!("{}:{:02}:{:02}", hours, rest / 60, rest % 60)
        } else {
            format!("{}:{:02}", rest / 60, rest % 60)
        }
    }

    /// A number with a comma after every three digits.
    pub fn grouped(number: u64) -> String {
        let digits = number.to_string();
        let mut result = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i) % 3 == 0 {
                result.push(',');
            }
            result.push(digit);
        }
        result
    }

    /// An ordinal number: "1st", "2nd", "3rd", and so on.
    pub fn ordinal(number: u64) -> String {
        let ending = match (number % 100, number % 10) {
            (11..=13, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        format!("{}{}", number, ending)
    }
}

/// A priority queue.
pub mod queue {
    /// A binary heap of named jobs; the one with the smallest key comes first.
    pub struct Queue {
        jobs: Vec<(u64, String)>,
    }

    impl Queue {
        /// An empty queue.
        pub fn new() -> Queue {
            Queue { jobs: Vec::new() }
        }

        /// The number of jobs.
        pub fn len(&self) -> usize {
            self.jobs.len()
        }

        /// The name of the first job.
        pub fn first(&self) -> Option<&str> {
            self.jobs.first().map(|job| job.1.as_str())
        }

        /// Adds a job.
        pub fn push(&mut self, key: u64, name: &str) {
            let mut child = self.jobs.len();
            self.jobs.push((key, String::from(name)));
            while child > 0 {
                let parent = (child - 1) / 2;
                if self.jobs[parent].0 <= key {
                    break;
                }
                self.jobs.swap(parent, child);
                child = parent;
            }
        }

        /// Takes the first job out.
        pub fn pop(&mut self) -> Option<String> {
            if self.jobs.is_empty() {
                return None;
            }
            let job = self.jobs.swap_remove(0);
            let mut parent = 0;
            loop {
                let mut child = 2 * parent + 1;
                if child >= self.jobs.len() {
                    break;
                }
                // Go down to the smaller one of two children.
                if child + 1 < self.jobs.len() && self.jobs[child + 1].0 < self.jobs[child].0 {
                    child += 1;
                }
                if self.jobs[parent].0 <= self.jobs[child].0 {
                    break;
                }
                self.jobs.swap(parent, child);
                parent = child;
            }
            Some(job.1)
        }
    }
}

/// Run-length coding.
pub mod runs {
    /// The runs of equal bytes, each with its length.
    pub fn encode(bytes: &[u8]) -> Vec<(u8, usize)> {
        let mut runs: Vec<(u8, usize)> = Vec::new();
        for byte in bytes {
            match runs.last_mut() {
                Some(run) if run.0 == *byte => run.1 += 1,
                _ => runs.push((*byte, 1)),
            }
        }
        runs
    }

    /// The bytes that were encoded.
    pub fn decode(runs: &[(u8, usize)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (byte, length) in runs {
            bytes.resize(bytes.len() + length, *byte);
        }
        bytes
    }

    /// The length of the longest run, or zero.
    pub fn longest(runs: &[(u8, usize)]) -> usize {
        runs.iter().map(|run| run.1).max().unwrap_or(0)
    }

    /// Whether the runs take less space than the bytes, at two bytes for each run.
    pub fn is_worthwhile(bytes: &[u8]) -> bool {
        2 * encode(bytes).len() < bytes.len()
    }
}

/// Disjoint sets that can be joined.
pub mod union_find {
    /// A forest over the elements, in which every tree is a set.
    pub struct Forest {
        parents: Vec<usize>,
        sets: usize,
    }

    impl Forest {
        /// So many elements, each of them in a set of its own.
        pub fn new(elements: usize) -> Forest {
            Forest { parents: (0..elements).collect(), sets: elements }
        }

        /// The number of sets.
        pub fn sets(&self) -> usize {
            self.sets
        }

        /// The element that stands for the set of this one.
        pub fn find(&mut self, element: usize) -> usize {
            let mut root = element;
            while self.parents[root] != root {
                // Halve the path, so that the next search is faster.
                self.parents[root] = self.parents[self.parents[root]];
                root = self.parents[root];
            }
            root
        }

        /// Whether two elements are in the same set.
        pub fn same(&mut self, a: usize, b: usize) -> bool {
            self.find(a) == self.find(b)
        }

        /// Joins the sets of two elements and says whether they were different.
        pub fn join(&mut self, a: usize, b: usize) -> bool {
            let (a, b) = (self.find(a), self.find(b));
            if a != b {
                self.parents[a] = b;
                self.sets -= 1;
            }
            a != b
        }
    }
}

/// Sets of words that can be searched by prefix.
pub mod trie {
    /// A node: whether a word ends here, and how it goes on.
    pub struct Trie {
        is_word: bool,
        children: Vec<(char, Trie)>,
    }

    impl Trie {
        /// An empty set.
        pub fn new() -> Trie {
            Trie { is_word: false, children: Vec::new() }
        }

        /// Adds a word.
        pub fn insert(&mut self, word: &str) {
            let mut node = self;
            for c in word.chars() {
                let known = node.children.iter().position(|child| child.0 == c);
                let index = known.unwrap_or(node.children.len());
                if known.is_none() {
                    node.children.push((c, Trie::new()));
                }
                node = &mut node.children[index].1;
            }
            node.is_word = true;
        }

        /// The node that a prefix leads to.
        fn walk(&self, prefix: &str) -> Option<&Trie> {
            let mut node = self;
            for c in prefix.chars() {
                node = &node.children.iter().find(|child| child.0 == c)?.1;
            }
            Some(node)
        }

        /// Whether the set contains a word.
        pub fn contains(&self, word: &str) -> bool {
            self.walk(word).is_some_and(|node| node.is_word)
        }

        /// The number of words.
        pub fn len(&self) -> usize {
            let below: usize = self.children.iter().map(|child| child.1.len()).sum();
            below + usize::from(self.is_word)
        }

        /// The number of words that begin with a prefix.
        pub fn count(&self, prefix: &str) -> usize {
            self.walk(prefix).map_or(0, Trie::len)
        }
    }
}

/// Finding the way through a maze.
pub mod maze {
    /// A rectangle of squares, some of which are walls.
    pub struct Maze {
        width: usize,
        walls: Vec<bool>,
    }

    impl Maze {
        /// Reads a maze: one line of text for every row, in which `#` is a wall.
        ///
        /// The result is `None` if the rows differ in length, or if there are none.
        pub fn read(text: &str) -> Option<Maze> {
            let width = text.lines().next()?.len();
            let mut walls = Vec::new();
            for line in text.lines() {
                if line.len() != width {
                    return None;
                }
                walls.extend(line.bytes().map(|byte| byte == b'#'));
            }
            Some(Maze { width, walls })
        }

        /// The number of the square in this row and column.
        pub fn square(&self, row: usize, column: usize) -> usize {
            row * self.width + column
        }

        /// The squares beside, above and below a square that are not walls.
        pub fn neighbors(&self, square: usize) -> Vec<usize> {
            let column = square % self.width;
            let mut result = Vec::new();
            if column > 0 {
                result.push(square - 1);
            }
            if column + 1 < self.width {
                result.push(square + 1);
            }
            if square >= self.width {
                result.push(square - self.width);
            }
            if square + self.width < self.walls.len() {
                result.push(square + self.width);
            }
            result.retain(|neighbor| !self.walls[*neighbor]);
            result
        }

        /// The number of steps from one square to another, or `None` if there is no way.
        pub fn distance(&self, start: usize, goal: usize) -> Option<usize> {
            let mut seen = vec![false; self.walls.len()];
            seen[start] = true;
            let mut steps = 0;
            // All the squares that are this many steps away.
            let mut border = vec![start];
            while !border.is_empty() {
                if border.contains(&goal) {
                    return Some(steps);
                }
                let mut next = Vec::new();
                for square in border {
                    for neighbor in self.neighbors(square) {
                        if !seen[neighbor] {
                            seen[neighbor] = true;
                            next.push(neighbor);
                        }
                    }
                }
                border = next;
                steps += 1;
            }
            None
        }
    }
}

/// Describing samples.
pub mod statistics {
    /// The arithmetic mean, or `None` if the sample is empty.
    pub fn mean(sample: &[f64]) -> Option<f64> {
        if sample.is_empty() {
            return None;
        }
        Some(sample.iter().sum::<f64>() / sample.len() as f64)
    }

    /// The mean of the squared distances from the mean.
    pub fn variance(sample: &[f64]) -> Option<f64> {
        let center = mean(sample)?;
        let mut sum = 0.0;
        for value in sample {
            sum += (value - center) * (value - center);
        }
        Some(sum / sample.len() as f64)
    }

    /// The value that has as many values below as above it.
    pub fn median(sample: &[f64]) -> Option<f64> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let upper = *sorted.get(middle)?;
        if sorted.len() % 2 == 1 {
            Some(upper)
        } else {
            Some((sorted[middle - 1] + upper) / 2.0)
        }
    }

    /// How many values there are in each of `count` equal parts of the range from 0 to 1.
    pub fn histogram(sample: &[f64], count: usize) -> Vec<usize> {
        let mut parts = vec![0; count];
        for value in sample {
            let index = (value * count as f64) as usize;
            if let Some(part) = parts.get_mut(index) {
                *part += 1;
            }
        }
        parts
    }
}

/// Random numbers that can be had again from the same seed.
pub mod random {
    /// A xorshift generator. Good enough for games, and not for secrets.
    pub struct Random {
        state: u64,
    }

    impl Random {
        /// A generator for a seed.
        pub fn new(seed: u64) -> Random {
            // The state must never become zero, because it could not leave it again.
            Random { state: seed.max(1) }
        }

        /// The next 64 bits.
        pub fn next_word(&mut self) -> u64 {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            self.state
        }

        /// A number below `bound`, which must not be zero.
        pub fn below(&mut self, bound: usize) -> usize {
            (self.next_word() % bound as u64) as usize
        }

        /// The sum of so many dice.
        pub fn dice(&mut self, count: usize) -> usize {
            (0..count).map(|_| self.below(6) + 1).sum()
        }

        /// Puts the items into a random order.
        pub fn shuffle(&mut self, items: &mut [u64]) {
            for i in (1..items.len()).rev() {
                let j = self.below(i + 1);
                items.swap(i, j);
            }
        }
    }
}

/// Handing out events to those who work on them.
pub mod dispatch {
    use crate::queue::Queue;

    /// The number of lanes that can be open at the same time.
    const MAX_LANES: usize = 12;

    /// Distributes events over lanes, and keeps those that no lane has room for.
    pub struct Dispatcher {
        /// For every open lane, the number of events that wait there.
        lanes: Vec<usize>,
        /// Events that no lane has taken yet, by their deadlines.
        backlog: Queue,
        /// The number of events that one lane can cope with.
        limit: usize,
        /// How often a lane was opened because the others could not keep up.
        openings: usize,
    }

    impl Dispatcher {
        /// A dispatcher with a single lane.
        pub fn new(limit: usize) -> Dispatcher {
            Dispatcher { lanes: vec![0], backlog: Queue::new(), limit, openings: 0 }
        }

        /// Accepts an event, which has to be over before its deadline.
        pub fn submit(&mut self, deadline: u64, event: &str) {
            self.backlog.push(deadline, event);
        }

        /// Gives the most urgent event to the lane with the fewest, unless that one is full too.
        pub fn assign(&mut self) -> Option<(usize, String)> {
            let lane = (0..self.lanes.len()).min_by_key(|lane| self.lanes[*lane])?;
            if self.lanes[lane] >= self.limit {
                return None;
            }
            let event = self.backlog.pop()?;
            self.lanes[lane] += 1;
            Some((lane, event))
        }

        /// Notes that a lane is done with an event.
        pub fn finish(&mut self, lane: usize) {
            if let Some(load) = self.lanes.get_mut(lane) {
                *load = load.saturating_sub(1);
            }
        }

        /// Opens and closes lanes so that their number fits the load.
        ///
        /// Every full lane gets another one to help it. A lane is closed only if it is the last
        /// one, so that the numbers of the other lanes stay what they are.
        pub fn rebalance(&mut self) {
            let mut idle = 0;
            for load in &self.lanes {
                if *load == 0 {
                    idle += 1;
                } else if *load >= self.limit {
                    if idle == 0 {
                        self.open_lane();
                    } else {
                        // An idle lane can help out, there is no need for a new one.
                        idle -= 1;
                    }
                }
            }
            if idle > 1 && self.backlog.len() == 0 && self.lanes.last() == Some(&0) {
                self.lanes.pop();
            }
        }

        /// Opens another lane if there is space for it.
        fn open_lane(&mut self) {
            if self.lanes.len() < MAX_LANES {
                self.lanes.push(0);
                self.openings += 1;
            }
        }

        /// One line about the lanes, for a log.
        pub fn summary(&self) -> String {
            let total: usize = self.lanes.iter().sum();
            format!(
                "{} events in {} lanes, {} waiting, {} lanes opened",
                total,
                self.lanes.len(),
                self.backlog.len(),
                self.openings
            )
        }
    }
}
