//! Predictions of reduced programs against those of whole ones, and decisions against those of a naive twin.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::{communicating, Reduced, Rule};
use crate::whatif::tests::literal::{predicted, Literal};
use crate::whatif::tests::{all_events, cases};
use crate::whatif::{Changes, Event, Factor, InputKind, Order, Part, Program};

/// What a question changes: events by number, each with its factor.
type Asked = Vec<(usize, Factor)>;

fn changes(program: &Program, events: &[Event], asked: &Asked) -> Changes {
    let mut changes = Changes::none();
    for &(number, factor) in asked {
        let (part, call) = match events[number] {
            Event::Computation(call) => (Part::Computation, Some(call)),
            Event::LastComputation(process) => {
                changes.begin(Part::Computation, factor, program);
                changes.add_end(process);
                continue;
            }
            Event::Wait(call) => (Part::Wait, Some(call)),
            Event::Call(call) => (Part::Call, Some(call)),
        };
        changes.begin(part, factor, program);
        call.into_iter().for_each(|call| changes.add_call(call));
    }
    changes
}

fn random_events(program: &Program, random: &mut Random) -> Vec<Event> {
    let one_in = *random.one_of(&[1, 4, 15, 40]);
    let mut events: Vec<Event> = all_events(program).into_iter().map(|(event, _)| event).collect();
    events.retain(|_| random.below(one_in) == 0);
    events
}

const RULES: [Rule; 9] = [
    Rule::Equal { last: 1 },
    Rule::Equal { last: 3 },
    Rule::Equal { last: 64 },
    Rule::Unmoved { last: 1 },
    Rule::Unmoved { last: 2 },
    Rule::Unmoved { last: 3 },
    Rule::Unmoved { last: 8 },
    Rule::Unmoved { last: 64 },
    Rule::Alone,
];

#[test]
fn a_reduced_program_gives_the_same_answers() {
    let mut random = Random::new(31);
    let (mut before, mut after, mut changed) = (0, BTreeMap::new(), 0);
    for case in 0..cases() {
        let program = Literal::random(&mut random).program();
        let order = Order::new(&program).unwrap();
        let events = random_events(&program, &mut random);
        before += communicating(&program);
        for rule in RULES {
            let reduced = Reduced::new(&program, &order, &events, rule);
            let of_reduced = Order::new(&reduced.program).unwrap();
            *after.entry(format!("{rule:?}")).or_insert(0) += communicating(&reduced.program);
            assert_eq!(reduced.program.length(), program.length(), "{case} {rule:?}");
            for _ in 0..5 {
                let alone = rule == Rule::Alone;
                let most = if alone { 1 } else { 1 + random.below(4) };
                let top = if alone { 1 } else { 2 };
                let mut asked = Asked::new();
                for _ in 0..most.min(events.len() as u64) {
                    let factor = Factor::millionths(250_000 * random.below(4 * top + 1) as u32);
                    asked.push((random.index(events.len()), factor.unwrap()));
                }
                let whole = changes(&program, &events, &asked);
                let part = changes(&reduced.program, &reduced.events, &asked);
                let expected = predicted(&program, &order, &whole);
                let found = predicted(&reduced.program, &of_reduced, &part);
                assert_eq!(found, expected, "{case} {rule:?} {events:?} {asked:?}");
                changed += usize::from(expected != program.length());
            }
        }
    }
    assert!(changed > 4 * cases(), "{changed}");
    let left = |rule: Rule| after[&format!("{rule:?}")];
    assert!(left(Rule::Alone) < left(Rule::Unmoved { last: 64 }), "{before} {after:?}");
    assert!(left(Rule::Unmoved { last: 64 }) < left(Rule::Equal { last: 64 }), "{after:?}");
    assert!(left(Rule::Equal { last: 64 }) < left(Rule::Equal { last: 1 }), "{after:?}");
    assert!(left(Rule::Equal { last: 1 }) < before, "{before} {after:?}");
}

/// Forms by recursion over what each completion needs: variables by the event that they stand behind, without a bound.
struct Naive<'a> {
    program: &'a Program,
    events: &'a [Event],
    known: BTreeMap<(u32, bool), Form>,
}

/// By variable, -1 for the beginning, its constant.
type Form = BTreeMap<i64, i64>;

impl Naive<'_> {
    fn number(&self, event: Event) -> Option<i64> {
        self.events.iter().position(|&it| it == event).map(|at| at as i64)
    }

    fn enter(&mut self, call: u32) -> Form {
        if let Some(known) = self.known.get(&(call, false)) {
            return known.clone();
        }
        let process = &self.program.processes()[self.program.process_of(call) as usize];
        let form = match self.number(Event::Computation(call)) {
            Some(number) => Form::from([(number, 0)]),
            None if call == process.first => Form::from([(-1, 0)]),
            None => self.leave(call - 1),
        };
        self.known.insert((call, false), form.clone());
        form
    }

    fn asked(&self, call: u32) -> Option<i64> {
        self.number(Event::Wait(call)).or_else(|| self.number(Event::Call(call)))
    }

    fn leave(&mut self, call: u32) -> Form {
        if let Some(known) = self.known.get(&(call, true)) {
            return known.clone();
        }
        let form = match self.asked(call) {
            Some(number) => Form::from([(number, 0)]),
            None => self.joined(call),
        };
        self.known.insert((call, true), form.clone());
        form
    }

    fn sources(&self, call: u32) -> Vec<Vec<(u32, i64)>> {
        let program = self.program;
        let of = |input: &crate::whatif::Input| match input.kind {
            InputKind::Hub => {
                let members = program.members(&program.hubs()[input.source as usize]);
                members.iter().map(|&it| (it, program.calls()[it as usize].enter)).collect()
            }
            _ => vec![(input.source, program.finish(input))],
        };
        program.inputs(call).iter().map(of).collect()
    }

    fn joined(&mut self, call: u32) -> Form {
        let (enter, ready) = (self.program.calls()[call as usize].enter, self.program.ready(call));
        let mut all = self.sources(call);
        all.push(vec![(call, enter)]);
        let mut joined = Form::new();
        for (source, finish) in all.into_iter().flatten() {
            for (variable, constant) in self.enter(source) {
                let constant = constant + ready - finish;
                let least = joined.entry(variable).or_insert(constant);
                *least = constant.min(*least);
            }
        }
        joined
    }

    /// Which inputs stay, under R3, and where completions that get their own form back need none.
    fn kept(&mut self, unmoved: bool) -> Vec<bool> {
        let mut kept = Vec::new();
        for call in 0..self.program.calls().len() as u32 {
            let (own, joined) = (self.enter(call), self.joined(call));
            let asked = self.asked(call).is_some();
            for sources in self.sources(call) {
                let equal = sources.iter().all(|&(source, _)| self.enter(source) == own);
                kept.push(asked || !(equal || unmoved && joined == own));
            }
        }
        kept
    }
}

#[test]
fn decisions_are_those_of_a_naive_twin() {
    let mut random = Random::new(32);
    let (mut left_out, mut stay) = (0, 0);
    for case in 0..cases() {
        let program = Literal::random(&mut random).program();
        let order = Order::new(&program).unwrap();
        let events = random_events(&program, &mut random);
        for unmoved in [false, true] {
            let mut naive = Naive { program: &program, events: &events, known: BTreeMap::new() };
            let expected = naive.kept(unmoved);
            let last = usize::MAX;
            let rule = if unmoved { Rule::Unmoved { last } } else { Rule::Equal { last } };
            let asked = super::Asked::new(&events, program.calls().len());
            let forms = super::forms::Forms::new(last);
            let found = super::pass::kept((&program, &order), rule, &asked, forms, &mut ());
            assert_eq!(found, expected, "{case} {rule:?} {events:?}");
            left_out += found.iter().filter(|kept| !**kept).count();
            stay += found.iter().filter(|kept| **kept).count();
        }
    }
    assert!(left_out > cases() && stay > cases(), "{left_out} {stay}");
}

/// The value of each difference if one event alone takes no time, from whole predictions.
#[test]
fn lanes_are_differences_of_single_predictions() {
    use crate::whatif::Predicted;
    let mut random = Random::new(33);
    let mut left_out = 0;
    for case in 0..cases() / 3 {
        let program = Literal::random(&mut random).program();
        let order = Order::new(&program).unwrap();
        let events = random_events(&program, &mut random);
        let none = Predicted::new(&program, &order, &Changes::none());
        let alone = |number| {
            let changes = changes(&program, &events, &vec![(number, Factor::ZERO)]);
            Predicted::new(&program, &order, &changes)
        };
        let runs: Vec<Predicted> = (0..events.len()).map(alone).collect();
        let enters = |call: u32| -> Vec<i64> {
            runs.iter().map(|run| none.enters[call as usize] - run.enters[call as usize]).collect()
        };
        let asked = super::Asked::new(&events, program.calls().len());
        let lanes = super::lanes::Lanes::new(events.len());
        let kept = super::pass::kept((&program, &order), Rule::Alone, &asked, lanes, &mut ());
        for call in 0..program.calls().len() as u32 {
            if events.contains(&Event::Wait(call)) || events.contains(&Event::Call(call)) {
                continue;
            }
            let own = enters(call);
            let leaves = runs.iter().map(|it| none.leaves[call as usize] - it.leaves[call as usize]);
            let unmoved = leaves.collect::<Vec<i64>>() == own;
            for (index, input) in program.indexed_inputs(call) {
                let sources = match input.kind {
                    InputKind::Hub => program.members(&program.hubs()[input.source as usize]),
                    _ => &[input.source],
                };
                let equal = sources.iter().all(|&source| enters(source) == own);
                assert_eq!(kept[index as usize], !(unmoved || equal), "{case} {call} {index}");
                left_out += usize::from(!kept[index as usize]);
            }
        }
    }
    assert!(left_out > cases(), "{left_out}");
}
