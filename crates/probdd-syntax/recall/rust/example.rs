//! Module documentation.
#![allow(dead_code, unused_variables)]

use std::collections::{BTreeMap, HashMap as Map};
use std::fmt::Display;

mod inner {
    pub(crate) const LIMIT: usize = 3;
}

pub static mut COUNTER: u32 = 0;
type Table<T> = Vec<Option<T>>;

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape<'a> {
    Circle(f64, u8),
    Square { side: f64, name: &'a str },
    #[doc(hidden)]
    Unit,
}

#[repr(C)]
pub struct Point<T: Copy = i32, const N: usize = 2>
where
    T: Display,
{
    pub x: T,
    #[allow(unused)]
    y: [T; N],
}

struct Pair(pub i32, String);
union Bits { whole: u32, part: f32 }

pub trait Area: Display + Sized {
    type Output;
    const SIDES: u32 = 4;
    fn area(&self) -> f64;
    fn twice(&self, factor: f64) -> f64 {
        self.area() * factor
    }
}

impl<T: Copy + Display> Point<T, 2> where T: Display {
    pub const fn new(x: T) -> Self {
        Point { x, y: [x; 2] }
    }
    fn change(&mut self, other: Self) -> T {
        *self = Point { x: other.x, ..other };
        self.x
    }
}

unsafe extern "C" {
    fn external(argument: i32) -> i32;
}

macro_rules! square {
    ($e:expr) => { $e * $e };
    () => { 0 };
}

async fn asynchronous(input: &str) -> Result<u8, Box<dyn std::error::Error>> {
    let parsed: u8 = input.parse()?;
    Box::pin(asynchronous("1")).await?;
    Ok(parsed)
}

pub(crate) fn generic<A: Clone, B>(first: A, mut second: Vec<B>) -> impl Iterator<Item = B>
where
    A: Display,
    B: Clone,
{
    second.push(second[0].clone());
    second.into_iter()
}

fn control(shape: &Shape<'_>, count: i32) -> i32 {
    let mut total = 0_i32;
    let Some(start) = Some(3) else { return 1 };
    let (left, right): (i32, i32) = (4, 5);
    'outer: for index in 0..count {
        if index > 7 {
            total += index;
        } else if let Some(n) = Some(index) {
            total -= n;
            continue 'outer;
        } else {
            break 'outer;
        }
    }
    while total > 10 {
        total /= 2;
    }
    loop {
        total += 1;
        if total > 6 && !matches!(total, 8) {
            break;
        }
    }
    // a line comment
    match shape {
        Shape::Circle(radius, _) if *radius > 1.0 => total = 2,
        Shape::Square { side, .. } => {
            total = *side as i32;
        }
        Shape::Circle(..) | Shape::Unit => {}
    }
    let add = move |a: i32, b: i32| -> i32 { a + b };
    let values = vec![1, 2, 3];
    let array = [left, right, total];
    unsafe {
        COUNTER = external(9) as u32;
    }
    let value = if count > 2 { add(start, 3) } else { square!(4) };
    let sum = values.iter().map(|v| v + 1).filter(|v| *v > 2).sum::<i32>();
    println!("{} {}", value, sum);
    return (value + sum) * array[0] - -left;
}

#[cfg(test)]
#[test]
fn works() {
    assert_eq!(control(&Shape::Unit, 3), 4, "message");
}
