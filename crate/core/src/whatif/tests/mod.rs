//! Predictions against a literal simulator, gains against one prediction for each event, and what always holds.

mod imbalance;
mod iterations;
pub(super) mod literal;
mod traced;
mod uneven;

use literal::{predicted, Literal};
use loopscope_testing::Random;

use super::*;

/// Random programs of each comparison.
pub(super) fn cases() -> usize {
    option_env!("LOOPSCOPE_CASES").map_or(1500, |cases| cases.parse().unwrap())
}

/// A random program, as the literal simulator has it and as predictions take it.
fn random_program(random: &mut Random) -> (Literal, Program, Order) {
    let literal = Literal::random(random);
    let program = literal.program();
    let order = Order::new(&program).unwrap();
    (literal, program, order)
}

#[test]
fn predictions_are_those_of_a_literal_simulator() {
    let mut random = Random::new(18);
    let mut changed = 0;
    for case in 0..cases() {
        let (literal, program, order) = random_program(&mut random);
        let length = predicted(&program, &order, &Changes::none());
        assert_eq!(length, program.length(), "{case}");
        for _ in 0..6 {
            let (own, changes) = literal.random_changes(&program, &mut random);
            let expected = literal.simulate(&own);
            assert_eq!(predicted(&program, &order, &changes), expected, "{case} {own:?}");
            changed += usize::from(expected != length);
        }
    }
    assert!(changed > cases(), "{changed}");
}

#[test]
fn a_moving_factor_a_curve_and_lanes_are_single_predictions() {
    let mut random = Random::new(19);
    for case in 0..cases() {
        let (literal, program, order) = random_program(&mut random);
        let (_, mut changes) = literal.random_changes(&program, &mut random);
        let parts = [Part::Computation, Part::Wait, Part::Call, Part::Message, Part::Imbalance];
        let part = *random.one_of(&parts);
        changes.begin(part, Factor::ZERO, &program);
        for index in 0..program.calls().len() as u32 {
            match part {
                Part::Imbalance => changes.add_imbalance(index, random.below(9) as i64 - 4),
                _ => changes.add_call(index),
            }
        }
        for index in 0..program.inputs.len() as u32 {
            changes.add_message(index, &program);
        }
        let number = changes.len() - 1;
        let stream = Stream::new(&program, &order, &changes, Moving::Change(number));
        let curve = stream.curve((Factor::ZERO, Factor::DOUBLE), 0.0);
        let heights: Vec<i64> = (0..=20)
            .map(|at| 100_000 * at)
            .map(|millionths| {
                let factor = Factor::millionths(millionths).unwrap();
                let one = stream.predict(factor);
                // A pass rounds each gain, the curve only the sum.
                let most = program.calls().len() as i64 + 1;
                assert!((curve.at(factor) - one).abs() <= most, "{case} {millionths} {curve:?} {one}");
                if factor != Factor::SAME {
                    changes.set_factor(number, factor);
                    assert_eq!(one, predicted(&program, &order, &changes), "{case} {millionths}");
                }
                curve.at(factor)
            })
            .collect();
        let bends = |three: &[i64]| three[0] + three[2] - 2 * three[1] >= -2;
        assert!(heights.windows(3).all(bends), "{case}: convex {heights:?}");
    }
}

#[test]
fn lanes_are_predictions_without_the_times_of_their_classes() {
    let mut random = Random::new(20);
    for case in 0..cases() {
        let (_, program, order) = random_program(&mut random);
        for (part, moving) in
            [(Part::Computation, Moving::Computations), (Part::Wait, Moving::Waits), (Part::Call, Moving::Calls)]
        {
            let classes: Vec<[bool; LANES]> =
                (0..=program.processes().len()).map(|_| std::array::from_fn(|_| random.below(3) == 0)).collect();
            let stream = Stream::new(&program, &order, &Changes::none(), moving);
            let found = stream.predict_lanes(&classes);
            for lane in 0..LANES {
                let mut changes = Changes::none();
                changes.begin(part, Factor::ZERO, &program);
                for (call, own) in program.calls().iter().enumerate() {
                    if classes[own.context as usize][lane] {
                        changes.add_call(call as u32);
                    }
                }
                for place in 0..program.processes().len() as u32 {
                    if classes[0][lane] {
                        changes.add_end(place);
                    }
                }
                let expected = predicted(&program, &order, &changes);
                assert_eq!(found[lane], expected, "{case} {part:?} {lane}");
            }
        }
    }
}

#[test]
fn what_is_not_on_the_critical_path_gains_nothing() {
    let mut random = Random::new(29);
    let (mut off, mut on) = (0, 0);
    for case in 0..cases() {
        let mut program = Literal::random(&mut random).program();
        // Some contexts, at random.
        let contexts = 2 + random.below(5) as u32;
        program.contexts = crate::durations::Contexts::flat(contexts);
        for call in &mut program.calls {
            call.context = random.below(u64::from(contexts)) as u32;
            call.gap_context = random.below(u64::from(contexts)) as u32;
        }
        let order = Order::new(&program).unwrap();
        let none = Changes::none();
        let run = Predicted::new(&program, &order, &none);
        let path = CriticalPath::new(&program, &order, &none, &run);
        let on_path = path.contexts(&program);
        for (kind, part) in [Part::Computation, Part::Wait, Part::Call].into_iter().enumerate() {
            for context in 1..contexts {
                let mut changes = Changes::none();
                changes.begin(part, Factor::ZERO, &program);
                for (call, own) in program.calls().iter().enumerate() {
                    let of = if kind == 0 { own.gap_context } else { own.context };
                    if of == context {
                        changes.add_call(call as u32);
                    }
                }
                let gain = program.length() - predicted(&program, &order, &changes);
                match on_path[kind][context as usize] {
                    false => assert_eq!(gain, 0, "{case} {part:?} {context}"),
                    true => on += usize::from(gain > 0),
                }
                off += usize::from(!on_path[kind][context as usize]);
            }
        }
    }
    assert!(off > cases() && on > cases() / 2, "{off} {on}");
}

#[test]
fn gains_are_those_of_one_prediction_for_each_event() {
    let mut random = Random::new(21);
    let (mut events, mut above) = (0, 0);
    for case in 0..cases() {
        let (literal, program, order) = random_program(&mut random);
        let (_, base) = literal.random_changes(&program, &mut random);
        let run = Predicted::new(&program, &order, &base);
        let path = CriticalPath::new(&program, &order, &base, &run);
        assert_eq!(path.length(), run.length(), "{case}");
        let found = gains(&program, &order, &base, &run, &path);
        for (event, part) in all_events(&program) {
            let mut changes = base.clone();
            changes.begin(part, Factor::ZERO, &program);
            match event {
                Event::LastComputation(process) => changes.add_end(process),
                Event::Computation(call) | Event::Wait(call) | Event::Call(call) => {
                    changes.add_call(call);
                }
            }
            // What was changed before keeps its time, and a wait that is fixed is none.
            let fixed = match event {
                Event::Wait(call) | Event::Call(call) => base.of_call(call).is_some(),
                _ => false,
            };
            let known = found.iter().find(|gain| gain.event == event);
            if fixed && matches!(event, Event::Wait(_)) {
                assert_eq!(known, None, "{case}");
                continue;
            }
            let gain = run.length() - predicted(&program, &order, &changes);
            if part == Part::Wait && known.is_none() {
                // Without its inputs a call that does not wait ends no later.
                assert!(gain == 0, "{case} {event:?}");
                continue;
            }
            assert_eq!(known.map_or(0, |it| it.gain), gain, "{case} {event:?} {known:?}");
            events += usize::from(known.is_some());
            above += usize::from(gain > 0);
        }
    }
    assert!(events > cases() && above > cases() / 2, "{events} {above}");
}

pub(super) fn all_events(program: &Program) -> Vec<(Event, Part)> {
    let calls = 0..program.calls().len() as u32;
    let mut events: Vec<(Event, Part)> = Vec::new();
    for call in calls {
        events.push((Event::Computation(call), Part::Computation));
        events.push((Event::Wait(call), Part::Wait));
        events.push((Event::Call(call), Part::Call));
    }
    let processes = 0..program.processes().len() as u32;
    events.extend(processes.map(|process| (Event::LastComputation(process), Part::Computation)));
    events
}

#[test]
fn slack_is_how_much_later_an_event_may_end() {
    let mut random = Random::new(22);
    for case in 0..cases() / 2 {
        let (literal, program, order) = random_program(&mut random);
        let (_, base) = literal.random_changes(&program, &mut random);
        let run = Predicted::new(&program, &order, &base);
        let slack = Slack::new(&program, &order, &base, &run);
        for call in 0..program.calls().len() {
            let own = slack.leaves[call];
            assert!(own >= 0 && slack.enters[call] >= 0, "{case}");
            // One nanosecond more than that and the run is longer by one.
            for (more, expected) in [(own, 0), (own + 1, 1)] {
                let later = |it: u32, residual| residual + if it as usize == call { more } else { 0 };
                if base.of_call(call as u32).is_some() {
                    continue;
                }
                let then = Predicted::with((&program, &order, &base), later);
                assert_eq!(then.length() - run.length(), expected, "{case} {call} {own}");
            }
        }
        let path = CriticalPath::new(&program, &order, &base, &run);
        for step in &path.steps {
            if let (Some(call), PathPart::Residual | PathPart::Message) = (step.call, step.part) {
                assert_eq!(slack.leaves[call as usize], 0, "{case}");
            }
        }
    }
}

#[test]
fn each_domino_step_takes_what_gains_most() {
    let mut random = Random::new(23);
    let mut steps = 0;
    for case in 0..cases() / 10 {
        let (_, program, order) = random_program(&mut random);
        let mut path = DominoPath::new(Candidates::Waits, &program);
        let mut left_out: Vec<u32> = Vec::new();
        for _ in 0..4 {
            let length = |more: Option<u32>| {
                let mut changes = Changes::none();
                changes.begin(Part::Wait, Factor::ZERO, &program);
                left_out.iter().copied().chain(more).for_each(|call| changes.add_call(call));
                predicted(&program, &order, &changes)
            };
            let calls = 0..program.calls().len() as u32;
            let best = calls.map(|call| length(None) - length(Some(call))).max();
            let Some(domino) = path.step(&program, &order) else {
                assert!(best.is_none_or(|best| best == 0), "{case} {best:?}");
                break;
            };
            let Event::Wait(call) = domino.event else { panic!("{domino:?}") };
            assert_eq!(Some(domino.gain), best, "{case}");
            assert_eq!(domino.gain, length(None) - length(Some(call)), "{case}");
            assert_eq!(domino.total, program.length() - length(Some(call)), "{case}");
            left_out.push(call);
            steps += 1;
        }
    }
    assert!(steps > cases() / 20, "{steps}");
}

#[test]
fn without_computations_residuals_and_delays_nothing_is_left() {
    let mut random = Random::new(24);
    for _ in 0..cases() / 10 {
        let (_, program, order) = random_program(&mut random);
        let mut changes = Changes::none();
        for part in [Part::Computation, Part::Call] {
            changes.begin(part, Factor::ZERO, &program);
            (0..program.calls().len() as u32).for_each(|call| changes.add_call(call));
            (0..program.processes().len() as u32).for_each(|place| changes.add_end(place));
        }
        assert_eq!(predicted(&program, &order, &changes), 0);
    }
}

/// What a part of a run makes of it, by the literal simulator: the part without any time, and without what is not explained.
#[test]
fn what_a_part_makes_of_a_run_is_as_a_literal_simulator_says() {
    let mut random = Random::new(27);
    let (mut some, mut between) = (0, 0);
    for case in 0..cases() {
        let (literal, program, order) = random_program(&mut random);
        let one_in = *random.one_of(&[1, 2, 5]);
        let (mut own, mut part) = (literal::LiteralChanges::default(), Changes::none());
        let mut explained = literal::LiteralChanges::default();
        let overhead = random.below(3) as i64;
        let all: Vec<usize> = literal.of.iter().flatten().copied().collect();
        for (of, left_out) in [(Part::Computation, 0), (Part::Call, 1)] {
            part.begin(of, Factor::millionths(700_000).unwrap(), &program);
            for (number, &call) in all.iter().enumerate() {
                if random.below(one_in) > 0 {
                    continue;
                }
                part.add_call(number as u32);
                if left_out == 0 {
                    own.gaps.insert(call, (None, Factor::ZERO));
                    continue;
                }
                own.calls.insert(call, (Part::Call, Factor::ZERO));
                let residual = literal.calls[call].leave - literal.ready(call);
                explained.shorter.insert(call, residual - residual.min(overhead));
            }
            if one_in == 1 && of == Part::Computation {
                (0..literal.of.len()).for_each(|process| {
                    part.add_end(process as u32);
                    own.ends.insert(process, Factor::ZERO);
                });
            }
        }
        let found = Touched::new((&program, &order), &part, |_| overhead);
        assert_eq!(found.all, program.length() - literal.simulate(&own), "{case}");
        let explained = literal.simulate(&explained);
        assert_eq!(found.unexplained, program.length() - explained, "{case}");
        assert!(0 <= found.unexplained && found.unexplained <= found.all, "{case} {found:?}");
        if one_in == 1 {
            // Of all of a run it is the trust in it.
            assert_eq!(found.all, program.length(), "{case}");
            let whole = trust(&program, &order, |_| overhead);
            assert!((found.trust().unwrap_or(1.0) - whole).abs() < 1e-12, "{case}");
        }
        some += usize::from(found.all > 0);
        between += usize::from(found.unexplained > 0 && found.unexplained < found.all);
    }
    assert!(some > cases() / 2 && between > cases() / 10, "{some} {between}");
}

#[test]
fn calls_that_wait_for_each_other_in_a_circle_are_named() {
    let mut literal = Literal { of: vec![vec![0, 1], vec![2, 3]], ..Literal::default() };
    literal.last = vec![0, 0];
    let need = |source| literal::LiteralNeed { sources: vec![source], delay: 0, channel: Some(0), is_hub: false };
    for (process, needs) in [(0, vec![need(3)]), (0, Vec::new()), (1, vec![need(1)]), (1, vec![])] {
        literal.calls.push(literal::LiteralCall { process, enter: 0, leave: 0, needs });
    }
    assert_eq!(Order::new(&literal.program()).unwrap_err(), Defect::Cycle(vec![0, 2]));
    literal.calls[0].needs = vec![literal::LiteralNeed { delay: 5, ..need(3) }];
    assert_eq!(Order::new(&literal.program()).unwrap_err(), Defect::Inverted(0));
    // Without the circle, too.
    literal.calls[2].needs.clear();
    assert_eq!(Order::new(&literal.program()).unwrap_err(), Defect::Inverted(0));
}

#[test]
fn shifting_all_times_changes_nothing() {
    let mut random = Random::new(25);
    for _ in 0..cases() / 10 {
        let literal = Literal::random(&mut random);
        let mut later = literal.clone();
        later.start += 1 << 50;
        later.last.iter_mut().for_each(|last| *last += 1 << 50);
        for call in &mut later.calls {
            (call.enter, call.leave) = (call.enter + (1 << 50), call.leave + (1 << 50));
        }
        let (one, other) = (literal.program(), later.program());
        let (_, changes) = literal.random_changes(&one, &mut random);
        let orders = (Order::new(&one).unwrap(), Order::new(&other).unwrap());
        let expected = predicted(&one, &orders.0, &changes);
        assert_eq!(predicted(&other, &orders.1, &changes), expected);
    }
}
