//! The reduction of a run, step by step.

use super::forms::{Form, Forms};
use super::pass::{self, WatchPass};
use super::{Asked, Reduced, Rule};
use crate::whatif::gains::Event;
use crate::whatif::order::Order;
use crate::whatif::program::Program;

/// A form: variables, ascending, each with its constant.
pub(crate) type Terms = Vec<(u32, i64)>;

/// What happens in the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AggregationStep {
    /// Behind an asked computation, which is before this call: the forms by process.
    Behind { call: u32, forms: Vec<Terms> },
    /// A receive was decided: the index of its input, the forms of source and receiver, whether it stays, and the forms after it.
    Decided { index: u32, source: Terms, receiver: Terms, kept: bool, forms: Vec<Terms> },
}

/// Writes down what a pass does.
#[derive(Default)]
struct Steps {
    steps: Vec<AggregationStep>,
    compared: Vec<(u32, Terms, Terms)>,
}

fn terms(forms: &[Form]) -> Vec<Terms> {
    forms.iter().map(|form| form.to_vec()).collect()
}

impl WatchPass<Form> for Steps {
    fn behind(&mut self, call: u32, forms: &[Form]) {
        self.steps.push(AggregationStep::Behind { call, forms: terms(forms) });
    }

    fn compared(&mut self, index: u32, source: Option<&Form>, receiver: &Form) {
        let source = source.map_or(Vec::new(), |source| source.to_vec());
        self.compared.push((index, source, receiver.to_vec()));
    }

    fn left(&mut self, _call: u32, forms: &[Form]) {
        for (index, source, receiver) in std::mem::take(&mut self.compared) {
            // Which inputs stay is known at the end.
            let kept = true;
            let forms = terms(forms);
            self.steps.push(AggregationStep::Decided { index, source, receiver, kept, forms });
        }
    }
}

impl Reduced {
    /// Does what [`Reduced::new`] does by [`Rule::Equal`], and says how. O(calls + inputs) times processes.
    pub(crate) fn watched(
        program: &Program,
        order: &Order,
        events: &[Event],
        last: usize,
    ) -> (Self, Vec<AggregationStep>) {
        let asked = Asked::new(events, program.calls().len());
        let mut watch = Steps::default();
        let given = (program, order);
        let rule = Rule::Equal { last };
        let stays = pass::kept(given, rule, &asked, Forms::new(last), &mut watch);
        for step in &mut watch.steps {
            if let AggregationStep::Decided { index, kept, .. } = step {
                *kept = stays.get(*index as usize).copied().unwrap_or(true);
            }
        }
        (Self::from_kept(program, &stays, events), watch.steps)
    }
}
