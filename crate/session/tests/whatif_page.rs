//! What the page is told of predictions is what the terminal prints.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::tasks::whatif::{
    change, document, path_document, prepare, AskedParts, Candidates, Delay, Longest, PathQuestion, Question,
    ReductionChoices, Rule, WhatIf, WhatIfChoices,
};
use serde_json::Value;

/// LU on 4 processes, as it lies beside the page.
const LU: &str = "web/public/timed/lu.S.4.tar.zst";

fn opened_lu() -> Session {
    opened(vec![file("lu.S.4.tar.zst", std::fs::read(repository().join(LU)).unwrap())])
}

fn ready() -> (Session, WhatIfSummary) {
    let mut session = opened_lu();
    held!(run_task(&mut session, &TaskRequest::WhatIf(TimeRequest::default())),
        Ok(TaskResult::WhatIf(summary)) => (session, *summary))
}

fn ask(session: &Session, changes: &[(&str, f64)], moving: Option<u32>) -> Result<WhatIfAnswer, Problem> {
    let changes = changes.iter().map(|&(select, factor)| WhatIfChange { select: select.to_owned(), factor }).collect();
    held!(query(session, WhatIfQuery::Answer { changes, moving })?,
        WhatIfReply::Answer { answer } => Ok(*answer))
}

fn query(session: &Session, query: WhatIfQuery) -> Result<WhatIfReply, Problem> {
    match session.handle(&Request::WhatIf { handle: 1, query: Box::new(query) }) {
        Reply::WhatIf { reply } => Ok(*reply),
        Reply::Refused { problem } => Err(problem),
        other => panic!("{other:?}"),
    }
}

fn said(answer: &WhatIfAnswer) -> String {
    answer.sentence.iter().map(|part| part.text.as_str()).collect()
}

/// The run as the terminal prepares it.
fn of_terminal() -> WhatIf {
    let trace = open_path(&repository().join(LU));
    prepare("run", &trace, &OptionChoices::default(), WhatIfChoices::default()).unwrap()
}

/// The lengths that the terminal prints, the least first.
fn printed(changes: &[(&str, f64)]) -> [f64; 2] {
    let run = of_terminal();
    let changes = changes.iter().map(|(select, factor)| change(&format!("{select}={factor}")).unwrap());
    let question = Question { changes: changes.collect(), ..Question::default() };
    let text = document("run", &run, &run.answer(&question).unwrap());
    let text: Value = serde_json::from_str(&text).unwrap();
    let of = |reading: &str| text["predicted"][reading].as_f64().unwrap();
    let (one, other) = (of("loggps"), of("measured"));
    [one.min(other), one.max(other)]
}

#[test]
fn the_run_is_as_the_terminal_says() {
    let (session, summary) = ready();
    assert!((summary.trust - 0.294).abs() < 0.001, "{}", summary.trust);
    assert_eq!(summary.now.length, summary.length);
    for process in &summary.now.processes {
        let parts = process.parts;
        assert!(parts.compute + parts.calls + parts.wait <= summary.length, "{process:?}");
        let columns: f32 = process.columns.iter().sum();
        let on_path = process.on_path / summary.length * process.columns.len() as f64;
        assert!((f64::from(columns) - on_path).abs() < 0.01, "{columns} {on_path}");
    }
    // They wait as long as the places about time say.
    let mut measuring = opened_lu();
    measuring.start(1, &TaskRequest::Time(TimeRequest::default())).unwrap();
    let Ok(TaskResult::Time(measured)) = finish_task(&mut measuring) else { panic!("no times") };
    for (now, measured) in summary.now.processes.iter().zip(&measured.processes) {
        // What is predicted of a process ends with its last call, not with the run.
        let known = |parts: TimeParts| (parts.compute, parts.wait);
        assert_eq!((now.process, known(now.parts)), (measured.process, known(measured.parts)));
    }
    let path: f64 = summary.now.processes.iter().map(|process| process.on_path).sum();
    assert_eq!((path, summary.now.path.iter().sum::<f64>()), (summary.length, summary.length));
    // With no assumption the run is as it was.
    let answer = ask(&session, &[], None).unwrap();
    assert_eq!((answer.lengths, &answer.then), ([summary.length; 2], &summary.now));
    assert_eq!(said(&answer), "With no assumption the replay of all messages takes 30.9 ms, as measured.");
}

#[test]
fn a_run_is_ready_after_whatever_was_found_before() {
    let (_, wanted) = ready();
    let (mut session, _) = ready();
    let time = TimeRequest::default();
    // Times were found before, then the run was ready before, too.
    for request in [TaskRequest::Time(time.clone()), TaskRequest::WhatIf(time.clone())] {
        run_task(&mut session, &request).unwrap();
        held!(run_task(&mut session, &TaskRequest::WhatIf(time.clone())),
            Ok(TaskResult::WhatIf(summary)) => assert_eq!(*summary, wanted))
    }
}

#[test]
fn changes_are_predicted_as_in_the_terminal() {
    let (session, summary) = ready();
    for changes in [
        vec![("wait:L1", 0.0)],
        vec![("calc:L3", 0.5)],
        vec![("wait:L1", 0.25), ("calc:rank=1", 2.0)],
        vec![("message:0->1", 2.0), ("call:call=MPI_Send", 0.0)],
        vec![("wait:L1", 0.5), ("imbalance:L1", 0.25)],
        vec![("imbalance:all", 0.0)],
    ] {
        let moving = changes.len() as u32 - 1;
        let answer = ask(&session, &changes, Some(moving)).unwrap();
        assert_eq!(answer.lengths, printed(&changes), "{changes:?}");
        // The curve passes the prediction, within half a thousandth of the run.
        let factor = changes[moving as usize].1;
        let at = (factor * 20.0).round() as usize;
        let is_uneven = changes[moving as usize].0.starts_with("imbalance");
        assert_eq!(answer.curve.len(), if is_uneven { 21 } else { 41 });
        for (curve, exact) in answer.curve[at].iter().zip(answer.lengths) {
            assert!((curve - exact).abs() <= summary.length / 2000.0 + 1.0, "{curve} {exact}");
        }
    }
    let gains = summary.loops.iter().find(|gains| gains.id == 1).unwrap();
    for (select, gains) in [("wait:L1", gains.waits), ("calc:L1", gains.computation), ("call:L1", gains.calls)] {
        let [least, most] = printed(&[(select, 0.0)]);
        assert_eq!(gains, [summary.length - most, summary.length - least], "{select}");
    }
}

#[test]
fn computing_that_is_spread_evenly_is_as_long_on_all_processes() {
    let (session, summary) = ready();
    let answer = ask(&session, &[("imbalance:all", 0.0)], None).unwrap();
    let times =
        |run: &PredictedRun| -> Vec<f64> { run.processes.iter().map(|process| process.parts.compute).collect() };
    let (before, after) = (times(&summary.now), times(&answer.then));
    // What process 0 computes after its last call stays there.
    let near = |a: f64, b: f64| (a - b).abs() < 2_000.0;
    assert!(after[1..].iter().all(|&time| near(time, after[1])), "{before:?} {after:?}");
    assert!(before[1..].iter().any(|&time| !near(time, after[1])), "{before:?}");
    assert!((before.iter().sum::<f64>() - after.iter().sum::<f64>()).abs() < 1_000.0);
    assert!(said(&answer).starts_with("If load imbalance vanished, the run would take "));
    let answer = ask(&session, &[("imbalance:L1", 0.5)], None).unwrap();
    assert!(said(&answer).starts_with("If load imbalance in L1 were 0.5 times as large, the run "));
    let problem = ask(&session, &[("imbalance:L1", 1.5)], None).unwrap_err();
    assert!(problem.what.contains("the factor of imbalance:L1 is from 0 to 1"), "{problem:?}");
}

#[test]
fn waits_that_last_as_long_as_they_did_are_still_waits() {
    let (session, summary) = ready();
    let waits = |answer: &WhatIfAnswer| -> f64 { answer.then.processes.iter().map(|process| process.parts.wait).sum() };
    let now: f64 = summary.now.processes.iter().map(|process| process.parts.wait).sum();
    let nearly = ask(&session, &[("wait:all", 0.999)], None).unwrap();
    assert!((waits(&nearly) - 0.999 * now).abs() < 0.001 * now, "{} {now}", waits(&nearly));
    let half = ask(&session, &[("wait:all", 0.5)], None).unwrap();
    assert!((waits(&half) - 0.5 * now).abs() < 0.001 * now, "{} {now}", waits(&half));
}

#[test]
fn lengths_that_read_the_same_are_said_as_their_difference() {
    let (session, summary) = ready();
    for (factor, end) in [(0.9995, "shorter: < 0.1 % less."), (1.0005, "longer: < 0.1 % more.")] {
        let answer = ask(&session, &[("calc:L1", factor)], None).unwrap();
        let difference = (summary.length - answer.lengths[0]).abs();
        assert!(difference > 0.0 && difference < 50_000.0, "{difference}");
        let said = said(&answer);
        assert!(said.contains(", the run of 30.9 ms would be ") && said.ends_with(end), "{said}");
    }
}

#[test]
fn the_domino_path_is_that_of_the_terminal_step_by_step() {
    let (session, summary) = ready();
    for computations in [false, true] {
        let run = of_terminal();
        let of = if computations { Candidates::Computations } else { Candidates::Waits };
        let question = PathQuestion { measured: false, domino: 7, of, row: None };
        let found = run.find_path(question).unwrap();
        let text = path_document("run", &run, &found);
        let text: Value = serde_json::from_str(&text).unwrap();
        let printed = text["domino"].as_array().unwrap();
        assert_eq!(printed.len(), 7);
        let mut after = Vec::new();
        let mut changes = Vec::new();
        for (at, expected) in printed.iter().enumerate() {
            let next = WhatIfQuery::Domino { computations, after: after.clone() };
            let step = held!(query(&session, next).unwrap(), WhatIfReply::Domino { step } => step.unwrap());
            assert_eq!(Some(step.gain), expected["gain_ns"].as_f64(), "{at} {step:?}");
            assert_eq!(Some(step.total), expected["total_ns"].as_f64(), "{at}");
            assert_eq!(Some(u64::from(step.process)), expected["process"].as_u64(), "{at}");
            // To assume what the steps leave out gains as much.
            changes.push((step.select.clone(), 0.0));
            let changes: Vec<(&str, f64)> = changes.iter().map(|(select, factor)| (select.as_str(), *factor)).collect();
            let name = expected["outermost_iteration"].as_f64().map_or(String::new(), |number| {
                format!(" in iteration {} of L{}", number + 1.0, expected["outermost_loop"])
            });
            assert!(step.name.ends_with(&name), "{} {name}", step.name);
            let answer = ask(&session, &changes, None).unwrap();
            let gains = answer.lengths.map(|length| summary.length - length);
            assert!(gains.contains(&step.total), "{at}: {gains:?} {step:?}");
            after.push(step.event);
        }
    }
}

#[test]
fn a_computation_before_an_inner_loop_is_in_the_iteration_around() {
    let mut table = String::from("rank,function,start_ns,end_ns\n");
    let mut now = 0;
    for _ in 0..4 {
        now += 1000;
        for call in ["MPI_Bcast", "MPI_Bcast", "MPI_Bcast", "MPI_Barrier"] {
            table += &format!("0,{call},{now},{}\n", now + 10);
            now += 10;
        }
    }
    let mut session = opened(vec![file("rank-0.csv", table)]);
    run_task(&mut session, &TaskRequest::WhatIf(TimeRequest::default())).unwrap();
    let mut after = Vec::new();
    let mut step = || {
        let next = WhatIfQuery::Domino { computations: true, after: after.clone() };
        let step = held!(query(&session, next).unwrap(), WhatIfReply::Domino { step } => step);
        after.push(step.as_ref().unwrap().event);
        step.unwrap().name
    };
    let mut said = [step(), step(), step()];
    said.sort();
    // Between two iterations it belongs to the first of them.
    let expected = [1, 2, 3].map(|at| format!("before MPI_Bcast in iteration {at} of L1"));
    assert_eq!(said, expected);
}

#[test]
fn the_path_over_the_timeline_is_on_one_process_at_a_time() {
    let (session, summary) = ready();
    let range = (0.1 * summary.length, 0.7 * summary.length);
    let columns = 300;
    let ask = |over, range| {
        let ranges = vec![(0.0, summary.length), range];
        let path = WhatIfQuery::Path { processes: vec![0, 77, 1, 2, 3], ranges, columns, over };
        held!(query(&session, path).unwrap(),
            WhatIfReply::Path { processes, strips, .. } => (processes, strips))
    };
    let (processes, strips) = ask(WhatIfOver::Path, range);
    assert_eq!(processes, [0, 1, 2, 3]);
    let of = |strip: &[f32], process: usize| -> f64 {
        strip.chunks(columns as usize).nth(process).unwrap().iter().copied().map(f64::from).sum()
    };
    for (place, process) in summary.now.processes.iter().enumerate() {
        let on_path = of(&strips[0], place) * summary.length / f64::from(columns);
        assert!((on_path - process.on_path).abs() < 1e-3 * summary.length, "{on_path}");
    }
    // Each column of time is on the path of some process, once.
    for strip in &strips {
        for column in 0..columns as usize {
            let sum: f32 = (0..4).map(|place| strip[place * columns as usize + column]).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{column}: {sum}");
        }
    }
    // Where the path is in a call, that has no slack; ranges of no length show nothing.
    let (_, slack) = ask(WhatIfOver::Slack, range);
    let least = slack[0].iter().copied().filter(|&slack| slack >= 0.0).fold(f32::MAX, f32::min);
    assert_eq!(least, 0.0);
    assert!(slack[0].iter().any(|&slack| slack > 0.0));
    for nothing in [(5.0, 5.0), (7.0, 3.0), (f64::NAN, 1.0)] {
        let (_, strips) = ask(WhatIfOver::Path, nothing);
        assert!(strips[1].iter().all(|&share| share == 0.0), "{nothing:?}");
    }
}

#[test]
fn an_iteration_is_predicted_as_in_the_terminal() {
    let (session, summary) = ready();
    let run = of_terminal();
    let question = PathQuestion { measured: false, domino: 0, of: Candidates::Waits, row: Some(1) };
    let text = path_document("run", &run, &run.find_path(question).unwrap());
    let text: Value = serde_json::from_str(&text).unwrap();
    let listed = text["path_iterations"].as_array().unwrap();
    assert!(listed.len() > 20, "{}", listed.len());
    let (mut on_path, mut some) = (0.0, 0);
    for (at, row) in listed.iter().enumerate() {
        let wanted = WhatIfQuery::Iteration { id: 1, iteration: at as u32 };
        let gains = held!(query(&session, wanted).unwrap(), WhatIfReply::Iteration { gains } => gains);
        let part = |name: &str| row["parts"][name].as_f64().unwrap();
        let parts = ["computation_ns", "residual_ns", "message_ns"].map(part);
        assert_eq!(gains.path, parts, "{at}");
        on_path += parts.iter().sum::<f64>();
        if at % 9 > 0 {
            continue;
        }
        for (part, gains) in [("calc", gains.computation), ("wait", gains.waits), ("call", gains.calls)] {
            let select = format!("{part}:L1&iteration={}", at + 1);
            let [least, most] = printed(&[(&select, 0.0)]);
            assert_eq!(gains, [summary.length - most, summary.length - least], "{select}");
            some += usize::from(gains[1] > 0.0);
        }
    }
    assert!(some > 3, "{some}");
    // The iterations are all of the loop, each part of it once.
    let of_loop = summary.loops.iter().find(|gains| gains.id == 1).unwrap();
    assert_eq!(on_path, of_loop.on_path);
    for part in ["calc", "wait", "call"] {
        let each = (1..=listed.len()).map(|number| format!("{part}:L1&iteration={number}"));
        let each: Vec<String> = each.collect();
        let changes: Vec<(&str, f64)> = each.iter().map(|it| (it.as_str(), 0.5)).collect();
        let all = format!("{part}:L1");
        let (found, whole) = (ask(&session, &changes, None).unwrap(), ask(&session, &[(&all, 0.5)], None).unwrap());
        assert_eq!((found.lengths, found.then), (whole.lengths, whole.then), "{part}");
        let counts: f64 = found.changes.iter().map(|change| change.count).sum();
        assert_eq!(counts, whole.changes[0].count, "{part}");
    }
    let one = ask(&session, &[("wait:L1&iteration=12&rank=2", 0.0)], None).unwrap();
    assert!(said(&one).starts_with("If waits in iteration 12 of L1 on process 2 took no time"));
}

#[test]
fn how_far_a_prediction_can_be_trusted_is_said_of_what_it_is_about() {
    let (session, summary) = ready();
    let touched = |selects: &[&str]| {
        let selects = selects.iter().map(|&select| select.to_owned()).collect();
        match query(&session, WhatIfQuery::Touched { selects })? {
            WhatIfReply::Touched { trust, sentence } => {
                let words: String = sentence.into_iter().map(|part| part.text).collect();
                Ok::<_, Problem>((trust, words))
            }
            other => panic!("{other:?}"),
        }
    };
    // All of the run is as far explained as the run; whichever part of it changes.
    for select in ["calc:all", "wait:all", "call:all"] {
        let (trust, words) = touched(&[select]).unwrap();
        assert!((trust.unwrap() - summary.trust).abs() < 1e-9, "{select}: {trust:?}");
        assert!(words.contains("% of these calls and the time before them (100 % of the run)"), "{words}");
        assert!(words.ends_with("a hint, not a forecast."), "{words}");
    }
    let of = |selects: &[&str]| touched(selects).unwrap().0.unwrap();
    // Two loops inside the main one that the run waits for.
    let inner = summary.loops.iter().filter(|gains| gains.id > 1).map(|gains| gains.id);
    let waited: Vec<u32> = inner.filter(|id| touched(&[&format!("calc:L{id}")]).unwrap().0.is_some()).collect();
    let (calc, wait) = (format!("calc:L{}", waited[0]), format!("wait:L{}", waited[1]));
    let (one, other, both) = (of(&[&calc]), of(&[&wait]), of(&[&calc, &wait]));
    assert!([one, other, both].iter().all(|trust| (0.0..1.0).contains(trust)), "{one} {other}");
    assert_ne!(one, other);
    assert!((one - of(&[&format!("call:L{}", waited[0])])).abs() < 1e-12);
    let (trust, _) = touched(&["message:0->1"]).unwrap();
    assert!(trust.is_none_or(|trust| (0.0..=1.0).contains(&trust)), "{trust:?}");
    // What nobody waits for.
    let (trust, words) = touched(&["event:0:0"]).unwrap();
    if trust.is_none() {
        assert_eq!(words, "The run does not wait for these calls.");
    }
    assert!(touched(&["calc:L99"]).unwrap_err().what.contains("there is no such loop"));
    // The terminal says the same.
    let run = of_terminal();
    let half = change(&format!("{calc}=0.5")).unwrap();
    let question = Question { changes: vec![half], ..Question::default() };
    let answer = run.answer(&question).unwrap();
    let text: Value = serde_json::from_str(&document("run", &run, &answer)).unwrap();
    assert!((text["touched"]["trust"].as_f64().unwrap() - one).abs() < 1e-12);
    let (_, words) = touched(&[&calc]).unwrap();
    assert!(answer.text(&run).contains(&words), "{}", answer.text(&run));
}

/// The stretches in which each process has no call of a reduced run, from the document that the terminal writes.
fn between_kept_calls(rule: Rule, length: f64) -> Vec<Vec<(f64, f64)>> {
    let run = of_terminal();
    let parts = AskedParts { waits: true, computations: true };
    let choices = ReductionChoices { longest: Longest::Count(100), parts, each: false, rule, delay: Delay::LogGps };
    let text = run.reduce(&choices).unwrap().document("run", &run);
    let text: Value = serde_json::from_str(&text).unwrap();
    let processes = text["readings"][0]["processes"].as_array().unwrap();
    let of_process = |process: &Value| {
        let (mut now, mut list) = (0.0, Vec::new());
        let times: Vec<f64> = process["times_ns"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
        for pair in times.chunks(2) {
            list.push((now, now + pair[0]));
            now += pair[0] + pair[1];
        }
        list.push((now, length));
        list
    };
    processes.iter().map(of_process).collect()
}

#[test]
fn what_can_be_left_out_lies_between_the_calls_that_stay() {
    let (session, summary) = ready();
    let columns = 400;
    let mut least = f64::MAX;
    for (rule, of) in [
        (WhatIfRule::Equal, Rule::Equal { last: 64 }),
        (WhatIfRule::Unmoved, Rule::Unmoved { last: 64 }),
        (WhatIfRule::Alone, Rule::Alone),
    ] {
        let ranges = vec![(0.0, summary.length)];
        let over = WhatIfOver::LeftOut(rule);
        let path = WhatIfQuery::Path { processes: vec![0, 1, 2, 3], ranges, columns, over };
        let WhatIfReply::Path { strips, left_out, .. } = query(&session, path).unwrap() else { panic!("no strips") };
        let [left, calls, asked] = left_out.unwrap();
        assert!(0.0 < left && left < calls && asked == 100.0, "{left_out:?}");
        // The rules leave out more and more.
        assert!(calls - left <= least, "{left_out:?}");
        least = calls - left;
        let each = summary.length / f64::from(columns);
        for (process, stretches) in between_kept_calls(of, summary.length).iter().enumerate() {
            let own = strips[0].chunks(columns as usize).nth(process).unwrap();
            assert!(own.iter().any(|&share| share > 0.5), "{rule:?} {process}");
            for (at, &share) in own.iter().enumerate() {
                let (from, to) = (at as f64 * each, (at + 1) as f64 * each);
                let free = |it: &(f64, f64)| (it.1.min(to) - it.0.max(from)).max(0.0);
                let most = stretches.iter().map(free).sum::<f64>() / each;
                assert!(f64::from(share) <= most + 1e-3, "{rule:?} {process} {at}: {share} {most}");
            }
        }
    }
}

#[test]
fn what_there_is_not_is_refused_with_its_name() {
    let (session, _) = ready();
    for (changes, what) in [
        (vec![("wait:L99", 0.0)], "there is no such loop"),
        (vec![("nothing", 0.0)], "the selection \"nothing\" is not understood"),
        (vec![("wait:L1", 2.5)], "a factor is from 0 to 2"),
        (vec![("wait:rank=77", 0.0)], ""),
        (vec![("wait:L1&iteration=999", 0.0)], "L1 has no iteration 999"),
        (vec![("wait:iteration=9", 0.0)], "the selection \"wait:iteration=9\" is not understood"),
    ] {
        let problem = ask(&session, &changes, None).unwrap_err();
        assert!(problem.what.contains(what), "{}", problem.what);
    }
    assert!(ask(&Session::new(), &[], None).is_err());
}
