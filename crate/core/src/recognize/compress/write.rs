//! Terms to bytes.

use super::super::{Function, Term};
use super::{put_signed, put_unsigned};

/// Writes the terms of one stream; see the [module](super) for the bytes.
#[derive(Clone, Debug)]
pub struct TermWriter {
    /// The constant last written in each field.
    last: Vec<i128>,
    /// The constant of the bound last written.
    bound: i128,
}

impl TermWriter {
    /// A writer for values with that many fields.
    pub fn new(fields: usize) -> Self {
        Self { last: vec![0; fields], bound: 0 }
    }

    /// Appends a term. False, with nothing appended, if it cannot be written: a value has another number of
    /// fields, a loop is empty, or a function has an index that is not around it.
    ///
    /// O(size of the term).
    pub fn write(&mut self, term: &Term, out: &mut Vec<u8>) -> bool {
        let (length, last, bound) = (out.len(), self.last.clone(), self.bound);
        let written = self.term(term, 0, out);
        if !written {
            out.truncate(length);
            (self.last, self.bound) = (last, bound);
        }
        written
    }

    fn term(&mut self, term: &Term, level: u32, out: &mut Vec<u8>) -> bool {
        match term {
            Term::Value(value) => {
                put_unsigned(out, 2 * u128::from(value.label()));
                value.fields().len() == self.last.len()
                    && value.fields().iter().zip(&mut self.last).all(|(field, last)| function(field, last, level, out))
            }
            Term::Loop(node) => {
                let Some(more) = node.body().len().checked_sub(1) else { return false };
                put_unsigned(out, 2 * more as u128 + 1);
                function(node.bound(), &mut self.bound, level, out)
                    && node.body().iter().all(|term| self.term(term, level + 1, out))
            }
        }
    }
}

fn function(function: &Function, last: &mut i128, level: u32, out: &mut Vec<u8>) -> bool {
    let slopes = function.slopes();
    if level > 0 {
        put_unsigned(out, slopes.len() as u128);
    }
    put_signed(out, function.offset().wrapping_sub(*last));
    *last = function.offset();
    let mut before = 0;
    for &(mask, coefficient) in slopes {
        put_unsigned(out, u128::from(mask - before));
        put_signed(out, coefficient);
        before = mask;
    }
    level >= 64 || before >> level == 0
}
