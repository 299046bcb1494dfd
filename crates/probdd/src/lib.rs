//! Test-case reduction with the probabilistic delta debugging family.
