//! A trace, query by query: which bytes of the input the best candidate has, and which the query takes.

use serde_json::Value;

/// A query.
pub(crate) struct Step {
    pub(crate) pass: String,
    /// The model's probability that the candidate is interesting.
    pub(crate) chance: Option<f64>,
    pub(crate) is_interesting: bool,
    /// What becomes of each byte of the input.
    pub(crate) bytes: Vec<Fate>,
    /// The candidate; of a query that was not interesting, the best one.
    pub(crate) text: String,
    pub(crate) tokens: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    /// The query is about a candidate without it.
    Taken,
    /// It was removed before.
    Gone,
}

/// A byte of the best candidate, and where in the input it comes from.
type Byte = (u8, Option<usize>);

/// The queries of a trace, without the one about the input itself.
pub(crate) fn steps(input: &str, trace: &[Value]) -> Vec<Step> {
    let mut best: Vec<Byte> =
        input.bytes().enumerate().map(|(at, byte)| (byte, Some(at))).collect();
    let mut steps = Vec::new();
    for query in trace.iter().skip(2) {
        changed(&mut best, &query["since"]);
        let mut bytes = vec![Fate::Gone; input.len()];
        best.iter().filter_map(|(_, from)| *from).for_each(|from| bytes[from] = Fate::Kept);
        let before = best.clone();
        for range in query["tried"].as_array().into_iter().flatten() {
            let taken = &before[number(&range[0])..number(&range[1])];
            taken.iter().filter_map(|(_, from)| *from).for_each(|from| bytes[from] = Fate::Taken);
        }
        if changed(&mut best, &query["change"]) {
            let is_left = |from: usize| best.iter().any(|(_, other)| *other == Some(from));
            for from in before.iter().filter_map(|(_, from)| *from) {
                bytes[from] = if is_left(from) { Fate::Kept } else { Fate::Taken };
            }
        }
        steps.push(Step {
            pass: query["pass"].as_str().unwrap().to_owned(),
            chance: query["p"].as_f64(),
            is_interesting: query["verdict"] == "interesting",
            bytes,
            text: String::from_utf8(best.iter().map(|(byte, _)| *byte).collect()).unwrap(),
            tokens: query["tokens"].as_u64().unwrap(),
        });
    }
    steps
}

/// Makes a change of a trace. Returns whether there is one.
fn changed(best: &mut Vec<Byte>, change: &Value) -> bool {
    let parts = change.as_array();
    for part in parts.into_iter().flatten().rev() {
        let start = number(&part[0]);
        let new = part[2].as_str().unwrap().bytes().map(|byte| (byte, None));
        best.splice(start..start + number(&part[1]), new);
    }
    parts.is_some()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}
