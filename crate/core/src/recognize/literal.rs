//! The algorithm as section 2.3 of the paper writes it, to compare with.
//!
//! Uses nothing of the fast version but the terms themselves: MAIN, REDUCE, TRIPLET and FOLLOWS are as in the paper, and all
//! blocks are tried in turn. O(K) blocks a push at least, up to O(K^2) comparisons.
//!
//! In the paper's REDUCE the two `return` must be read as inside of their `if`: where they are printed,
//! FOLLOWS would never be tried for a multiple of 3, and nothing beyond i = 3.

use super::{Function, FunctionModel, Options, Term};

/// What can be watched while values are pushed. Each method does nothing unless it is written.
pub(crate) trait WatchLiteral {
    /// A value has been pushed.
    fn pushed(&mut self, _term: &Term) {}
    /// TRIPLET was tried on the uppermost `i` terms, and made a loop of them or not.
    fn tried_triplet(&mut self, _i: usize, _made: Result<&Term, Mismatch>) {}
    /// FOLLOWS was tried on a loop and the terms above it; the loop with one more iteration, if they are one.
    fn tried_follows(&mut self, _of: &Term, _block: &[Term], _extended: Option<&Term>) {}
    /// The lowest terms have been flushed.
    fn flushed(&mut self, _terms: usize) {}
}

/// Watches nothing.
impl WatchLiteral for () {}

/// Why three blocks make no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// Where: from the term in the blocks to the number in it.
    pub(crate) place: Vec<String>,
    /// What differs there.
    pub(crate) kind: MismatchKind,
}

/// What differs between three terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MismatchKind {
    /// Values and loops, or different numbers of terms or fields.
    Shape,
    /// The labels of values.
    Label,
    /// Three numbers that do not vary as the model allows.
    Numbers([i128; 3]),
}

impl Mismatch {
    fn new(kind: MismatchKind) -> Self {
        Self { place: Vec::new(), kind }
    }

    fn inside(mut self, place: String) -> Self {
        self.place.insert(0, place);
        self
    }
}

/// Recognizes loops step by step as the paper says; see [`Recognizer`](super::Recognizer) for the same, faster.
#[derive(Clone, Debug)]
pub struct Literal {
    options: Options,
    stack: Vec<Term>,
    flushed: Vec<Term>,
}

impl Literal {
    /// An empty stack.
    pub fn new(options: Options) -> Self {
        Self { options, stack: Vec::new(), flushed: Vec::new() }
    }

    /// MAIN for one value.
    pub fn push(&mut self, label: u32, fields: &[u64]) {
        self.push_watched(label, fields, &mut ());
    }

    /// Does what [`push`](Literal::push) does, and reports each try.
    pub(crate) fn push_watched(&mut self, label: u32, fields: &[u64], watch: &mut impl WatchLiteral) {
        let number = |(place, &bits)| Function::constant(self.options.kind(place).value(bits));
        let term = Term::value(label, fields.iter().enumerate().map(number));
        watch.pushed(&term);
        self.stack.push(term);
        while self.reduce(watch) {}
        if self.options.smax.is_some_and(|smax| self.stack.len() >= smax) {
            let flushed = self.options.nflush.min(self.stack.len());
            watch.flushed(flushed);
            self.flushed.extend(self.stack.drain(..flushed));
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
    fn reduce(&mut self, watch: &mut impl WatchLiteral) -> bool {
        let (k, len) = (self.options.k, self.stack.len());
        for i in 2..=len.min(k.saturating_mul(3)) {
            let top = &self.stack[len - i..];
            if i % 3 == 0 {
                let (u, rest) = top.split_at(i / 3);
                let (v, w) = rest.split_at(i / 3);
                match triplet(u, v, w, self.options.model) {
                    Ok(term) => {
                        watch.tried_triplet(i, Ok(&term));
                        self.stack.truncate(len - i);
                        self.stack.push(term);
                        return true;
                    }
                    Err(mismatch) => watch.tried_triplet(i, Err(mismatch)),
                }
            }
            if i <= k.saturating_add(1) && top[0].as_loop().is_some() {
                if !follows(&top[0], &top[1..]) {
                    watch.tried_follows(&top[0], &top[1..], None);
                    continue;
                }
                let mut extended = top[0].clone();
                if let Term::Loop(node) = &mut extended {
                    // A bound is far from the end of 128 bits.
                    let _ = node.parts_mut().0.add_constant(1);
                }
                watch.tried_follows(&top[0], &top[1..], Some(&extended));
                self.stack.truncate(len - i);
                self.stack.push(extended);
                return true;
            }
        }
        false
    }
}

/// TRIPLET: the loop of three iterations that three blocks of terms are, if they are one.
fn triplet(u: &[Term], v: &[Term], w: &[Term], model: FunctionModel) -> Result<Term, Mismatch> {
    for k in 0..u.len() {
        linear(&u[k], &v[k], &w[k], model).map_err(|mismatch| match u.len() {
            1 => mismatch,
            _ => mismatch.inside(format!("term {}", k + 1)),
        })?;
    }
    let body = u.iter().zip(v).map(|(u, v)| interpolate(u, v)).collect::<Option<_>>();
    let made = body.and_then(|body| Term::for_loop(Function::constant(2), body));
    made.ok_or(Mismatch::new(MismatchKind::Shape))
}

/// Whether three terms are isomorphic and the model lets all their numbers vary as they do.
fn linear(u: &Term, v: &Term, w: &Term, model: FunctionModel) -> Result<(), Mismatch> {
    let otherwise = |kind| Err(Mismatch::new(kind));
    match (u, v, w) {
        (Term::Value(u), Term::Value(v), Term::Value(w)) => {
            if u.label() != v.label() || v.label() != w.label() {
                return otherwise(MismatchKind::Label);
            }
            if u.fields().len() != v.fields().len() || v.fields().len() != w.fields().len() {
                return otherwise(MismatchKind::Shape);
            }
            for k in 0..u.fields().len() {
                let place = || match u.fields().len() {
                    1 => "number".to_owned(),
                    _ => format!("number {}", k + 1),
                };
                numbers(&u.fields()[k], &v.fields()[k], &w.fields()[k], model)
                    .map_err(|mismatch| mismatch.inside(place()))?;
            }
            Ok(())
        }
        (Term::Loop(u), Term::Loop(v), Term::Loop(w)) => {
            if u.body().len() != v.body().len() || v.body().len() != w.body().len() {
                return otherwise(MismatchKind::Shape);
            }
            numbers(u.bound(), v.bound(), w.bound(), model).map_err(|mismatch| mismatch.inside("bound".to_owned()))?;
            for k in 0..u.body().len() {
                linear(&u.body()[k], &v.body()[k], &w.body()[k], model)
                    .map_err(|mismatch| mismatch.inside(format!("body {}", k + 1)))?;
            }
            Ok(())
        }
        _ => otherwise(MismatchKind::Shape),
    }
}

/// The same for three functions in one place.
fn numbers(u: &Function, v: &Function, w: &Function, model: FunctionModel) -> Result<(), Mismatch> {
    let step = |u: i128, v: i128| v.checked_sub(u);
    let in_line = |u, v, w| step(u, v).is_some() && step(u, v) == step(v, w);
    let of = |f: &Function, mask| f.pairs().find(|p| p.0 == mask).map_or(0, |p| p.1);
    let masks = u.pairs().chain(v.pairs()).chain(w.pairs()).map(|pair| pair.0);
    for mask in std::iter::once(0).chain(masks) {
        let [a, b, c] = [of(u, mask), of(v, mask), of(w, mask)];
        let fits = match model {
            FunctionModel::Constant => a == b && b == c,
            FunctionModel::Linear if mask != 0 => a == b && b == c,
            FunctionModel::Linear | FunctionModel::Polynomial => in_line(a, b, c),
        };
        if !fits {
            let mismatch = Mismatch::new(MismatchKind::Numbers([a, b, c]));
            return Err(match mask {
                0 => mismatch,
                _ => mismatch.inside(format!("coefficient of {}", indices(mask))),
            });
        }
    }
    Ok(())
}

/// The product of indices that a mask stands for.
fn indices(mask: u64) -> String {
    let indices: Vec<String> = (0..64).filter(|k| mask >> k & 1 == 1).map(|k| format!("i{k}")).collect();
    indices.join("·")
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
