//! Differences as min-plus forms: the least of variables plus constants.

use std::rc::Rc;

use super::Knowledge;

/// Variables, ascending, each with its constant. Constants are not negative, and the least is 0: without changes all is 0.
pub(super) type Form = Rc<[(u32, i64)]>;

/// Makes forms of at most so many terms.
#[derive(Debug)]
pub(super) struct Forms {
    last: usize,
    /// The next variable.
    next: u32,
    merged: Vec<(u32, i64)>,
    before: Vec<(u32, i64)>,
}

impl Forms {
    pub(super) fn new(last: usize) -> Self {
        // 0 is that of all processes at the beginning.
        Self { last: last.max(1), next: 1, merged: Vec::new(), before: Vec::new() }
    }

    fn variable(&mut self) -> Form {
        self.next += 1;
        Rc::new([(self.next - 1, 0)])
    }

    /// Takes the terms of another form in.
    fn merge(&mut self, form: &[(u32, i64)], plus: i64) {
        std::mem::swap(&mut self.merged, &mut self.before);
        self.merged.clear();
        let (mut own, mut other) = (self.before.iter().peekable(), form.iter().peekable());
        loop {
            let next = match (own.peek(), other.peek()) {
                (Some(&&(a, _)), Some(&&(b, _))) if a == b => {
                    let least = own.next().zip(other.next());
                    least.map(|(one, two)| (a, one.1.min(two.1.saturating_add(plus))))
                }
                (Some(&&(a, _)), Some(&&(b, _))) if a < b => own.next().copied(),
                (Some(_), None) => own.next().copied(),
                (_, Some(_)) => other.next().map(|&(it, constant)| (it, constant.saturating_add(plus))),
                (None, None) => return,
            };
            self.merged.extend(next);
        }
    }
}

impl Knowledge for Forms {
    type Form = Form;

    fn begin(&mut self) -> Form {
        Rc::new([(0, 0)])
    }

    fn behind(&mut self, _: &Form, _: u32, _: i64) -> Form {
        self.variable()
    }

    fn left(&mut self, _: &Form, joined: Form, asked: &[(u32, i64)]) -> Form {
        if asked.is_empty() {
            joined
        } else {
            self.variable()
        }
    }

    fn least(&mut self, of: &[(&Form, i64)]) -> Form {
        if let [(form, 0)] = of {
            return (*form).clone();
        }
        self.merged.clear();
        for &(form, plus) in of {
            self.merge(form, plus);
        }
        if self.merged.len() > self.last {
            return self.variable();
        }
        let unchanged = of.iter().find(|(form, _)| form[..] == self.merged[..]);
        unchanged.map_or_else(|| self.merged.as_slice().into(), |(form, _)| (*form).clone())
    }
}
