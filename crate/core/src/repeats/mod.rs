//! Repetitions in strings of symbols.
