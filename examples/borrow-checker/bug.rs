//! A small discrete-event simulation of a warehouse.
//!
//! Orders arrive at random, wait in a backlog, are assigned to packing lanes by a dispatcher and
//! are picked from bins according to a picking policy. Restocking is driven by rules written in a
//! tiny expression language, so that they can be changed without touching the code.

#![warn(missing_docs)]

/// Identifiers used all over the simulation.
pub mod ids {
    use std::fmt;

    /// A stock keeping unit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Sku(pub u32);

    /// The number of a customer's order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct OrderId(pub u32);

    /// The place of a bin: which aisle it is in, and how far down that aisle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct BinId {
        /// The aisle, counted from the packing lanes.
        pub aisle: u16,
        /// The position in the aisle, counted from its front.
        pub slot: u16,
    }

    impl BinId {
        /// The walking distance between two bins, in slots.
        ///
        /// Aisles are joined at their front only, so going from one to another means walking all
        /// the way out and all the way in again.
        pub fn distance(self, other: BinId) -> u32 {
            if self.aisle == other.aisle {
                u32::from(self.slot.abs_diff(other.slot))
            } else {
                let across = u32::from(self.aisle.abs_diff(other.aisle)) * 4;
                across + u32::from(self.slot) + u32::from(other.slot)
            }
        }
    }

    impl fmt::Display for Sku {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "SKU-{:05}", self.0)
        }
    }

    impl fmt::Display for OrderId {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "#{}", self.0)
        }
    }

    impl fmt::Display for BinId {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}/{:02}", self.aisle, self.slot)
        }
    }
}

/// Quantities that must not be mixed up: time and money.
pub mod units {
    use std::fmt;
    use std::iter::Sum;
    use std::ops::{Add, AddAssign, Mul, Sub};

    /// A moment of simulated time, in minutes since the start.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Tick(pub u64);

    impl Tick {
        /// The minutes that have passed since `earlier`, or zero if it lies in the future.
        pub fn since(self, earlier: Tick) -> u64 {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<u64> for Tick {
        type Output = Tick;

        fn add(self, minutes: u64) -> Tick {
            Tick(self.0 + minutes)
        }
    }

    impl fmt::Display for Tick {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let (days, rest) = (self.0 / 1440, self.0 % 1440);
            write!(f, "day {} {:02}:{:02}", days + 1, rest / 60, rest % 60)
        }
    }

    /// An amount of money, in cents.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Cents(pub i64);

    impl Add for Cents {
        type Output = Cents;

        fn add(self, other: Cents) -> Cents {
            Cents(self.0 + other.0)
        }
    }

    impl Sub for Cents {
        type Output = Cents;

        fn sub(self, other: Cents) -> Cents {
            Cents(self.0 - other.0)
        }
    }

    impl Mul<u32> for Cents {
        type Output = Cents;

        fn mul(self, times: u32) -> Cents {
            Cents(self.0 * i64::from(times))
        }
    }

    impl AddAssign for Cents {
        fn add_assign(&mut self, other: Cents) {
            *self = *self + other;
        }
    }

    impl Sum for Cents {
        fn sum<I: Iterator<Item = Cents>>(iter: I) -> Cents {
            iter.fold(Cents(0), |total, amount| total + amount)
        }
    }

    impl fmt::Display for Cents {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let sign = if self.0 < 0 { "-" } else { "" };
            let amount = self.0.unsigned_abs();
            write!(f, "{}{}.{:02}", sign, amount / 100, amount % 100)
        }
    }
}

/// A small random number generator, so that a run can be repeated from its seed.
pub mod rng {
    /// A xorshift generator. Good enough for a simulation, and for nothing else.
    #[derive(Clone, Debug)]
    pub struct Rng {
        state: u64,
    }

    impl Rng {
        /// A generator for a seed; zero is as good a seed as any other.
        pub fn new(seed: u64) -> Self {
            // The state must never become zero, because it could not leave it again.
            Rng { state: (seed ^ 0x9e37_79b9_7f4a_7c15).max(1) }
        }

        /// The next 64 random bits.
        pub fn next_u64(&mut self) -> u64 {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            self.state
        }

        /// A number below `bound`, which must not be zero.
        pub fn below(&mut self, bound: u64) -> u64 {
            // The bias of a plain remainder is far below what the simulation can resolve.
            self.next_u64() % bound
        }

        /// Whether something that happens `percent` times in a hundred happens now.
        pub fn chance(&mut self, percent: u64) -> bool {
            self.below(100) < percent
        }

        /// One element of a slice, or `None` if there is none.
        pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
            if items.is_empty() {
                return None;
            }
            let index = self.below(items.len() as u64) as usize;
            items.get(index)
        }
    }
}

/// The expression language of the restocking rules.
///
/// ```text
/// on_hand < reorder_point && max(demand * 3, 10) > on_hand
/// ```
pub mod expr {
    use std::collections::BTreeMap;
    use std::fmt;

    /// What can go wrong between the text of a rule and its value.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ExprError {
        /// A character no token starts with, and its position.
        BadChar(char, usize),
        /// A number that does not fit.
        BadNumber(String),
        /// The parser wanted something else than what it found.
        Unexpected(Token),
        /// A variable that nobody defined.
        UnknownName(String),
        /// A call of a function that does not exist or takes another number of arguments.
        BadCall(String, usize),
        /// A division by zero.
        DivisionByZero,
    }

    impl fmt::Display for ExprError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                ExprError::BadChar(c, at) => write!(f, "unexpected character {c:?} at {at}"),
                ExprError::BadNumber(text) => write!(f, "{text} is not a number"),
                ExprError::Unexpected(Token::End) => write!(f, "the rule ends too early"),
                ExprError::Unexpected(token) => write!(f, "unexpected {token:?}"),
                ExprError::UnknownName(name) => write!(f, "unknown name {name}"),
                ExprError::BadCall(name, count) => {
                    write!(f, "no function {name} that takes {count} arguments")
                }
                ExprError::DivisionByZero => write!(f, "division by zero"),
            }
        }
    }

    impl std::error::Error for ExprError {}

    /// One token of a rule.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Token {
        /// A literal number.
        Number(i64),
        /// The name of a variable or a function.
        Name(String),
        /// An operator.
        Op(Op),
        /// `(`
        Open,
        /// `)`
        Close,
        /// `,`
        Comma,
        /// The end of the text.
        End,
    }

    /// The binary operators, and the two that double as unary ones.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Op {
        Or,
        And,
        Equal,
        Less,
        Greater,
        Add,
        Sub,
        Mul,
        Div,
        Not,
    }

    impl Op {
        /// How tightly the operator binds; `None` if it is not a binary operator.
        fn precedence(self) -> Option<u8> {
            match self {
                Op::Or => Some(1),
                Op::And => Some(2),
                Op::Equal | Op::Less | Op::Greater => Some(3),
                Op::Add | Op::Sub => Some(4),
                Op::Mul | Op::Div => Some(5),
                Op::Not => None,
            }
        }

        /// Applies the operator. Truth is one and falsehood is zero.
        fn apply(self, left: i64, right: i64) -> Result<i64, ExprError> {
            let value = match self {
                Op::Or => i64::from(left != 0 || right != 0),
                Op::And => i64::from(left != 0 && right != 0),
                Op::Equal => i64::from(left == right),
                Op::Less => i64::from(left < right),
                Op::Greater => i64::from(left > right),
                Op::Add => left.saturating_add(right),
                Op::Sub => left.saturating_sub(right),
                Op::Mul => left.saturating_mul(right),
                Op::Div => left.checked_div(right).ok_or(ExprError::DivisionByZero)?,
                Op::Not => i64::from(right == 0),
            };
            Ok(value)
        }
    }

    /// Cuts the text of a rule into tokens. The last one is always [`Token::End`].
    pub fn tokenize(text: &str) -> Result<Vec<Token>, ExprError> {
        let mut tokens = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let token = match c {
                ' ' | '\t' | '\n' => continue,
                '(' => Token::Open,
                ')' => Token::Close,
                ',' => Token::Comma,
                '+' => Token::Op(Op::Add),
                '-' => Token::Op(Op::Sub),
                '*' => Token::Op(Op::Mul),
                '/' => Token::Op(Op::Div),
                '<' => Token::Op(Op::Less),
                '>' => Token::Op(Op::Greater),
                '!' => Token::Op(Op::Not),
                '=' | '&' | '|' => {
                    // These only come in pairs.
                    match chars.next() {
                        Some((_, second)) if second == c => {}
                        _ => return Err(ExprError::BadChar(c, at)),
                    }
                    Token::Op(match c {
                        '=' => Op::Equal,
                        '&' => Op::And,
                        _ => Op::Or,
                    })
                }
                '0'..='9' => {
                    let mut end = at + 1;
                    while let Some((next, _)) = chars.next_if(|(_, d)| d.is_ascii_digit()) {
                        end = next + 1;
                    }
                    let digits = &text[at..end];
                    let bad = |_| ExprError::BadNumber(digits.to_string());
                    Token::Number(digits.parse().map_err(bad)?)
                }
                'a'..='z' | 'A'..='Z' | '_' => {
                    let mut name = String::from(c);
                    while let Some((_, d)) =
                        chars.next_if(|(_, d)| d.is_ascii_alphanumeric() || *d == '_')
                    {
                        name.push(d);
                    }
                    Token::Name(name)
                }
                other => return Err(ExprError::BadChar(other, at)),
            };
            tokens.push(token);
        }
        tokens.push(Token::End);
        Ok(tokens)
    }

    /// A parsed rule.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Expr {
        /// A literal.
        Number(i64),
        /// A variable.
        Var(String),
        /// A unary operator and its operand.
        Unary(Op, Box<Expr>),
        /// A binary operator between two operands.
        Binary(Op, Box<Expr>, Box<Expr>),
        /// A function call.
        Call(String, Vec<Expr>),
    }

    /// A recursive-descent parser with precedence climbing for the binary operators.
    struct Parser {
        tokens: Vec<Token>,
        next: usize,
    }

    impl Parser {
        fn peek(&self) -> &Token {
            self.tokens.get(self.next).unwrap_or(&Token::End)
        }

        fn advance(&mut self) -> Token {
            let token = self.peek().clone();
            self.next += 1;
            token
        }

        fn expect(&mut self, wanted: &Token) -> Result<(), ExprError> {
            let found = self.advance();
            if found == *wanted {
                Ok(())
            } else {
                Err(ExprError::Unexpected(found))
            }
        }

        fn binary(&mut self, lowest: u8) -> Result<Expr, ExprError> {
            let mut left = self.unary()?;
            while let Token::Op(op) = *self.peek() {
                let Some(precedence) = op.precedence().filter(|p| *p >= lowest) else { break };
                self.next += 1;
                // All binary operators are left-associative.
                let right = self.binary(precedence + 1)?;
                left = Expr::Binary(op, Box::new(left), Box::new(right));
            }
            Ok(left)
        }

        fn unary(&mut self) -> Result<Expr, ExprError> {
            match self.advance() {
                Token::Op(op @ (Op::Sub | Op::Not)) => Ok(Expr::Unary(op, Box::new(self.unary()?))),
                Token::Number(value) => Ok(Expr::Number(value)),
                Token::Name(name) if *self.peek() == Token::Open => {
                    self.next += 1;
                    let arguments = self.arguments()?;
                    Ok(Expr::Call(name, arguments))
                }
                Token::Name(name) => Ok(Expr::Var(name)),
                Token::Open => {
                    let inner = self.binary(0)?;
                    self.expect(&Token::Close)?;
                    Ok(inner)
                }
                other => Err(ExprError::Unexpected(other)),
            }
        }

        fn arguments(&mut self) -> Result<Vec<Expr>, ExprError> {
            let mut arguments = vec![self.binary(0)?];
            loop {
                match self.advance() {
                    Token::Comma => arguments.push(self.binary(0)?),
                    Token::Close => return Ok(arguments),
                    other => return Err(ExprError::Unexpected(other)),
                }
            }
        }
    }

    /// The variables a rule can refer to.
    #[derive(Clone, Debug, Default)]
    pub struct Scope {
        values: BTreeMap<String, i64>,
    }

    impl Scope {
        /// The same scope with one more variable.
        pub fn with(mut self, name: &str, value: i64) -> Self {
            self.values.insert(name.to_string(), value);
            self
        }
    }

    impl Expr {
        /// Parses the text of a rule.
        pub fn parse(text: &str) -> Result<Expr, ExprError> {
            let mut parser = Parser { tokens: tokenize(text)?, next: 0 };
            let expr = parser.binary(0)?;
            parser.expect(&Token::End)?;
            Ok(expr)
        }

        /// The value of the rule in a scope.
        pub fn eval(&self, scope: &Scope) -> Result<i64, ExprError> {
            match self {
                Expr::Number(value) => Ok(*value),
                Expr::Var(name) => match scope.values.get(name) {
                    Some(value) => Ok(*value),
                    None => Err(ExprError::UnknownName(name.clone())),
                },
                Expr::Unary(op, operand) => op.apply(0, operand.eval(scope)?),
                // The logical operators do not look at their right side unless they have to.
                Expr::Binary(Op::And, left, _) if left.eval(scope)? == 0 => Ok(0),
                Expr::Binary(Op::Or, left, _) if left.eval(scope)? != 0 => Ok(1),
                Expr::Binary(op, left, right) => op.apply(left.eval(scope)?, right.eval(scope)?),
                Expr::Call(name, arguments) => {
                    let values = arguments
                        .iter()
                        .map(|argument| argument.eval(scope))
                        .collect::<Result<Vec<_>, _>>()?;
                    match (name.as_str(), values.as_slice()) {
                        ("abs", [value]) => Ok(value.saturating_abs()),
                        ("min", [a, b]) => Ok(*a.min(b)),
                        ("max", [a, b]) => Ok(*a.max(b)),
                        ("clamp", [value, low, high]) => Ok(*value.min(high).max(low)),
                        _ => Err(ExprError::BadCall(name.clone(), values.len())),
                    }
                }
            }
        }
    }
}

/// What the warehouse sells.
pub mod catalog {
    use crate::ids::Sku;
    use crate::units::Cents;
    use std::collections::BTreeMap;

    /// How a product has to be handled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Handling {
        /// No special care.
        Normal,
        /// Breaks easily, takes longer to pack.
        Fragile,
        /// Has to stay cold.
        Chilled,
    }

    impl Handling {
        /// The minutes it takes to pack one piece.
        pub fn packing_minutes(self) -> u64 {
            match self {
                Handling::Normal => 1,
                Handling::Chilled => 2,
                Handling::Fragile => 4,
            }
        }
    }

    /// A product and its terms.
    #[derive(Clone, Debug)]
    pub struct Product {
        /// The product's number.
        pub sku: Sku,
        /// What it is called on the shelf label.
        pub name: String,
        /// What a customer pays for one piece.
        pub price: Cents,
        /// What the warehouse pays for one piece.
        pub cost: Cents,
        /// How to handle it.
        pub handling: Handling,
        /// The stock below which the rules think of restocking.
        pub reorder_point: u32,
    }

    impl Product {
        /// What is earned by selling one piece.
        pub fn margin(&self) -> Cents {
            self.price - self.cost
        }
    }

    /// All products, by number.
    #[derive(Clone, Debug, Default)]
    pub struct Catalog {
        products: BTreeMap<Sku, Product>,
    }

    impl Catalog {
        /// Adds a product and gives it the next free number.
        pub fn add(&mut self, name: &str, price: i64, cost: i64, handling: Handling) -> Sku {
            let sku = Sku(self.products.keys().next_back().map_or(1, |last| last.0 + 1));
            let reorder_point = if handling == Handling::Chilled { 6 } else { 12 };
            let product = Product {
                sku,
                name: name.to_string(),
                price: Cents(price),
                cost: Cents(cost),
                handling,
                reorder_point,
            };
            self.products.insert(sku, product);
            sku
        }

        /// The product with a number.
        pub fn get(&self, sku: Sku) -> Option<&Product> {
            self.products.get(&sku)
        }

        /// All products in the order of their numbers.
        pub fn iter(&self) -> impl Iterator<Item = &Product> {
            self.products.values()
        }

        /// The numbers of all products.
        pub fn skus(&self) -> Vec<Sku> {
            self.products.keys().copied().collect()
        }
    }
}

/// Where things are.
pub mod stock {
    use crate::ids::{BinId, Sku};
    use std::collections::{BTreeMap, HashMap};
    use std::fmt;

    /// Why a movement of stock was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StockError {
        /// There is no such bin.
        NoSuchBin(BinId),
        /// The bin holds something else.
        WrongProduct(BinId, Sku),
        /// The bin holds less than was asked for.
        Short {
            /// The bin that was asked.
            bin: BinId,
            /// How many pieces are missing.
            missing: u32,
        },
        /// There is no room left.
        Full,
    }

    impl fmt::Display for StockError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match *self {
                StockError::NoSuchBin(bin) => write!(f, "there is no bin {bin}"),
                StockError::WrongProduct(bin, sku) => write!(f, "bin {bin} does not hold {sku}"),
                StockError::Short { bin, missing } => write!(f, "bin {bin} is {missing} short"),
                StockError::Full => write!(f, "the shelves are full"),
            }
        }
    }

    impl std::error::Error for StockError {}

    /// A bin and what is in it.
    #[derive(Clone, Debug, Default)]
    pub struct Bin {
        /// The product the bin is reserved for, if it is reserved.
        pub sku: Option<Sku>,
        /// How many pieces are in it.
        pub count: u32,
        /// How many pieces fit into it.
        pub capacity: u32,
    }

    impl Bin {
        fn room(&self) -> u32 {
            self.capacity.saturating_sub(self.count)
        }

        fn accepts(&self, sku: Sku) -> bool {
            self.room() > 0 && self.sku.is_none_or(|held| held == sku)
        }
    }

    /// All bins of the warehouse.
    #[derive(Clone, Debug, Default)]
    pub struct Shelves {
        bins: BTreeMap<BinId, Bin>,
        totals: HashMap<Sku, u32>,
    }

    impl Shelves {
        /// Empty shelves: so many aisles with so many bins each.
        pub fn new(aisles: u16, slots: u16, capacity: u32) -> Self {
            let bins = (0..aisles)
                .flat_map(|aisle| (0..slots).map(move |slot| BinId { aisle, slot }))
                .map(|id| (id, Bin { capacity, ..Bin::default() }))
                .collect();
            Shelves { bins, totals: HashMap::new() }
        }

        /// How many pieces of a product there are.
        pub fn on_hand(&self, sku: Sku) -> u32 {
            self.totals.get(&sku).copied().unwrap_or(0)
        }

        /// The bins that hold a product, with their counts.
        pub fn holding(&self, sku: Sku) -> impl Iterator<Item = (BinId, u32)> + '_ {
            self.bins
                .iter()
                .filter(move |(_, bin)| bin.sku == Some(sku) && bin.count > 0)
                .map(|(id, bin)| (*id, bin.count))
        }

        /// Puts pieces away, filling the bins nearest to the front first.
        ///
        /// Whatever does not fit is left at the dock; then the answer is [`StockError::Full`].
        pub fn put_away(&mut self, sku: Sku, mut count: u32) -> Result<(), StockError> {
            for bin in self.bins.values_mut().filter(|bin| bin.accepts(sku)) {
                if count == 0 {
                    break;
                }
                let moved = count.min(bin.room());
                bin.sku = Some(sku);
                bin.count += moved;
                count -= moved;
                *self.totals.entry(sku).or_insert(0) += moved;
            }
            if count == 0 {
                Ok(())
            } else {
                Err(StockError::Full)
            }
        }

        /// Takes pieces out of one bin.
        pub fn take(&mut self, id: BinId, sku: Sku, count: u32) -> Result<(), StockError> {
            let bin = self.bins.get_mut(&id).ok_or(StockError::NoSuchBin(id))?;
            if bin.sku != Some(sku) {
                return Err(StockError::WrongProduct(id, sku));
            }
            if bin.count < count {
                return Err(StockError::Short { bin: id, missing: count - bin.count });
            }
            bin.count -= count;
            if bin.count == 0 {
                // An empty bin can be used for anything.
                bin.sku = None;
            }
            if let Some(total) = self.totals.get_mut(&sku) {
                *total -= count;
            }
            Ok(())
        }

        /// How full the shelves are, in percent.
        pub fn utilization(&self) -> u32 {
            let (used, capacity) = self
                .bins
                .values()
                .fold((0, 0), |(used, all), bin| (used + bin.count, all + bin.capacity));
            (used * 100).checked_div(capacity).unwrap_or(0)
        }
    }
}

/// What customers want.
pub mod orders {
    use crate::catalog::Catalog;
    use crate::ids::{OrderId, Sku};
    use crate::units::{Cents, Tick};

    /// How urgent an order is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Priority {
        /// Whenever there is time.
        Economy,
        /// The usual.
        Standard,
        /// The customer paid extra.
        Express,
    }

    /// One line of an order.
    #[derive(Clone, Debug)]
    pub struct Line {
        /// What is wanted.
        pub sku: Sku,
        /// How many of it.
        pub count: u32,
    }

    /// An order.
    #[derive(Clone, Debug)]
    pub struct Order {
        /// The order's number.
        pub id: OrderId,
        /// When it came in.
        pub placed: Tick,
        /// How urgent it is.
        pub priority: Priority,
        /// What is wanted.
        pub lines: Vec<Line>,
    }

    impl Order {
        /// How many pieces are in the order.
        pub fn pieces(&self) -> u32 {
            self.lines.iter().map(|line| line.count).sum()
        }

        /// What the customer pays, ignoring products that are no longer sold.
        pub fn total(&self, catalog: &Catalog) -> Cents {
            self.sum_of(catalog, |product| product.price)
        }

        /// What the order earns.
        pub fn margin(&self, catalog: &Catalog) -> Cents {
            self.sum_of(catalog, |product| product.margin())
        }

        /// The minutes it takes to pack the order.
        pub fn packing_minutes(&self, catalog: &Catalog) -> u64 {
            let pieces = self.lines.iter().map(|line| {
                let each = catalog.get(line.sku).map_or(1, |p| p.handling.packing_minutes());
                each * u64::from(line.count)
            });
            // Even the smallest parcel needs a box and a label.
            2 + pieces.sum::<u64>()
        }

        fn sum_of<F>(&self, catalog: &Catalog, amount: F) -> Cents
        where
            F: Fn(&crate::catalog::Product) -> Cents,
        {
            self.lines
                .iter()
                .filter_map(|line| catalog.get(line.sku).map(|p| amount(p) * line.count))
                .sum()
        }
    }
}

/// Which order is packed where, and when.
pub mod dispatch {
    use crate::orders::{Order, Priority};
    use crate::units::Tick;

    /// The number of lanes that can be staffed at the same time.
    const MAX_LANES: usize = 12;

    /// How busy a lane is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Pressure {
        /// There is nothing to do.
        Idle,
        /// There is as much to do as there should be.
        Steady,
        /// There is more to do than can be done in time.
        Overloaded,
    }

    /// Hands out orders to the packing lanes.
    #[derive(Clone, Debug)]
    pub struct Dispatcher {
        /// Orders that no lane has taken yet.
        backlog: Vec<Order>,
        /// For every open lane, the pieces that wait there to be packed.
        lane_load: Vec<u32>,
        /// The load above which a lane counts as overloaded.
        limit: u32,
        /// When the lanes were last changed.
        changed: Tick,
        /// How many lanes were opened in an emergency.
        openings: u32,
    }

    impl Dispatcher {
        /// A dispatcher with so many lanes, each of them idle.
        pub fn new(lanes: usize, limit: u32) -> Self {
            Dispatcher {
                backlog: Vec::new(),
                lane_load: vec![0; lanes.clamp(1, MAX_LANES)],
                limit,
                changed: Tick(0),
                openings: 0,
            }
        }

        /// Puts an order into the backlog.
        pub fn submit(&mut self, order: Order) {
            self.backlog.push(order);
        }

        /// The number of orders in the backlog.
        pub fn waiting(&self) -> usize {
            self.backlog.len()
        }

        /// The number of open lanes.
        pub fn lanes(&self) -> usize {
            self.lane_load.len()
        }

        /// How many lanes were opened because others could not keep up.
        pub fn openings(&self) -> u32 {
            self.openings
        }

        /// How urgent an order is by now: its priority, raised by the time it has been waiting.
        fn urgency(order: &Order, now: Tick) -> u64 {
            let base = match order.priority {
                Priority::Economy => 0,
                Priority::Standard => 120,
                Priority::Express => 480,
            };
            base + now.since(order.placed)
        }

        /// Takes the most urgent order out of the backlog and says which lane is to pack it.
        ///
        /// The answer is `None` if nothing is waiting or if no lane has room for what is.
        pub fn assign(&mut self, now: Tick) -> Option<(usize, Order)> {
            let (lane, load) =
                self.lane_load.iter().copied().enumerate().min_by_key(|(_, load)| *load)?;
            if self.pressure(load) == Pressure::Overloaded {
                return None;
            }
            let next = (0..self.backlog.len())
                .max_by_key(|index| Self::urgency(&self.backlog[*index], now))?;
            let order = self.backlog.swap_remove(next);
            self.lane_load[lane] += order.pieces();
            Some((lane, order))
        }

        /// Notes that a lane has packed so many pieces.
        pub fn packed(&mut self, lane: usize, pieces: u32) {
            if let Some(load) = self.lane_load.get_mut(lane) {
                *load = load.saturating_sub(pieces);
            }
        }

        /// How busy a lane with this load is.
        fn pressure(&self, load: u32) -> Pressure {
            match load {
                0 => Pressure::Idle,
                _ if load > self.limit => Pressure::Overloaded,
                _ => Pressure::Steady,
            }
        }

        /// Opens and closes lanes so that their number fits the load.
        ///
        /// Every overloaded lane gets another one to help it. A lane is closed only if the last
        /// one is idle, so that the numbers of the other lanes stay what they are.
        pub fn rebalance(&mut self, now: Tick) {
            // People need some time to walk from one lane to another.
            if now.since(self.changed) < 15 {
                return;
            }
            let before = self.lane_load.len();
            let mut idle = 0;
            for load in &self.lane_load {
                match self.pressure(*load) {
                    Pressure::Idle => idle += 1,
                    Pressure::Steady => {}
                    Pressure::Overloaded => {
                        if idle == 0 {
                            self.open_lane();
                        } else {
                            // An idle lane can help out, there is no need for a new one.
                            idle -= 1;
                        }
                    }
                }
            }
            let last_is_idle = self.lane_load.last().is_some_and(|load| *load == 0);
            if idle > 1 && last_is_idle && self.backlog.is_empty() {
                self.lane_load.pop();
            }
            if self.lane_load.len() != before {
                self.changed = now;
            }
        }

        /// Opens another lane if there is space for it.
        fn open_lane(&mut self) {
            if self.lane_load.len() < MAX_LANES {
                self.lane_load.push(0);
                self.openings += 1;
            }
        }
    }
}

/// How a picker walks through the warehouse.
pub mod picking {
    use crate::ids::{BinId, Sku};
    use crate::orders::Order;
    use crate::stock::{Shelves, StockError};

    /// One stop on a picker's way.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Stop {
        /// The bin to stop at.
        pub bin: BinId,
        /// What to take from it.
        pub sku: Sku,
        /// How many pieces to take.
        pub count: u32,
    }

    /// A way to choose among the bins that hold a product.
    pub trait PickPolicy {
        /// The policy's name in reports.
        fn name(&self) -> &'static str;

        /// How unattractive a bin is for a picker who stands at `from`; the lowest number wins.
        fn rank(&self, from: BinId, bin: BinId, held: u32) -> u32;
    }

    /// Takes the bin that is nearest to the picker.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Nearest;

    impl PickPolicy for Nearest {
        fn name(&self) -> &'static str {
            "nearest bin"
        }

        fn rank(&self, from: BinId, bin: BinId, _held: u32) -> u32 {
            from.distance(bin)
        }
    }

    /// Empties the bins that hold the least, so that they become free.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct ClearOut;

    impl PickPolicy for ClearOut {
        fn name(&self) -> &'static str {
            "clear out"
        }

        fn rank(&self, _from: BinId, _bin: BinId, held: u32) -> u32 {
            held
        }
    }

    /// Follows one policy, and lets another one break ties.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Then<A, B> {
        first: A,
        second: B,
    }

    impl<A: PickPolicy, B: PickPolicy> PickPolicy for Then<A, B> {
        fn name(&self) -> &'static str {
            self.first.name()
        }

        fn rank(&self, from: BinId, bin: BinId, held: u32) -> u32 {
            let tie = self.second.rank(from, bin, held).min(999);
            self.first.rank(from, bin, held).saturating_mul(1000).saturating_add(tie)
        }
    }

    /// The stops for an order, or the first reason why it cannot be picked.
    pub fn plan(
        order: &Order,
        shelves: &Shelves,
        policy: &dyn PickPolicy,
    ) -> Result<Vec<Stop>, StockError> {
        let mut stops: Vec<Stop> = Vec::new();
        let mut here = BinId { aisle: 0, slot: 0 };
        for line in &order.lines {
            let mut missing = line.count;
            let mut candidates: Vec<_> = shelves.holding(line.sku).collect();
            candidates.sort_by_key(|(bin, held)| policy.rank(here, *bin, *held));
            for (bin, held) in candidates {
                if missing == 0 {
                    break;
                }
                let count = held.min(missing);
                missing -= count;
                here = bin;
                stops.push(Stop { bin, sku: line.sku, count });
            }
            if missing > 0 {
                return Err(StockError::Short { bin: here, missing });
            }
        }
        Ok(stops)
    }

    /// The length of the way from the front through all stops and back.
    pub fn walk_length(stops: &[Stop]) -> u32 {
        let front = BinId { aisle: 0, slot: 0 };
        let inner: u32 = stops.windows(2).map(|pair| pair[0].bin.distance(pair[1].bin)).sum();
        match (stops.first(), stops.last()) {
            (Some(first), Some(last)) => {
                front.distance(first.bin) + inner + last.bin.distance(front)
            }
            _ => 0,
        }
    }
}

/// A queue of things that are going to happen.
pub mod schedule {
    use crate::units::Tick;
    use std::cmp::{Ordering, Reverse};
    use std::collections::BinaryHeap;

    /// Something that happens at some time.
    #[derive(Clone, Debug)]
    struct Entry<E> {
        due: Tick,
        serial: u64,
        event: E,
    }

    impl<E> PartialEq for Entry<E> {
        fn eq(&self, other: &Self) -> bool {
            self.cmp(other) == Ordering::Equal
        }
    }

    impl<E> Eq for Entry<E> {}

    impl<E> PartialOrd for Entry<E> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl<E> Ord for Entry<E> {
        fn cmp(&self, other: &Self) -> Ordering {
            // The serial number keeps events of the same minute in the order of their entry.
            self.due.cmp(&other.due).then(self.serial.cmp(&other.serial))
        }
    }

    /// Events in the order of their times.
    #[derive(Clone, Debug)]
    pub struct Schedule<E> {
        heap: BinaryHeap<Reverse<Entry<E>>>,
        now: Tick,
        serial: u64,
    }

    impl<E> Schedule<E> {
        /// An empty schedule at the beginning of time.
        pub fn new() -> Self {
            Schedule { heap: BinaryHeap::new(), now: Tick(0), serial: 0 }
        }

        /// The time of the last event that was taken out.
        pub fn now(&self) -> Tick {
            self.now
        }

        /// Enters an event that happens after so many minutes.
        pub fn after(&mut self, minutes: u64, event: E) {
            self.serial += 1;
            let entry = Entry { due: self.now + minutes, serial: self.serial, event };
            self.heap.push(Reverse(entry));
        }

        /// Takes out the next event that is due before `end`, and moves the clock to its time.
        pub fn next_before(&mut self, end: Tick) -> Option<E> {
            if self.heap.peek()?.0.due >= end {
                return None;
            }
            let Reverse(entry) = self.heap.pop()?;
            self.now = entry.due;
            Some(entry.event)
        }
    }

    impl<E> Default for Schedule<E> {
        fn default() -> Self {
            Schedule::new()
        }
    }
}

/// When to order more, and how much.
pub mod restock {
    use crate::catalog::Product;
    use crate::expr::{Expr, ExprError, Scope};

    /// A rule: under a condition, order a quantity.
    #[derive(Clone, Debug)]
    pub struct Rule {
        condition: Expr,
        quantity: Expr,
    }

    impl Rule {
        /// Parses both halves of a rule, which are written `condition => quantity`.
        pub fn parse(text: &str) -> Result<Rule, ExprError> {
            let (condition, quantity) = text.split_once("=>").unwrap_or((text, "1"));
            Ok(Rule { condition: Expr::parse(condition)?, quantity: Expr::parse(quantity)? })
        }

        fn quantity(&self, scope: &Scope) -> Result<Option<u32>, ExprError> {
            if self.condition.eval(scope)? == 0 {
                return Ok(None);
            }
            let wanted = self.quantity.eval(scope)?.max(0);
            Ok(Some(u32::try_from(wanted).unwrap_or(u32::MAX)))
        }
    }

    /// Rules in the order in which they are tried.
    #[derive(Clone, Debug, Default)]
    pub struct RuleBook {
        rules: Vec<Rule>,
    }

    impl RuleBook {
        /// Reads one rule per line; empty lines and lines that start with `#` are skipped.
        pub fn parse(text: &str) -> Result<RuleBook, ExprError> {
            let rules = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(Rule::parse)
                .collect::<Result<_, _>>()?;
            Ok(RuleBook { rules })
        }

        /// How much to order of a product: what the first rule says whose condition holds.
        pub fn quantity(
            &self,
            product: &Product,
            on_hand: u32,
            demand: u32,
        ) -> Result<u32, ExprError> {
            let scope = Scope::default()
                .with("on_hand", i64::from(on_hand))
                .with("demand", i64::from(demand))
                .with("reorder_point", i64::from(product.reorder_point))
                .with("margin", product.margin().0);
            for rule in &self.rules {
                if let Some(quantity) = rule.quantity(&scope)? {
                    return Ok(quantity);
                }
            }
            Ok(0)
        }
    }
}

/// The simulation itself.
pub mod simulation {
    use crate::catalog::Catalog;
    use crate::dispatch::Dispatcher;
    use crate::ids::{OrderId, Sku};
    use crate::orders::{Line, Order, Priority};
    use crate::picking::{plan, walk_length, PickPolicy};
    use crate::report::Summary;
    use crate::restock::RuleBook;
    use crate::rng::Rng;
    use crate::schedule::Schedule;
    use crate::stock::Shelves;
    use crate::units::Tick;
    use std::collections::HashMap;

    /// What can happen.
    #[derive(Clone, Debug)]
    enum Event {
        /// A customer places an order.
        Arrival,
        /// Somebody looks whether a lane is free.
        Dispatch,
        /// A lane is done with an order.
        Packed { lane: usize, order: Order },
        /// The stock is checked against the rules.
        Review,
        /// A truck brings something.
        Delivery { sku: Sku, count: u32 },
    }

    /// A warehouse, its customers and its suppliers.
    pub struct Simulation {
        catalog: Catalog,
        shelves: Shelves,
        dispatcher: Dispatcher,
        policy: Box<dyn PickPolicy>,
        rules: RuleBook,
        schedule: Schedule<Event>,
        demand: HashMap<Sku, u32>,
        summary: Summary,
        rng: Rng,
        orders: u32,
    }

    impl Simulation {
        /// A warehouse that starts with a little of everything.
        pub fn new<P>(catalog: Catalog, rules: RuleBook, policy: P, seed: u64) -> Self
        where
            P: PickPolicy + 'static,
        {
            let mut shelves = Shelves::new(6, 20, 24);
            for sku in catalog.skus() {
                // Whatever does not fit is simply not there.
                shelves.put_away(sku, 20).ok();
            }
            let mut schedule = Schedule::new();
            schedule.after(0, Event::Arrival);
            schedule.after(5, Event::Dispatch);
            schedule.after(60, Event::Review);
            Simulation {
                catalog,
                shelves,
                dispatcher: Dispatcher::new(2, 30),
                policy: Box::new(policy),
                rules,
                schedule,
                demand: HashMap::new(),
                summary: Summary::default(),
                rng: Rng::new(seed),
                orders: 0,
            }
        }

        /// Runs until a given time and says what happened.
        pub fn run(mut self, end: Tick) -> Summary {
            while let Some(event) = self.schedule.next_before(end) {
                self.handle(event);
            }
            self.summary.unserved = self.dispatcher.waiting();
            self.summary.utilization = self.shelves.utilization();
            self.summary.openings = self.dispatcher.openings();
            self.summary
        }

        fn handle(&mut self, event: Event) {
            let now = self.schedule.now();
            match event {
                Event::Arrival => {
                    let order = self.random_order(now);
                    self.dispatcher.submit(order);
                    let pause = 1 + self.rng.below(12);
                    self.schedule.after(pause, Event::Arrival);
                }
                Event::Dispatch => {
                    self.dispatcher.rebalance(now);
                    while let Some((lane, order)) = self.dispatcher.assign(now) {
                        self.pick(lane, order);
                    }
                    self.schedule.after(5, Event::Dispatch);
                }
                Event::Packed { lane, order } => {
                    self.dispatcher.packed(lane, order.pieces());
                    self.summary.waits.push(now.since(order.placed));
                    self.summary.revenue += order.total(&self.catalog);
                    self.summary.margin += order.margin(&self.catalog);
                }
                Event::Review => {
                    self.review();
                    self.schedule.after(240, Event::Review);
                }
                Event::Delivery { sku, count } => {
                    if let Err(error) = self.shelves.put_away(sku, count) {
                        self.summary.complaints.push(format!("{now}: {sku}: {error}"));
                    }
                }
            }
        }

        /// Picks an order and sends it to a lane, or turns it down if something is missing.
        fn pick(&mut self, lane: usize, order: Order) {
            let stops = match plan(&order, &self.shelves, self.policy.as_ref()) {
                Ok(stops) => stops,
                Err(error) => {
                    self.dispatcher.packed(lane, order.pieces());
                    self.summary.complaints.push(format!("{}: {error}", order.id));
                    return;
                }
            };
            let length = walk_length(&stops);
            for stop in stops {
                let taken = self.shelves.take(stop.bin, stop.sku, stop.count);
                debug_assert!(taken.is_ok(), "a plan asks only for what is there");
            }
            self.summary.walked += u64::from(length);
            let minutes = u64::from(length / 20) + order.packing_minutes(&self.catalog);
            self.schedule.after(minutes, Event::Packed { lane, order });
        }

        /// Orders what the rules want.
        fn review(&mut self) {
            for product in self.catalog.iter() {
                let demand = self.demand.remove(&product.sku).unwrap_or(0);
                let on_hand = self.shelves.on_hand(product.sku);
                match self.rules.quantity(product, on_hand, demand) {
                    Ok(0) => {}
                    Ok(count) => {
                        let minutes = 120 + self.rng.below(600);
                        self.schedule.after(minutes, Event::Delivery { sku: product.sku, count });
                    }
                    Err(error) => {
                        self.summary.complaints.push(format!("{}: {error}", product.name));
                    }
                }
            }
        }

        fn random_order(&mut self, now: Tick) -> Order {
            self.orders += 1;
            let priority = match self.rng.below(10) {
                0 | 1 => Priority::Express,
                2..=6 => Priority::Standard,
                _ => Priority::Economy,
            };
            let skus = self.catalog.skus();
            let mut lines: Vec<Line> = Vec::new();
            while lines.is_empty() || self.rng.chance(40) {
                let Some(&sku) = self.rng.pick(&skus) else { break };
                let count = 1 + self.rng.below(3) as u32;
                *self.demand.entry(sku).or_default() += count;
                match lines.iter_mut().find(|line| line.sku == sku) {
                    Some(line) => line.count += count,
                    None => lines.push(Line { sku, count }),
                }
            }
            Order { id: OrderId(self.orders), placed: now, priority, lines }
        }
    }
}

/// What is left of a run when it is over.
pub mod report {
    use crate::units::Cents;
    use std::fmt;

    /// The results of a run.
    #[derive(Clone, Debug, Default)]
    pub struct Summary {
        /// For every order that was packed, the minutes between placing and packing it.
        pub waits: Vec<u64>,
        /// What the customers paid.
        pub revenue: Cents,
        /// What was earned.
        pub margin: Cents,
        /// How far the pickers walked, in slots.
        pub walked: u64,
        /// How many orders were still waiting at the end.
        pub unserved: usize,
        /// How full the shelves were at the end, in percent.
        pub utilization: u32,
        /// How many lanes had to be opened.
        pub openings: u32,
        /// Everything that went wrong.
        pub complaints: Vec<String>,
    }

    /// The value below which a share of all values lies; `None` if there are no values.
    pub fn percentile<T: Ord + Copy>(values: &[T], percent: usize) -> Option<T> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        sorted.get(last * percent.min(100) / 100).copied()
    }

    impl fmt::Display for Summary {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut row = |label: &str, value: &dyn fmt::Display| writeln!(f, "{label:<18}{value}");
            row("orders packed", &self.waits.len())?;
            row("orders waiting", &self.unserved)?;
            row("revenue", &self.revenue)?;
            row("margin", &self.margin)?;
            for percent in [50, 90, 99] {
                if let Some(wait) = percentile(&self.waits, percent) {
                    row(&format!("wait, {percent}%"), &format_args!("{wait} min"))?;
                }
            }
            row("slots walked", &self.walked)?;
            row("shelves used", &format_args!("{}%", self.utilization))?;
            row("lanes opened", &self.openings)?;
            // Nobody reads more than a few complaints.
            self.complaints.iter().take(5).try_for_each(|text| row("complaint", text))
        }
    }
}

/// The rules that a warehouse has unless it is given others.
pub const DEFAULT_RULES: &str = "
    # Never run out of what sells.
    on_hand < demand * 2 && margin > 0 => clamp(demand * 4 - on_hand, 6, 60)
    # Keep a little of everything else.
    on_hand < reorder_point => max(reorder_point - on_hand, 4)
";

/// Simulates a week in a grocery warehouse.
pub fn simulate_week(seed: u64) -> Result<report::Summary, expr::ExprError> {
    use catalog::Handling;

    let mut groceries = catalog::Catalog::default();
    groceries.add("olive oil", 899, 610, Handling::Fragile);
    groceries.add("rice, 1 kg", 249, 140, Handling::Normal);
    groceries.add("butter", 279, 215, Handling::Chilled);
    groceries.add("eggs, a dozen", 379, 290, Handling::Fragile);
    groceries.add("oat milk", 199, 120, Handling::Normal);
    groceries.add("yoghurt", 129, 85, Handling::Chilled);
    let rules = restock::RuleBook::parse(DEFAULT_RULES)?;
    let policy = picking::Then::<picking::ClearOut, picking::Nearest>::default();
    let simulation = simulation::Simulation::new(groceries, rules, policy, seed);
    Ok(simulation.run(units::Tick(7 * 1440)))
}
