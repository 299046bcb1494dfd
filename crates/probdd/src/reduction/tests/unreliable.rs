//! Tests that answer wrongly now and then: a result that has not the property is never taken for one.

use super::scripted::{Bench, Property};
use probdd_exec::Halt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// So many runs of each kind.
const RUNS: u64 = 200;

/// Random numbers from a seed (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn next(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How a test answers wrongly.
#[derive(Clone, Copy, Debug)]
enum Flaw {
    /// By chance: where it should say yes, and where it should say no.
    Chance { no: f64, yes: f64 },
    /// For a while, all answers are wrong: a burst begins with this chance and has up to so many.
    Bursts { begins: f64, most: u64 },
    /// By chance, the smaller the candidate the likelier: up to this.
    Small(f64),
}

/// What is looked for.
fn has_property(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    ["keep", "these", "words"].iter().all(|word| text.contains(word))
}

fn input() -> Vec<u8> {
    let line = |number: usize| match number {
        7 => "a keep line\n".into(),
        22 => "with these\n".into(),
        35 => "and words too\n".into(),
        _ => format!("line {number}\n"),
    };
    (0..40).map(line).collect::<String>().into_bytes()
}

/// A test with a flaw.
fn test(flaw: Flaw, seed: u64) -> Property {
    let whole = input().len() as f64;
    let state = Mutex::new((Chance(seed), 0_u32));
    Arc::new(move |text| {
        let (chance, left) = &mut *state.lock().expect("no test panics");
        let truth = has_property(text);
        let is_wrong = match flaw {
            Flaw::Chance { no, yes } => chance.next() < if truth { no } else { yes },
            Flaw::Bursts { begins, most } => {
                if *left == 0 && chance.next() < begins {
                    *left = (chance.bits() % most) as u32 + 1;
                }
                *left = left.saturating_sub(1);
                *left > 0
            }
            Flaw::Small(most) => chance.next() < most * (1.0 - text.len() as f64 / whole),
        };
        truth != is_wrong
    })
}

#[test]
fn no_run_with_an_unreliable_test_ends_with_a_wrong_result() {
    let bench = Bench::new();
    let kinds = [
        ("one in ten both ways", Flaw::Chance { no: 0.1, yes: 0.1 }),
        ("2 % false yes", Flaw::Chance { no: 0.0, yes: 0.02 }),
        ("10 % false yes", Flaw::Chance { no: 0.0, yes: 0.1 }),
        ("10 % false no", Flaw::Chance { no: 0.1, yes: 0.0 }),
        ("30 % false no", Flaw::Chance { no: 0.3, yes: 0.0 }),
        ("bursts", Flaw::Bursts { begins: 0.01, most: 25 }),
        ("small ones", Flaw::Small(0.3)),
    ];
    for (kind, flaw) in kinds {
        let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut tests, mut bytes) = (0, 0);
        for seed in 0..RUNS {
            let test = test(flaw, seed << 20);
            let ended = bench.try_to_reduce("text.txt", &input(), "", &test);
            let end = match ended {
                None => "refused",
                Some((Ok(_), reduced)) => {
                    let result = String::from_utf8_lossy(&reduced.best);
                    assert!(has_property(&reduced.best), "{kind}, seed {seed}: {result}");
                    tests += reduced.tests;
                    bytes += reduced.best.len();
                    "reduced"
                }
                Some((Err(Halt::Unreliable(_)), _)) => "unreliable",
                Some((Err(halt), _)) => panic!("{kind}, seed {seed}: {halt:?}"),
            };
            *ends.entry(end).or_default() += 1;
        }
        let reduced = ends["reduced"] as usize;
        println!("{kind}: {ends:?}, {} tests, {} bytes", tests / reduced, bytes / reduced);
    }
}
