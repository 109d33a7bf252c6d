//! Differences as they are if one asked event takes no time: one number for each event.

use std::rc::Rc;

use super::Knowledge;

/// Makes differences of so many lanes.
#[derive(Debug)]
pub(super) struct Lanes {
    none: Rc<[i64]>,
}

impl Lanes {
    pub(super) fn new(lanes: usize) -> Self {
        Self { none: vec![0; lanes].into() }
    }
}

fn with(form: &Rc<[i64]>, change: impl FnOnce(&mut [i64])) -> Rc<[i64]> {
    let mut values = form.to_vec();
    change(&mut values);
    values.into()
}

impl Knowledge for Lanes {
    type Form = Rc<[i64]>;

    fn begin(&mut self) -> Self::Form {
        self.none.clone()
    }

    fn behind(&mut self, form: &Self::Form, number: u32, time: i64) -> Self::Form {
        with(form, |values| {
            if let Some(value) = values.get_mut(number as usize) {
                *value += time;
            }
        })
    }

    fn left(&mut self, own: &Self::Form, joined: Self::Form, asked: &[(u32, i64)]) -> Self::Form {
        if asked.is_empty() {
            return joined;
        }
        with(&joined, |values| {
            for &(number, time) in asked {
                let own = own.get(number as usize);
                if let Some((value, own)) = values.get_mut(number as usize).zip(own) {
                    *value = own + time;
                }
            }
        })
    }

    fn least(&mut self, of: &[(&Self::Form, i64)]) -> Self::Form {
        let Some(((first, plus), rest)) = of.split_first() else { return self.none.clone() };
        let lower = |&(form, plus): &(&Rc<[i64]>, i64), than: &[i64]| {
            !Rc::ptr_eq(form, first) && form.iter().zip(than).any(|(value, least)| value + plus < *least)
        };
        if *plus == 0 && !rest.iter().any(|it| lower(it, first)) {
            return (*first).clone();
        }
        let mut values: Vec<i64> = first.iter().map(|value| value + plus).collect();
        for (form, plus) in rest {
            for (least, value) in values.iter_mut().zip(form.iter()) {
                *least = (*least).min(value + plus);
            }
        }
        values.into()
    }
}
