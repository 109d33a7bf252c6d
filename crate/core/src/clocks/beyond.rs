//! What constants alone do not set right: rates, then the logical clock.

use crate::matching::Matching;
use crate::trace::Trace;

use super::align::{Clocks, Method, Violations};
use super::drift::Hulls;
use super::logical::Logical;
use super::orders::orders;

impl Clocks {
    /// Corrects rates of clocks whose offsets are set, if fewer orders are violated then, and moves receives behind their sends if that is
    /// not enough, up to the method `most`. O(messages) for each.
    #[inline(never)] // Few traces need it: it is in no part of the engine that others load.
    pub(super) fn beyond_offsets(
        mut self,
        (trace, matching): (&Trace, &Matching),
        offsets: &[i64],
        most: Method,
    ) -> Self {
        let mut hulls = Hulls::default();
        orders(trace, matching, &mut |order| hulls.add(&order));
        let before = self.clone();
        self.set((trace, matching), Method::Drift, hulls.lines(offsets).into_iter());
        let violated = |it: &Violations| it.messages_violated + it.collectives_violated;
        if violated(&self.after) >= violated(&before.after) {
            self = before;
        }
        if !self.after.none() && most == Method::Logical {
            let logical = Logical::new((trace, matching), |process, time| self.at(process as usize, time));
            (self.method, self.logical) = (Method::Logical, Some(logical));
            self.after = self.violations(trace, matching);
        }
        self
    }
}
