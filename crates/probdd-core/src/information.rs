//! How much a search has to find out.

/// The number of yes-or-no answers that any search needs, in bits: which `needed` of `elements` are
/// needed is one of C(elements, needed) cases, and that none of the needed ones can go takes a query
/// for each. Elements are tokens here. A search may need fewer queries: elements that stand together
/// go together.
///
/// # Panics
/// When more elements are needed than there are.
pub fn information(elements: usize, needed: usize) -> f64 {
    assert!(needed <= elements, "{needed} of {elements} elements");
    let log_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    let cases = log_factorial(elements) - log_factorial(needed) - log_factorial(elements - needed);
    cases / std::f64::consts::LN_2 + needed as f64
}

#[cfg(test)]
mod tests {
    use super::information;

    #[test]
    fn the_bits_of_a_choice_and_a_query_for_each_needed_element() {
        let bits = |elements, needed| information(elements, needed);
        assert!(bits(1000, 0).abs() < 1e-6);
        assert!((bits(1024, 1) - 11.0).abs() < 1e-6);
        // C(6, 3) is 20.
        assert!((bits(6, 3) - (libm::log2(20.0) + 3.0)).abs() < 1e-9);
        assert!((bits(7, 7) - 7.0).abs() < 1e-9);
    }
}
