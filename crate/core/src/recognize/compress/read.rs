//! Bytes to terms.

use super::super::{Function, Term};
use super::{Bytes, Malformed};

/// Reads what a [`TermWriter`](super::TermWriter) wrote.
#[derive(Clone, Debug)]
pub struct TermReader {
    /// The constant last read in each field.
    last: Vec<i128>,
    /// The constant of the bound last read.
    bound: i128,
}

impl TermReader {
    /// A reader for values with that many fields.
    pub fn new(fields: usize) -> Self {
        Self { last: vec![0; fields], bound: 0 }
    }

    /// Reads the next term.
    ///
    /// # Errors
    /// The bytes are no term. Reading cannot go on after that.
    pub fn read(&mut self, bytes: &mut Bytes<'_>) -> Result<Term, Malformed> {
        self.term(bytes, 0)
    }

    fn term(&mut self, bytes: &mut Bytes<'_>, level: u32) -> Result<Term, Malformed> {
        let at = bytes.position();
        let head = bytes.unsigned()?;
        if head & 1 == 0 {
            let too_large = |_| Malformed { at, what: "a label is too large" };
            let label = u32::try_from(head >> 1).map_err(too_large)?;
            let mut fields = Vec::with_capacity(self.last.len().min(bytes.left()));
            for last in &mut self.last {
                fields.push(function(bytes, last, level)?);
            }
            return Ok(Term::value(label, fields));
        }
        // A term takes a byte at least.
        let count = usize::try_from(head >> 1).ok().and_then(|more| more.checked_add(1));
        let count = count.filter(|&count| count <= bytes.left());
        let count = count.ok_or(Malformed { at, what: "a loop is longer than the bytes" })?;
        let too_deep = Malformed { at, what: "loops are nested too deeply" };
        if level >= Term::MAX_DEPTH {
            return Err(too_deep);
        }
        let bound = function(bytes, &mut self.bound, level)?;
        let mut body = Vec::new();
        for _ in 0..count {
            body.push(self.term(bytes, level + 1)?);
        }
        Term::for_loop(bound, body).ok_or(too_deep)
    }
}

fn function(bytes: &mut Bytes<'_>, last: &mut i128, level: u32) -> Result<Function, Malformed> {
    let count = if level > 0 { bytes.count(2)? } else { 0 };
    *last = last.wrapping_add(bytes.signed()?);
    if count == 0 {
        return Ok(Function::constant(*last));
    }
    let mut slopes = Vec::with_capacity(count.min(bytes.left() / 2));
    let mut mask = 0u64;
    for _ in 0..count {
        let at = bytes.position();
        let gap: u64 = bytes.number()?;
        let next = mask.checked_add(gap).filter(|&next| gap > 0 && (level >= 64 || next >> level == 0));
        mask = next.ok_or(Malformed { at, what: "an index that no loop around it has" })?;
        let coefficient = bytes.signed()?;
        if coefficient == 0 {
            return Err(Malformed { at, what: "a coefficient is zero" });
        }
        slopes.push((mask, coefficient));
    }
    Ok(Function::from_sorted(*last, slopes))
}
