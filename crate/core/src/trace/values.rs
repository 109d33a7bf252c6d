//! Tuples of integers, one column a field.
//!
//! A numeric trace is a sequence of tuples of 64-bit integers, each with an optional label: memory
//! accesses (`read 0x2da50, 8`), loop counters, anything a program counts. Hardly two tuples are equal, so each is stored
//! in its place, unlike a [`Record`](super::Record): 8 bytes for a number and, if any tuple has a label, 4 bytes for its
//! name. Nothing else is stored for a tuple.
//!
//! A column keeps the low 64 bits of its numbers and, once for all of them, whether they are signed.
//! Nothing is rounded: addresses up to 2^64 - 1 are as exact as numbers down to -2^63, but one
//! column cannot hold both kinds.

use super::number::{Notation, Number, Sign};
use super::{NameId, Table};

/// The most numbers a tuple may have.
pub const MAX_FIELDS: usize = 64;

/// One field of all tuples of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: Box<str>,
    notation: Notation,
    /// Whether a number is below 0.
    negative: bool,
    /// Whether a number is 2^63 or above. Never both.
    large: bool,
    bits: Vec<u64>,
}

impl Column {
    /// The name of the field: `address`, or the header of a table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How its numbers are best written.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Signed if and only if it has a number below 0.
    #[inline]
    pub fn sign(&self) -> Sign {
        if self.negative {
            Sign::Signed
        } else {
            Sign::Unsigned
        }
    }

    /// The low 64 bits of every number, oldest first; [`sign`](Self::sign) says how to read them.
    #[inline]
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// The number at a position.
    pub fn value(&self, at: usize) -> Option<i128> {
        self.bits.get(at).map(|&bits| self.sign().value(bits))
    }

    /// All numbers, oldest first.
    pub fn values(&self) -> impl ExactSizeIterator<Item = i128> + '_ {
        let sign = self.sign();
        self.bits.iter().map(move |&bits| sign.value(bits))
    }

    /// The smallest and the largest number; `None` without numbers. O(tuples).
    pub fn range(&self) -> Option<(i128, i128)> {
        // As integers of 64 bits, which processors compare at once.
        let bits = self.bits.iter().copied();
        match self.sign() {
            Sign::Signed => {
                let signed = bits.map(|bits| bits as i64);
                Some((signed.clone().min()?.into(), signed.max()?.into()))
            }
            Sign::Unsigned => Some((bits.clone().min()?.into(), bits.max()?.into())),
        }
    }

    /// Whether with this number the column would have numbers below 0 as well as numbers from 2^63 on.
    #[inline]
    fn refuses(&self, number: Number) -> bool {
        (self.large && number.negative) || (self.negative && number.is_large())
    }
}

/// Why a tuple cannot be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The tuple has another number of fields.
    Arity,
    /// The field of that index would hold both negative numbers and numbers from 2^63 on.
    Signs(usize),
    /// There is not enough memory.
    Memory,
}

/// The tuples of one process, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// All of the same length.
    columns: Vec<Column>,
    /// The name of each tuple's label, or [`NameId::NONE`]; empty if no tuple has a label.
    labels: Vec<NameId>,
}

impl Values {
    /// No tuples yet, of these fields.
    pub(super) fn new<'a>(fields: impl IntoIterator<Item = (&'a str, Notation)>) -> Self {
        let column = |(name, notation): (&str, Notation)| Column {
            name: name.into(),
            notation,
            negative: false,
            large: false,
            bits: Vec::new(),
        };
        Self { columns: fields.into_iter().map(column).collect(), labels: Vec::new() }
    }

    /// Number of tuples.
    #[inline]
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.bits.len())
    }

    /// Whether there is no tuple.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers in a tuple, at least 1.
    pub fn arity(&self) -> usize {
        self.columns.len()
    }

    /// The fields, in order.
    #[inline]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether any tuple has a label.
    pub fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// The label of a tuple.
    #[inline]
    pub fn label(&self, at: usize) -> Option<NameId> {
        self.labels.get(at).copied().filter(|&label| label != NameId::NONE)
    }

    /// How many tuples carry each label, in order of first appearance in the table of names; those
    /// without a label last. O(tuples).
    pub fn label_counts(&self) -> Vec<(Option<NameId>, u64)> {
        let mut counts: Vec<u64> = Vec::new();
        let mut none = (self.len() - self.labels.len()) as u64;
        for &label in &self.labels {
            let at = label.index() as usize;
            if label == NameId::NONE {
                none += 1;
                continue;
            }
            if at >= counts.len() {
                counts.resize(at + 1, 0);
            }
            counts[at] += 1;
        }
        let named = counts.into_iter().enumerate();
        let named = named.map(|(at, count)| (NameId::at(at as u32), count));
        named.chain([(None, none)]).filter(|&(_, count)| count > 0).collect()
    }

    /// The numbers of a tuple; empty if there is no such tuple.
    pub fn tuple(&self, at: usize) -> impl Iterator<Item = i128> + '_ {
        self.columns.iter().filter_map(move |column| column.value(at))
    }

    /// A tuple as text: `read 0x2da50, 8`, or `0x2da50, 8` without a label.
    pub fn text(&self, at: usize, table: &Table) -> String {
        let mut text = String::new();
        if let Some(label) = self.label(at) {
            text.push_str(table.name(label));
        }
        for (field, column) in self.columns.iter().enumerate() {
            if field > 0 {
                text.push(',');
            }
            if !text.is_empty() {
                text.push(' ');
            }
            if let Some(value) = column.value(at) {
                let _ = column.notation.write(value, &mut text);
            }
        }
        text
    }

    /// Bytes of memory that the tuples take: 8 a number, 4 a label where there are labels.
    pub fn kept_bytes(&self) -> u64 {
        (self.len() * self.arity()) as u64 * 8 + self.labels.len() as u64 * 4
    }

    /// Sets how a field is written; does nothing if there is no such field.
    pub(super) fn set_notation(&mut self, field: usize, notation: Notation) {
        if let Some(column) = self.columns.get_mut(field) {
            column.notation = notation;
        }
    }

    /// Appends a tuple, all of it or nothing, and returns the bytes that it takes.
    #[inline]
    pub(super) fn push(&mut self, label: Option<NameId>, numbers: &[Number]) -> Result<u64, Refused> {
        if numbers.len() != self.columns.len() || numbers.is_empty() {
            return Err(Refused::Arity);
        }
        let mut fields = self.columns.iter().zip(numbers);
        if let Some(field) = fields.position(|(column, &number)| column.refuses(number)) {
            return Err(Refused::Signs(field));
        }
        let first = self.columns.first();
        if first.is_some_and(|column| column.bits.len() == column.bits.capacity()) {
            self.grow()?;
        }
        let labels = self.labels.len();
        if label.is_some() || labels > 0 {
            self.push_label(label)?;
        }
        for (column, &number) in self.columns.iter_mut().zip(numbers) {
            column.negative |= number.negative;
            column.large |= number.is_large();
            column.bits.push(number.bits);
        }
        Ok((self.labels.len() - labels) as u64 * 4 + numbers.len() as u64 * 8)
    }

    #[inline]
    fn push_label(&mut self, label: Option<NameId>) -> Result<(), Refused> {
        if self.labels.len() < self.len() || self.labels.len() == self.labels.capacity() {
            self.grow_labels()?;
        }
        self.labels.push(label.unwrap_or(NameId::NONE));
        Ok(())
    }

    /// Makes room for half as many tuples again. Doubling would need three times the memory of the tuples while it copies.
    #[cold]
    fn grow(&mut self) -> Result<(), Refused> {
        let more = (self.len() / 2).max(1024);
        for column in &mut self.columns {
            column.bits.try_reserve_exact(more).map_err(|_| Refused::Memory)?;
        }
        Ok(())
    }

    /// Does the same for labels; if this is the first label, the tuples so far get none.
    #[cold]
    fn grow_labels(&mut self) -> Result<(), Refused> {
        let len = self.len();
        let more = len - self.labels.len() + (len / 2).max(1024);
        self.labels.try_reserve_exact(more).map_err(|_| Refused::Memory)?;
        self.labels.resize(len, NameId::NONE);
        Ok(())
    }

    /// Takes the tuples out. The facts about the fields stay, and the tuples taken have them, too.
    pub(super) fn take(&mut self) -> Self {
        let take = |column: &mut Column| {
            let bits = std::mem::take(&mut column.bits);
            Column { bits, ..column.clone() }
        };
        let columns = self.columns.iter_mut().map(take).collect();
        Self { columns, labels: std::mem::take(&mut self.labels) }
    }

    pub(super) fn shrink(&mut self) {
        self.labels.shrink_to_fit();
        for column in &mut self.columns {
            column.bits.shrink_to_fit();
        }
    }
}
