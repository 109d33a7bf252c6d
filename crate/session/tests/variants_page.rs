//! What the page shows of loops of several variants: how long each iteration takes, and what the flow graph says of them; beside
//! what is counted from the program that was written.

#![cfg(test)]

use std::collections::BTreeSet;
use std::io::Cursor;

use loopscope_session::open::{Content, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::*;
use loopscope_session::Session;
use loopscope_testing::session::{opened, run_task};
use loopscope_testing::Random;

/// One call of a program: its name, and when it begins and ends.
type Call = (String, u64, u64);

/// A random program: steps of five calls, after which some steps reduce once or several times, and some of which take long.
/// With the calls, and of each step what it does besides and when it begins.
struct Steps {
    calls: Vec<Call>,
    extras: Vec<u64>,
    begins: Vec<u64>,
}

fn steps(random: &mut Random) -> Steps {
    let (mut calls, mut extras, mut begins) = (Vec::new(), Vec::new(), Vec::new());
    let mut now = 0;
    let mut call = |calls: &mut Vec<Call>, name: String, long: u64| {
        calls.push((name, now, now + long));
        now += long + 7;
        now - long - 7
    };
    call(&mut calls, "MPI_Init".to_owned(), 50);
    for step in 0..40 + random.below(40) {
        let extra = [0, 0, 0, 1, 3][random.below(5) as usize];
        let long = if random.below(25) == 0 { 9_000 } else { 100 + random.below(5) };
        begins.push(call(&mut calls, "MPI_Barrier".to_owned(), long));
        (1..6).for_each(|at| {
            call(&mut calls, format!("MPI_File_{at}"), 10);
        });
        // The first two steps are as the others, so that these are the most frequent variant.
        let extra = if step < 2 { 0 } else { extra };
        for _ in 0..extra {
            call(&mut calls, "MPI_Scan".to_owned(), 20);
        }
        extras.push(extra);
    }
    call(&mut calls, "MPI_Finalize".to_owned(), 50);
    Steps { calls, extras, begins }
}

fn session_of(calls: &[Call]) -> Session {
    let mut text = "rank,call,start_ns,end_ns\n".to_owned();
    for (name, begin, end) in calls {
        text.push_str(&format!("0,{name},{begin},{end}\n"));
    }
    let file = SourceFile { path: "steps.csv".to_owned(), data: Content::Stream(Box::new(Cursor::new(text))) };
    opened(file, OptionChoices::default())
}

fn reading(session: &mut Session) -> Option<Box<VariantsReply>> {
    let reply = session.handle(&Request::Others { handle: 1, process: 0 });
    let Reply::Others { variants, .. } = reply else { panic!("no reply: {reply:?}") };
    variants
}

fn of_flow(session: &mut Session) -> Option<Box<FlowVariants>> {
    run_task(session, &TaskRequest::Flow(FlowRequest { queries: false })).unwrap();
    let query = Box::new(FlowQuery::Variants { process: 0 });
    let reply = session.handle(&Request::Flow { handle: 1, query });
    let Reply::Flow { reply } = reply else { panic!("no reply: {reply:?}") };
    let FlowReply::Variants { variants } = *reply else { panic!("no variants") };
    variants
}

/// The median as the page has it: of an even number that between the two in the middle, rounded down.
fn median(mut all: Vec<u64>) -> u64 {
    all.sort_unstable();
    let half = all.len() / 2;
    match all.len() % 2 {
        0 => (all[half - 1] + all[half]) / 2,
        _ => all[half],
    }
}

#[test]
fn times_and_branches_are_those_of_the_program() {
    let mut random = Random::new(20);
    let mut found = 0;
    for _ in 0..60 {
        let Steps { calls, extras, begins } = steps(&mut random);
        let mut session = session_of(&calls);
        let Some(reading) = reading(&mut session) else { continue };
        found += 1;
        assert_eq!(reading.iterations as usize, extras.len(), "{}", reading.text);
        // Variants in the order in which the page lists them: the most frequent one, then by first appearance.
        let of = |extra: u64| extras.iter().filter(|&&own| own == extra).count();
        let kinds: BTreeSet<u64> = extras.iter().copied().collect();
        let most = kinds.iter().copied().max_by_key(|&extra| (of(extra), extra == extras[0])).unwrap();
        let mut listed = vec![most];
        for extra in &extras {
            if !listed.contains(extra) {
                listed.push(*extra);
            }
        }
        let times: Vec<f64> = listed.iter().map(|&extra| of(extra) as f64).collect();
        let known: Vec<f64> = reading.variants.iter().map(|variant| variant.times).collect();
        assert_eq!(known, times);
        // Each iteration lasts until the next one begins, and the last one until the call after the loop.
        let (_, end, _) = calls.last().unwrap();
        let ends = begins.iter().skip(1).chain([end]);
        let durations: Vec<u64> = begins.iter().zip(ends).map(|(from, to)| to - from).collect();
        for column in &reading.columns {
            let at = column.iteration as usize;
            assert_eq!(listed[column.variant as usize], extras[at]);
            assert_eq!(column.duration, durations[at] as f64, "iteration {at}");
        }
        let own = |extra: u64| {
            let own = durations.iter().zip(&extras).filter(move |(_, &of)| of == extra);
            own.map(|(&duration, _)| duration).collect()
        };
        let medians: Vec<f64> = listed.iter().map(|&extra| median(own(extra)) as f64).collect();
        let known: Vec<f64> = reading.variants.iter().map(|variant| variant.median).collect();
        assert_eq!(known, medians);
        // A step of nine microseconds beside others of a tenth of that, where enough are alike.
        let slow = |at: usize| durations[at] > 9_000 && of(extras[at]) >= 12;
        for column in &reading.columns {
            if slow(column.iteration as usize) {
                assert!(column.stands_out, "{column:?}");
            }
        }

        let flow = of_flow(&mut session).unwrap();
        assert_eq!(flow.times, times);
        let [call] = &flow.calls[..] else { panic!("{:?}", flow.calls) };
        assert!(call.text.starts_with("MPI_Scan"), "{}", call.text);
        let words = |extra: u64| match extra {
            0 => "never",
            1 => "once",
            _ => "3 times",
        };
        let said: Vec<&str> = listed.iter().map(|&extra| words(extra)).collect();
        assert_eq!(call.times, said);
        // The loop of the graph has the same iterations.
        assert!(flow.flow > 0);
        let which: Vec<u32> = reading.columns.iter().map(|it| it.variant as u32 + 1).collect();
        assert_eq!(flow.of, which);
    }
    assert!(found > 40, "only {found} programs have variants");
}

#[test]
fn a_program_of_one_loop_has_no_variants() {
    let mut calls = Vec::new();
    for at in 0..40 {
        calls.push(("MPI_Barrier".to_owned(), 20 * at, 20 * at + 5));
        calls.push(("MPI_Scan".to_owned(), 20 * at + 7, 20 * at + 9));
    }
    let mut session = session_of(&calls);
    assert_eq!(reading(&mut session), None);
    assert_eq!(of_flow(&mut session), None);
}
