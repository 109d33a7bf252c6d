//! How the numbers of a value move over its loops: their range, and the distance of each step.

use super::count::iterations;
use super::{Affine, Node};
use crate::recognize::Function;

/// The smallest and the largest number that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The smallest.
    pub least: i128,
    /// The largest.
    pub most: i128,
    /// Whether no number between corners could lie outside: always, unless products of indices meet bounds that vary.
    pub exact: bool,
}

/// How far a number moves when one loop goes on by one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The node of the loop.
    pub node: u32,
    /// The amount added in each step: a number, or a function of the other indices.
    pub step: Function,
}

/// The most corners that are looked at: 2 for every index that matters.
const MOST_CORNERS: u32 = 16;

impl Affine {
    /// The range of a field of a value inside these loops; `None` if there is no such field.
    pub fn reach(&self, way: &[u32], value: u32, field: usize) -> Option<Reach> {
        let Some(Node::Value { fields, .. }) = self.node(value) else { return None };
        Some(self.reach_of(fields.get(field)?, way))
    }

    /// The range of a function inside loops, from the corners of the space that the indices go through. There a
    /// function without products has its ends, if bounds have none either.
    pub(super) fn reach_of(&self, function: &Function, way: &[u32]) -> Reach {
        let bounds: Vec<&Function> = way
            .iter()
            .filter_map(|&number| match self.node(number) {
                Some(Node::Loop { bound, .. }) => Some(bound),
                _ => None,
            })
            .collect();
        // Only indices that occur in the function, or in the bound of one that does.
        let mut part = function.slopes().iter().fold(0u64, |all, &(mask, _)| all | mask);
        for (level, bound) in bounds.iter().enumerate().rev() {
            if part >> level & 1 == 1 {
                part |= bound.slopes().iter().fold(0, |all, &(mask, _)| all | mask);
            }
        }
        let products = |f: &Function| f.slopes().iter().any(|&(mask, _)| mask & (mask - 1) != 0);
        let taking_part = bounds.iter().enumerate().filter(|&(level, _)| part >> level & 1 == 1);
        let varied = taking_part.clone().any(|(_, bound)| !bound.is_constant());
        let with_products = products(function) || taking_part.clone().any(|(_, bound)| products(bound));
        let corners = part.count_ones();
        let exact = !(varied && with_products) && corners <= MOST_CORNERS;
        let mut reach = None;
        for corner in 0..1u64 << corners.min(MOST_CORNERS) {
            let mut indices: Vec<u64> = Vec::with_capacity(bounds.len());
            let mut bits = corner;
            for (level, bound) in bounds.iter().enumerate() {
                let mut index = 0;
                if part >> level & 1 == 1 {
                    if bits & 1 == 1 {
                        let last = iterations(bound, &indices).unwrap_or(0) - 1;
                        index = u64::try_from(last).unwrap_or(0);
                    }
                    bits >>= 1;
                }
                indices.push(index);
            }
            let Some(value) = function.evaluate(&indices) else { continue };
            let (least, most) = reach.unwrap_or((value, value));
            reach = Some((value.min(least), value.max(most)));
        }
        let (least, most) = reach.unwrap_or((function.offset(), function.offset()));
        Reach { least, most, exact }
    }

    /// How far a field of a value moves with each of these loops, outermost first; loops that do not move it are left
    /// out.
    pub fn strides(&self, way: &[u32], value: u32, field: usize) -> Vec<Stride> {
        let Some(Node::Value { fields, .. }) = self.node(value) else { return Vec::new() };
        let Some(function) = fields.get(field) else { return Vec::new() };
        let stride = |(level, &node): (usize, &u32)| {
            let bit = 1u64.checked_shl(level as u32)?;
            let with = function.slopes().iter().filter(|&&(mask, _)| mask & bit != 0);
            let step = Function::from_pairs(with.map(|&(mask, c)| (mask & !bit, c)));
            (step != Function::default()).then_some(Stride { node, step })
        };
        way.iter().enumerate().filter_map(stride).collect()
    }
}
