//! The timeline as the page asks for it: strips, ranges, marks, and what answers to the pointer.

#![cfg(test)]

mod common;

use common::*;

/// Six iterations, in each of which process 0 sends four messages in a loop and one more; the second process waits for each.
/// The fourth iteration computes ten times as long.
fn nested() -> Vec<SourceFile> {
    let head = "start_ns,end_ns,call,peer,tag,bytes,matched,site\n";
    let mut tables = [head.to_owned() + "0,90,MPI_Init,,,,\n", head.to_owned() + "0,100,MPI_Init,,,,\n"];
    let mut now = 1_000;
    for round in 0..6 {
        for tag in [1, 1, 1, 1, 2] {
            now += if round == 2 { 9_000 } else { 900 };
            tables[0] += &format!("{now},{},MPI_Send,1,{tag},8,,0x40{tag}\n", now + 100);
            tables[1] += &format!("{},{},MPI_Recv,0,{tag},8,0:{tag}:8\n", now - 400, now + 50);
            now += 100;
        }
    }
    let end = now + 1_000;
    for table in &mut tables {
        *table += &format!("{end},{},MPI_Finalize,,,,\n", end + 10);
    }
    of_ranks(tables)
}

/// Two processes, of which one sends so many messages and the other waits for each.
fn many(messages: u64) -> Vec<SourceFile> {
    let mut tables = [(); 2].map(|()| "start_ns,end_ns,call,peer,tag,bytes,matched\n".to_owned());
    for number in 0..messages {
        let now = 1_000 + 1_000 * number;
        tables[0] += &format!("{now},{},MPI_Send,1,1,8,\n", now + 100 + number % 7);
        tables[1] += &format!("{},{},MPI_Recv,0,1,8,0:1:8\n", now - 400, now + 50);
    }
    of_ranks(tables)
}

fn prepared(session: &mut Session) -> TimelineSummary {
    prepared_as(session, TimelineRequest::default())
}

fn prepared_as(session: &mut Session, request: TimelineRequest) -> TimelineSummary {
    held!(run_task(session, &TaskRequest::Timeline(request)), Ok(TaskResult::Timeline(summary)) => *summary)
}

fn look() -> TimelineLook {
    TimelineLook { width: 784.0, height: 620.0, messages: true, ..TimelineLook::default() }
}

fn drawn(session: &Session, look: TimelineLook) -> (FlatPicture, Vec<TimelineStrip>) {
    held!(session.handle(&Request::Timeline { handle: 1, look }),
        Reply::Timeline { picture, strips, .. } => (picture, strips))
}

#[test]
fn a_draft_of_many_calls_is_the_picture_without_waits() {
    let draft = TimelineRequest { draft: true, ..TimelineRequest::default() };
    // Few calls are walked at once.
    let mut session = opened(nested());
    let complete = prepared(&mut session);
    assert_eq!(prepared_as(&mut session, draft.clone()), complete);
    assert!(!complete.draft);

    let mut session = opened(many(250_000));
    let drafted = prepared_as(&mut session, draft);
    assert!(drafted.draft && drafted.remark.is_empty());
    let (_, before) = drawn(&session, look());
    let complete = prepared(&mut session);
    assert!(!complete.draft);
    assert_eq!((drafted.run, &drafted.processes), (complete.run, &complete.processes));
    assert_eq!(drafted.loops, complete.loops);
    let (_, after) = drawn(&session, look());
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        let place = |strip: &TimelineStrip| (strip.title.clone(), strip.top, strip.height);
        assert_eq!(place(before), place(after));
        assert_eq!((before.range, before.mark), (after.range, after.mark));
        for (before, after) in before.rows.iter().zip(&after.rows) {
            let (drafted, known) = (before.parts, after.parts);
            assert_eq!((drafted.wait, drafted.compute), (0.0, known.compute));
            assert_eq!(drafted.calls, known.calls + known.wait);
        }
        assert!(after.rows.iter().any(|row| row.parts.wait > 0.0));
    }
}

#[test]
fn three_strips_each_inside_the_one_above() {
    let mut session = opened(nested());
    let summary = prepared(&mut session);
    assert_eq!((summary.processes.as_slice(), summary.remark.as_str()), (&[0, 1][..], ""));
    let (picture, strips) = drawn(&session, look());
    let [run, iteration, inner] = strips.as_slice() else { panic!("{strips:?}") };
    assert_eq!((run.title.as_str(), run.loop_id), ("Whole run", 0));
    assert_eq!(run.range, (0.0, summary.run));
    let outer = run.opened.unwrap();
    // The middle one of six.
    assert_eq!((run.iterations, outer.iteration), (6.0, 2.0));
    assert_eq!(run.mark, Some(iteration.range));
    assert_eq!(iteration.title, format!("One iteration of L{}: number 3 of 6", outer.loop_id));
    // From the first receive, 400 before its send, until process 0 sends in the next iteration: 900 after its last send.
    assert_eq!(iteration.range.1 - iteration.range.0, 4.0 * 9_100.0 + 100.0 + 400.0 + 900.0);
    assert_eq!(iteration.iterations, 4.0);
    assert_eq!(inner.range.1 - inner.range.0, 400.0 + 9_100.0);
    assert!(inner.opened.is_none() && inner.left_out.is_empty());
    assert!(strips.iter().all(|strip| strip.visible == strip.range));
    assert!(picture.height >= inner.top + inner.height && picture.width == 784.0);
    let kinds: Vec<_> = picture.hits.iter().map(|hit| hit.kind).collect();
    assert!(kinds.contains(&PictureHitKind::Mark) && kinds.contains(&PictureHitKind::Loop));
}

#[test]
fn calls_and_messages_answer_to_the_pointer() {
    let mut session = opened(nested());
    prepared(&mut session);
    let (picture, _) = drawn(&session, look());
    let says = |title: &str| {
        let found = picture.hits.iter().rfind(|hit| hit.strip == 2 && hit.title == title);
        found.unwrap_or_else(|| panic!("{title}: {:?}", picture.hits)).detail.clone()
    };
    let receive = says("process 1: Recv from 0");
    assert!(receive.contains("450 ns") && receive.starts_with("8 B"), "{receive}");
    assert!(receive.ends_with("waits 400 ns for process 0, which has not sent yet"), "{receive}");
    let send = says("process 0: Send to 1");
    assert!(send.contains("100 ns") && send.contains("; called at 0x40"), "{send}");
    let message = says("0 to 1, tag 1");
    assert!(message.contains("process 1 was ready 400 ns before it was sent"), "{message}");
    assert!(picture.strings.iter().any(|text| text == "for 0"), "{:?}", picture.strings);
    assert!(picture.styles.iter().any(|style| style.fill.starts_with("hatch #")));
}

#[test]
fn a_path_a_zoom_and_what_does_not_exist() {
    let mut session = opened(nested());
    prepared(&mut session);
    let (_, first) = drawn(&session, look());
    let outer = first[0].opened.unwrap();
    let path = vec![OpenedIteration { iteration: 0.0, ..outer }];
    let (_, strips) = drawn(&session, TimelineLook { path, ..look() });
    assert!(strips[1].title.ends_with("number 1 of 6") && strips[1].range.0 < first[1].range.0);
    // Neither the iteration nor the loop exist: the timeline chooses by itself.
    for wrong in [
        OpenedIteration { iteration: 6.0, ..outer },
        OpenedIteration { loop_id: 77, iteration: 0.0 },
        OpenedIteration { loop_id: 0, iteration: f64::NAN },
    ] {
        let (_, strips) = drawn(&session, TimelineLook { path: vec![wrong], ..look() });
        assert_eq!(strips, first);
    }
    let (from, to) = first[0].range;
    let zoom = vec![Some((to / 2.0, to / 2.0 + 2_000.0))];
    let (_, strips) = drawn(&session, TimelineLook { zoom, ..look() });
    assert_eq!(strips[0].title, "Part of the run");
    assert_eq!(strips[0].visible, ((to / 2.0).round(), (to / 2.0).round() + 2_000.0));
    // Ranges outside, backwards and without numbers show what there is.
    for wrong in [(to, from), (f64::NAN, 1.0), (-1e300, 1e300), (f64::NEG_INFINITY, 0.0)] {
        let (_, strips) = drawn(&session, TimelineLook { zoom: vec![Some(wrong)], ..look() });
        assert_eq!(strips[0].visible, first[0].range, "{wrong:?}");
    }
    let (_, strips) = drawn(&session, TimelineLook { zoom: vec![Some((1e18, 2e18))], ..look() });
    assert_eq!(strips[0].visible.1, to);
}

fn call(session: &Session, process: u32, call: Option<f64>, time: f64) -> (Option<TimelineCall>, Vec<OpenedIteration>) {
    held!(session.handle(&Request::TimelineCall { handle: 1, process, call, time }),
        Reply::TimelineCall { call, path } => (call, path))
}

#[test]
fn a_call_says_where_it_stands_and_why_it_waits() {
    let mut session = opened(nested());
    let summary = prepared(&mut session);
    let [outer, inner] = summary.loops.as_slice() else { panic!("{:?}", summary.loops) };
    assert_eq!((outer.id, outer.parent, outer.iterations), (1, 0, 6.0));
    assert_eq!((inner.parent, inner.iterations), (1, 4.0));
    // The first receive of the fourth iteration: after MPI_Init and three times five.
    let (found, path) = call(&session, 1, Some(16.0), 0.0);
    let found = found.unwrap();
    let at = |loop_id, iteration| OpenedIteration { loop_id, iteration };
    assert_eq!(path, [at(1, 3.0), at(inner.id, 0.0)]);
    assert_eq!((found.name.as_str(), found.count), ("Recv from 0", 32.0));
    assert_eq!((found.partner, found.bytes, found.tag), (Some(0), Some(8.0), Some(1.0)));
    assert_eq!((found.leave - found.enter, found.waited - found.enter), (450.0, 400.0));
    assert_eq!(found.why, "for process 0, which has not sent yet");
    let [cause] = found.chain.as_slice() else { panic!("{:?}", found.chain) };
    assert_eq!((cause.process, cause.text.as_str()), (0, "computes 400 ns of that time"));
    // The same call by any time in it.
    for time in [found.enter, found.enter + 1.0, found.leave - 1.0] {
        assert_eq!(call(&session, 1, None, time).0.as_ref(), Some(&found));
    }
    // Between two calls it is the one before, in the iteration of the one after.
    let (before, path) = call(&session, 1, None, found.enter - 1.0);
    assert_eq!((before.unwrap().number, path), (15.0, vec![at(1, 3.0), at(inner.id, 0.0)]));
    for (process, number, time) in [(7, None, 0.0), (1, Some(32.0), 0.0), (1, Some(f64::NAN), 1e300)] {
        let (found, _) = call(&session, process, number, time);
        assert!(found.is_none_or(|found| found.number < 32.0));
    }
}

#[test]
fn each_strip_says_what_its_rows_do_and_a_sentence_what_is_selected() {
    let mut session = opened(nested());
    prepared(&mut session);
    let (_, strips) = drawn(&session, look());
    for strip in &strips {
        let length = strip.visible.1 - strip.visible.0;
        assert_eq!(strip.rows.iter().map(|row| row.process).collect::<Vec<_>>(), [0, 1]);
        for row in &strip.rows {
            let all = row.parts.compute + row.parts.calls + row.parts.wait;
            assert!(all <= length, "{row:?}");
            assert!(row.top >= strip.top && row.top + row.height <= strip.top + strip.height);
        }
    }
    let path = vec![OpenedIteration { loop_id: 1, iteration: 4.0 }];
    let (picture, strips) = drawn(&session, look());
    let sentence = |look: TimelineLook| match session.handle(&Request::Timeline { handle: 1, look }) {
        Reply::Timeline { sentence, .. } => text(&sentence),
        other => panic!("{other:?}"),
    };
    let run = sentence(look());
    assert!(run.starts_with("The run takes 72.4 µs. In it processes compute"), "{run}");
    assert!(run.ends_with("Process 1 waits longest, 12.0 µs, mostly for process 0."), "{run}");
    let one = sentence(TimelineLook { path: path.clone(), about: 1, ..look() });
    assert!(
        one.starts_with("Iteration 5 of L1 takes 5.40 µs from the first process in it to the last. In it"),
        "{one}"
    );
    let zoom = vec![None, Some((strips[1].range.0, strips[1].range.0 + 100.0))];
    let part = sentence(TimelineLook { zoom, about: 1, ..look() });
    assert!(part.starts_with("This part of iteration 3 of L1 takes 100 ns"), "{part}");
    // What is selected is seen.
    let chosen = TimelineLook { process: Some(1), selected: 1, call: Some(16.0), ..look() };
    assert_ne!(drawn(&session, chosen).0.numbers, picture.numbers);
}

#[test]
fn processes_without_times_have_no_row() {
    let mut files = nested();
    files.push(file("rank-2.csv", "start_ns,end_ns,call,peer,tag,bytes,matched\n,,MPI_Init,,,,\n"));
    let mut session = opened(files);
    let summary = prepared(&mut session);
    assert_eq!(summary.processes, [0, 1]);
    let (picture, strips) = drawn(&session, look());
    assert!(strips.iter().all(|strip| strip.rows.len() == 2));
    assert!(picture.strings.iter().any(|text| text == "1 process has no times"));
}

#[test]
fn sizes_that_no_screen_has() {
    let mut session = opened(nested());
    prepared(&mut session);
    for width in [0.0, -5.0, 90.0, 390.0, 1e9, f32::NAN] {
        for height in [0.0, 200.0, 1e9, f32::NAN] {
            for (theme, compact) in [(PictureTheme::Light, true), (PictureTheme::Dark, false)] {
                let look = TimelineLook { width, height, theme, compact, ..look() };
                let (picture, strips) = drawn(&session, look);
                assert_eq!(strips.len(), 3);
                assert!(picture.height < 2_000.0 && picture.numbers.iter().all(|n| n.is_finite()));
            }
        }
    }
}

#[test]
fn without_times_there_is_no_timeline() {
    let mut session = opened(vec![file("a.trace", "0 send 1 1\n0 recv 1 1\n".repeat(9))]);
    let refused = session.handle(&Request::Timeline { handle: 1, look: look() });
    assert!(matches!(refused, Reply::Refused { .. }), "{refused:?}");
    let started = session.start(1, &TaskRequest::Timeline(TimelineRequest::default()));
    let what = match started {
        Err(note) => note.to_string(),
        Ok(()) => finish_task(&mut session).unwrap_err().what,
    };
    assert!(what.contains("there is no timeline"), "{what}");
}

#[test]
fn a_picture_is_the_same_whatever_was_drawn_before() {
    let mut kept = opened(nested());
    let loops: Vec<u32> = prepared(&mut kept).loops.iter().map(|known| known.id).collect();
    let run = drawn(&kept, look()).1[0].range.1;
    let mut random = Random::new(11);
    let mut next = |below: u64| random.below(below);
    let (mut at, mut same) = (look(), 0);
    let mut last = drawn(&kept, look()).1;
    for _ in 0..400 {
        match next(9) {
            0 => at.path = Vec::new(),
            1 => {
                let id = loops[next(loops.len() as u64) as usize];
                at.path = vec![OpenedIteration { loop_id: id, iteration: next(6) as f64 }];
            }
            2..=4 => {
                let from = run * next(100) as f64 / 100.0;
                let range = (next(4) > 0).then(|| (from, from + run / (1 + next(20)) as f64));
                at.zoom.resize(3, None);
                at.zoom[next(3) as usize] = range;
            }
            5 => at.process = [None, Some(0), Some(1)][next(3) as usize],
            6 => at.selected = next(3) as u32,
            7 => (at.messages, at.call) = (next(2) == 0, (next(2) == 0).then(|| next(30) as f64)),
            _ => at.width = [784.0, 390.0][next(2) as usize],
        }
        let (picture, strips) = drawn(&kept, at.clone());
        // A session that has drawn nothing of it yet.
        let mut fresh = opened(nested());
        prepared(&mut fresh);
        let (alone, of_alone) = drawn(&fresh, at.clone());
        assert_eq!(picture, alone, "{at:?}");
        assert_eq!(strips, of_alone, "{at:?}");
        for (before, after) in last.iter().zip(&strips) {
            let is_same = before.drawing == after.drawing;
            assert!(!is_same || before == after, "{at:?}");
            same += usize::from(is_same);
        }
        last = strips;
    }
    assert!(same > 300, "{same} strips were not drawn again");
}

#[test]
fn a_zoom_draws_one_strip_again() {
    let mut session = opened(nested());
    prepared(&mut session);
    let drawings = |look| -> [f64; 3] {
        let drawings: Vec<f64> = drawn(&session, look).1.iter().map(|strip| strip.drawing).collect();
        drawings.try_into().unwrap()
    };
    let [run, iteration, inner] = drawings(look());
    assert!(run != iteration && iteration != inner);
    assert_eq!(drawings(look()), [run, iteration, inner]);
    let zoom = vec![Some((5_000.0, 40_000.0)), None, None];
    let [part, same_iteration, same_inner] = drawings(TimelineLook { zoom: zoom.clone(), ..look() });
    assert!(part != run && same_iteration == iteration && same_inner == inner);
    let others = drawings(TimelineLook { zoom, process: Some(1), ..look() });
    assert!(others.iter().all(|other| ![part, iteration, inner].contains(other)));
}
