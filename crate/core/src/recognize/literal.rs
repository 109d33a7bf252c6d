//! The algorithm as section 2.3 of the paper writes it, to compare with.
//!
//! Uses nothing of the fast version but the terms themselves: MAIN, REDUCE, TRIPLET and FOLLOWS are as in the paper, and all
//! blocks are tried in turn. O(K) blocks a push at least, up to O(K^2) comparisons.
//!
//! In the paper's REDUCE the two `return` must be read as inside of their `if`: where they are printed,
//! FOLLOWS would never be tried for a multiple of 3, and nothing beyond i = 3.

use super::{Function, FunctionModel, Options, Term};

/// Recognizes loops step by step as the paper says; see [`Recognizer`](super::Recognizer) for the same, faster.
#[derive(Clone, Debug)]
pub struct Literal {
    options: Options,
    stack: Vec<Term>,
    flushed: Vec<Term>,
}

impl Literal {
    /// An empty stack.
    pub fn new(options: Options) -> Literal {
        Literal { options, stack: Vec::new(), flushed: Vec::new() }
    }

    /// MAIN for one value.
    pub fn push(&mut self, label: u32, fields: &[u64]) {
        let number = |(place, &bits)| Function::constant(self.options.kind(place).value(bits));
        self.stack.push(Term::value(label, fields.iter().enumerate().map(number)));
        while self.reduce() {}
        if self.options.smax.is_some_and(|smax| self.stack.len() >= smax) {
            let flushed = self.stack.drain(..self.options.nflush.min(self.stack.len()));
            self.flushed.extend(flushed);
        }
    }

    /// The terms, bottom first.
    pub fn stack(&self) -> &[Term] {
        &self.stack
    }

    /// The terms that were flushed since the last call.
    pub fn take_flushed(&mut self) -> std::vec::Drain<'_, Term> {
        self.flushed.drain(..)
    }

    /// All terms: those that were flushed and those on the stack.
    pub fn finish(self) -> Vec<Term> {
        let mut terms = self.flushed;
        terms.extend(self.stack);
        terms
    }

    /// REDUCE: one reduction or extension, if there is one.
    fn reduce(&mut self) -> bool {
        let (k, len) = (self.options.k, self.stack.len());
        for i in 2..=len.min(k.saturating_mul(3)) {
            let top = &self.stack[len - i..];
            if i % 3 == 0 {
                let (u, rest) = top.split_at(i / 3);
                let (v, w) = rest.split_at(i / 3);
                if let Some(term) = triplet(u, v, w, self.options.model) {
                    self.stack.truncate(len - i);
                    self.stack.push(term);
                    return true;
                }
            }
            if i <= k.saturating_add(1) && follows(&top[0], &top[1..]) {
                self.stack.truncate(len - i + 1);
                if let Some(Term::Loop(node)) = self.stack.last_mut() {
                    // A bound is far from the end of 128 bits.
                    let _ = node.parts_mut().0.add_constant(1);
                }
                return true;
            }
        }
        false
    }
}

/// TRIPLET: the loop of three iterations that three blocks of terms are, if they are one.
fn triplet(u: &[Term], v: &[Term], w: &[Term], model: FunctionModel) -> Option<Term> {
    let linear = |k: usize| is_linear(&u[k], &v[k], &w[k], model);
    if !(0..u.len()).all(linear) {
        return None;
    }
    let body = u.iter().zip(v).map(|(u, v)| interpolate(u, v)).collect::<Option<_>>()?;
    Term::for_loop(Function::constant(2), body)
}

/// Whether three terms are isomorphic and the model lets all their numbers vary as they do.
fn is_linear(u: &Term, v: &Term, w: &Term, model: FunctionModel) -> bool {
    match (u, v, w) {
        (Term::Value(u), Term::Value(v), Term::Value(w)) => {
            u.label() == v.label()
                && v.label() == w.label()
                && u.fields().len() == v.fields().len()
                && v.fields().len() == w.fields().len()
                && (0..u.fields().len())
                    .all(|k| numbers(&u.fields()[k], &v.fields()[k], &w.fields()[k], model))
        }
        (Term::Loop(u), Term::Loop(v), Term::Loop(w)) => {
            u.body().len() == v.body().len()
                && v.body().len() == w.body().len()
                && numbers(u.bound(), v.bound(), w.bound(), model)
                && (0..u.body().len())
                    .all(|k| is_linear(&u.body()[k], &v.body()[k], &w.body()[k], model))
        }
        _ => false,
    }
}

/// The same for three functions in one place.
fn numbers(u: &Function, v: &Function, w: &Function, model: FunctionModel) -> bool {
    let step = |u: i128, v: i128| v.checked_sub(u);
    let in_line = |u, v, w| step(u, v).is_some() && step(u, v) == step(v, w);
    match model {
        FunctionModel::Constant => u == v && v == w,
        FunctionModel::Linear => {
            u.slopes() == v.slopes()
                && v.slopes() == w.slopes()
                && in_line(u.offset(), v.offset(), w.offset())
        }
        FunctionModel::Polynomial => {
            let of = |f: &Function, mask| f.pairs().find(|p| p.0 == mask).map_or(0, |p| p.1);
            let mut masks = u.pairs().chain(v.pairs()).chain(w.pairs()).map(|pair| pair.0);
            masks.all(|mask| in_line(of(u, mask), of(v, mask), of(w, mask)))
        }
    }
}

/// The term that is `u` where a new outermost index is 0 and `v` where it is 1.
fn interpolate(u: &Term, v: &Term) -> Option<Term> {
    match (u, v) {
        (Term::Value(u), Term::Value(v)) => {
            let pairs = u.fields().iter().zip(v.fields());
            let fields: Option<Vec<_>> = pairs.map(|(u, v)| line(u, v)).collect();
            Some(Term::value(u.label(), fields?))
        }
        (Term::Loop(u), Term::Loop(v)) => {
            let pairs = u.body().iter().zip(v.body());
            let body: Option<Vec<_>> = pairs.map(|(u, v)| interpolate(u, v)).collect();
            Term::for_loop(line(u.bound(), v.bound())?, body?)
        }
        _ => None,
    }
}

/// `u + i0 * (v - u)`, all indices that were there becoming one higher.
fn line(u: &Function, v: &Function) -> Option<Function> {
    let mut pairs: Vec<(u64, i128)> = u.pairs().map(|(mask, c)| (mask << 1, c)).collect();
    for (mask, after) in v.pairs() {
        let before = u.pairs().find(|pair| pair.0 == mask).map_or(0, |pair| pair.1);
        pairs.push((mask << 1 | 1, after.checked_sub(before)?));
    }
    for (mask, before) in u.pairs() {
        if v.pairs().all(|pair| pair.0 != mask) {
            pairs.push((mask << 1 | 1, 0i128.checked_sub(before)?));
        }
    }
    Some(Function::from_pairs(pairs))
}

/// FOLLOWS: whether terms are the next iteration of a loop.
fn follows(u: &Term, block: &[Term]) -> bool {
    let Term::Loop(node) = u else { return false };
    if node.body().len() != block.len() {
        return false;
    }
    let next = u64::try_from(node.bound().offset() + 1);
    next.is_ok_and(|next| node.body().iter().zip(block).all(|(u, v)| u.equals_at(next, v)))
}
