//! Bytes to quantified trees and back: the grammars of probdd.
