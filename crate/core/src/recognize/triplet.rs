//! TRIPLET: three blocks of terms in arithmetic progression become a loop.

use super::{Function, FunctionModel, Term};

/// Whether three blocks of equal length are isomorphic and all their numbers are in progression as the model allows.
///
/// O(numbers in the blocks), less if they are not.
pub(super) fn in_line(u: &[Term], v: &[Term], w: &[Term], model: FunctionModel) -> bool {
    u.iter().zip(v).zip(w).all(|((u, v), w)| terms_in_line(u, v, w, model))
}

fn terms_in_line(u: &Term, v: &Term, w: &Term, model: FunctionModel) -> bool {
    match (u, v, w) {
        _ if model == FunctionModel::Constant => u == v && v == w,
        (Term::Value(u), Term::Value(v), Term::Value(w)) => {
            let len = v.fields().len();
            (u.label(), u.fields().len()) == (v.label(), len)
                && (w.label(), w.fields().len()) == (v.label(), len)
                && functions_in_line(u.fields(), v.fields(), w.fields(), model)
        }
        (Term::Loop(u), Term::Loop(v), Term::Loop(w)) => {
            u.body().len() == v.body().len()
                && w.body().len() == v.body().len()
                && function_in_line(u.bound(), v.bound(), w.bound(), model)
                && in_line(u.body(), v.body(), w.body(), model)
        }
        _ => false,
    }
}

fn functions_in_line(u: &[Function], v: &[Function], w: &[Function], model: FunctionModel) -> bool {
    u.iter().zip(v).zip(w).all(|((u, v), w)| function_in_line(u, v, w, model))
}

fn function_in_line(u: &Function, v: &Function, w: &Function, model: FunctionModel) -> bool {
    if !numbers_in_line(u.offset(), v.offset(), w.offset()) {
        return false;
    }
    if u.slopes() == v.slopes() && v.slopes() == w.slopes() {
        return true;
    }
    model == FunctionModel::Polynomial && {
        let mut lists = [u.slopes(), v.slopes(), w.slopes()];
        loop {
            let heads = lists.iter().filter_map(|list| list.first());
            let Some(mask) = heads.map(|pair| pair.0).min() else { return true };
            let [u, v, w] = lists.each_mut().map(|list| take(list, mask));
            if !numbers_in_line(u, v, w) {
                return false;
            }
        }
    }
}

/// Removes the coefficient of a mask, which is the least that is left in any of the lists, from this list.
fn take(list: &mut &[(u64, i128)], mask: u64) -> i128 {
    match list.split_first() {
        Some((&(first, coefficient), rest)) if first == mask => {
            *list = rest;
            coefficient
        }
        _ => 0,
    }
}

fn numbers_in_line(u: i128, v: i128, w: i128) -> bool {
    match (v.checked_sub(u), w.checked_sub(v)) {
        (Some(first), Some(second)) => first == second,
        _ => false,
    }
}

/// Turns the first of three blocks in line into the body of the loop over them.
pub(super) fn wrap(u: &mut [Term], v: &[Term], model: FunctionModel) {
    if model == FunctionModel::Constant {
        // No number depends on an index, and none will.
        return;
    }
    for (u, v) in u.iter_mut().zip(v) {
        match (u, v) {
            (Term::Value(u), Term::Value(v)) => {
                for (u, v) in u.fields_mut().iter_mut().zip(v.fields()) {
                    *u = wrap_function(u, v);
                }
            }
            (Term::Loop(u), Term::Loop(v)) => {
                let (bound, body) = u.parts_mut();
                *bound = wrap_function(bound, v.bound());
                wrap(body, v.body(), model);
            }
            // Not isomorphic, so not in line.
            _ => {}
        }
    }
}

/// `u + i0 * (v - u)`, the indices that were there becoming one higher.
fn wrap_function(u: &Function, v: &Function) -> Function {
    if u.is_constant() && u == v {
        return u.clone();
    }
    let mut slopes = Vec::with_capacity(u.slopes().len() + v.slopes().len() + 1);
    let mut add = |mask: u64, coefficient: i128| {
        if coefficient != 0 {
            slopes.push((mask, coefficient));
        }
    };
    // The differences do not overflow: `in_line` has computed them.
    add(1, v.offset().wrapping_sub(u.offset()));
    let mut lists = [u.slopes(), v.slopes()];
    while let Some(mask) = lists.iter().filter_map(|list| list.first()).map(|pair| pair.0).min() {
        let [before, after] = lists.each_mut().map(|list| take(list, mask));
        add(mask << 1, before);
        add(mask << 1 | 1, after.wrapping_sub(before));
    }
    Function::from_sorted(u.offset(), slopes)
}
