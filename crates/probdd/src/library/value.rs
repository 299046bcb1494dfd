//! Values as in JSON: what is in arrays and objects goes, strings and numbers become simpler.

use super::error::Error;
use super::reduction::Reduction;
use serde_json::Value;

/// Removes and simplifies inside of a value while it stays interesting.
///
/// The value is reduced as the text of a JSON file would be: entries of arrays and objects go, a value
/// takes the place of what it was in, and strings and numbers become simpler. The test sees values
/// only.
///
/// ```
/// use serde_json::{Value, json};
///
/// let order = json!({"id": 17, "items": [{"sku": "a-1", "count": 2}, {"sku": "b-2", "count": -3}]});
/// let has_negative = |value: &Value| {
///     let items = value["items"].as_array().into_iter().flatten();
///     items.flat_map(|item| item["count"].as_i64()).any(|count| count < 0)
/// };
/// assert_eq!(probdd::minimize_value(&order, has_negative)?, json!({"items": [{"count": -3}]}));
/// # Ok::<(), probdd::Error>(())
/// ```
///
/// # Errors
/// When the value is not interesting, or the test is unreliable.
pub fn minimize_value(
    value: &Value,
    is_interesting: impl Fn(&Value) -> bool + Send + Sync + 'static,
) -> Result<Value, Error> {
    let reduced = Reduction::of(value.to_string())
        .language("json")
        .test(move |candidate| {
            serde_json::from_slice(candidate).is_ok_and(|value| is_interesting(&value))
        })
        .run()?;
    serde_json::from_slice(&reduced.bytes)
        .map_err(|cause| Error::Refused { message: cause.to_string(), hints: Vec::new() })
}
