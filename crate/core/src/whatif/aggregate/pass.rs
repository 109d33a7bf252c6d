//! The pass forward that decides which inputs stay.

use super::{Asked, Knowledge, Rule};
use crate::whatif::order::Order;
use crate::whatif::predicted::first_memberships;
use crate::whatif::program::{Input, InputKind, Program};

/// What a collective operation has gathered.
#[derive(Clone)]
struct Gathered<F> {
    /// The least difference of its members.
    least: F,
    /// That of all members, as long as it is the same.
    same: Option<F>,
}

/// Watches a pass. What watches nothing, `()`, costs nothing.
pub(super) trait WatchPass<F> {
    /// Behind an asked computation: the call after it, the forms by process.
    fn behind(&mut self, _call: u32, _forms: &[F]) {}
    /// An input was compared with the receiver: its index, the form of its source and of the receiver.
    fn compared(&mut self, _index: u32, _source: Option<&F>, _receiver: &F) {}
    /// A call with inputs is left; the forms by process.
    fn left(&mut self, _call: u32, _forms: &[F]) {}
}

impl<F> WatchPass<F> for () {}

/// A pass under way.
struct Pass<'a, K: Knowledge, W> {
    program: &'a Program,
    rule: Rule,
    asked: &'a Asked,
    knowledge: K,
    /// By process the form where it is; by call that of its enter, until the last reader; by hub.
    own: Vec<K::Form>,
    entered: Vec<Option<K::Form>>,
    hubs: Vec<Option<Gathered<K::Form>>>,
    readers: Vec<u32>,
    readers_of_hubs: Vec<u32>,
    kept: Vec<bool>,
    watch: &'a mut W,
}

/// Which inputs of a program stay, by index. O(calls + inputs), times the length of a form.
#[inline(always)] // What only an observer needs belongs to its caller.
pub(super) fn kept<K: Knowledge, W: WatchPass<K::Form>>(
    (program, order): (&Program, &Order),
    rule: Rule,
    asked: &Asked,
    mut knowledge: K,
    watch: &mut W,
) -> Vec<bool> {
    let begin = knowledge.begin();
    let mut pass = Pass {
        program,
        rule,
        asked,
        knowledge,
        own: vec![begin; program.processes().len()],
        entered: vec![None; program.calls().len()],
        hubs: vec![None; program.hubs().len()],
        readers: order.readers.clone(),
        readers_of_hubs: order.readers_of_hubs.clone(),
        kept: vec![true; program.inputs.len()],
        watch,
    };
    let mut memberships = first_memberships(program);
    for (place, node) in order.nodes() {
        let (call, place) = (node / 2, place as usize);
        if node & 1 == 0 {
            pass.enter(call, place, &mut memberships[place]);
        } else {
            pass.leave(call, place);
        }
    }
    pass.kept
}

impl<K: Knowledge, W: WatchPass<K::Form>> Pass<'_, K, W> {
    #[inline(always)]
    fn enter(&mut self, call: u32, place: usize, membership: &mut usize) {
        let program = self.program;
        if let Some(number) = self.asked.computation(call) {
            let time = program.computation(&program.processes()[place], call);
            self.own[place] = self.knowledge.behind(&self.own[place], number, time);
            self.watch.behind(call, &self.own);
        }
        let form = &self.own[place];
        if self.readers[call as usize] > 0 {
            self.entered[call as usize] = Some(form.clone());
        }
        while let Some(&(_, hub)) = program.memberships.get(*membership).filter(|it| it.0 == call) {
            *membership += 1;
            if self.readers_of_hubs[hub as usize] == 0 {
                continue;
            }
            let until = program.hubs()[hub as usize].last - program.calls()[call as usize].enter;
            self.hubs[hub as usize] = Some(match self.hubs[hub as usize].take() {
                None => Gathered { least: self.knowledge.least(&[(form, until)]), same: Some(form.clone()) },
                Some(Gathered { least, same }) => Gathered {
                    least: self.knowledge.least(&[(&least, 0), (form, until)]),
                    same: same.filter(|same| same == form),
                },
            });
        }
    }

    #[inline(always)]
    fn leave(&mut self, call: u32, place: usize) {
        let program = self.program;
        let own = self.own[place].clone();
        let joined = self.joined(call, &own);
        let asked = self.asked.call(call);
        if asked == [None; 2] {
            let all = self.rule_out_all(joined == own);
            for (index, input) in program.indexed_inputs(call) {
                let source = self.entered.get(input.source as usize).and_then(Option::as_ref);
                self.watch.compared(index, source.filter(|_| input.kind != InputKind::Hub), &own);
                if all || self.has_form(input.kind, input.source, &own) {
                    self.kept[index as usize] = false;
                }
            }
        }
        let lasts = &program.calls()[call as usize];
        let lasts = [program.wait(call), lasts.leave - lasts.enter];
        let times: Vec<(u32, i64)> =
            asked.into_iter().zip(lasts).filter_map(|(number, time)| Some((number?, time))).collect();
        self.own[place] = self.knowledge.left(&own, joined, &times);
        if !program.inputs(call).is_empty() {
            self.watch.left(call, &self.own);
        }
        for input in program.inputs(call) {
            let source = input.source as usize;
            if input.kind == InputKind::Hub {
                self.readers_of_hubs[source] -= 1;
                if self.readers_of_hubs[source] == 0 {
                    self.hubs[source] = None;
                }
                continue;
            }
            self.readers[source] -= 1;
            if self.readers[source] == 0 {
                self.entered[source] = None;
            }
        }
    }

    /// Whether a completion that gets its own form back needs none of its inputs.
    fn rule_out_all(&self, unmoved: bool) -> bool {
        unmoved && !matches!(self.rule, Rule::Equal { .. })
    }

    /// The form of a completion about which nothing is asked.
    #[inline(always)]
    fn joined(&mut self, call: u32, own: &K::Form) -> K::Form {
        let program = self.program;
        let ready = program.ready(call);
        let inputs = program.inputs(call);
        let mut of = Vec::with_capacity(inputs.len() + 1);
        // A member of a hub is in what the hub has gathered. Its own form beside that would only tell its forms apart from
        // those of the other members, where the hub's became a variable.
        if !inputs.iter().any(|input| self.is_in_hub(call, input)) {
            of.push((own, ready - program.calls()[call as usize].enter));
        }
        for input in inputs {
            let source = input.source as usize;
            let form = match input.kind {
                InputKind::Hub => self.hubs[source].as_ref().map(|it| &it.least),
                _ => self.entered[source].as_ref(),
            };
            // All that a leave needs stands before it in the order.
            of.extend(form.map(|form| (form, ready - program.finish(input))));
        }
        self.knowledge.least(&of)
    }

    fn is_in_hub(&self, call: u32, input: &Input) -> bool {
        let hub = self.program.hubs().get(input.source as usize);
        let hub = hub.filter(|_| input.kind == InputKind::Hub);
        hub.is_some_and(|hub| self.program.members(hub).binary_search(&call).is_ok())
    }

    /// Whether the source of an input, each member of a hub, has this form.
    fn has_form(&self, kind: InputKind, source: u32, form: &K::Form) -> bool {
        let of = match kind {
            InputKind::Hub => self.hubs[source as usize].as_ref().and_then(|gathered| gathered.same.as_ref()),
            _ => self.entered[source as usize].as_ref(),
        };
        of == Some(form)
    }
}
