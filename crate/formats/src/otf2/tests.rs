//! Archives made by hand.
