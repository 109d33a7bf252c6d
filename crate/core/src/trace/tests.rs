use super::*;

/// Bytes that no test here reaches.
const PLENTY: u64 = 1 << 20;

fn local(builder: &mut TraceBuilder, words: &str) -> RecordId {
    let name = builder.name(words).unwrap();
    let record = Record::new(Kind::Local, name);
    builder.record(record).unwrap()
}

/// A file of local events of several processes.
fn file(builder: &mut TraceBuilder, name: &str, events: &[(u32, &str)]) -> Result<(), BuildError> {
    builder.begin_source(name);
    for &(process, words) in events {
        let record = local(builder, words);
        let slot = builder.process(ProcessId(process))?;
        builder.push(slot, View::Communication, record)?;
    }
    builder.end_source();
    Ok(())
}

fn words(trace: &Trace, process: u32) -> Vec<&str> {
    let process = trace.process(ProcessId(process)).unwrap();
    let events = process.events(View::Communication).unwrap_or(&[]);
    let table = trace.table();
    events.iter().map(|&id| table.name(table.record(id).name)).collect()
}

#[test]
fn events_stay_in_order_and_processes_ascend() {
    let mut builder = TraceBuilder::new(PLENTY);
    file(&mut builder, "b", &[(3, "x"), (1, "y"), (3, "y")]).unwrap();
    file(&mut builder, "a", &[(2, "z")]).unwrap();
    let trace = builder.finish();
    assert_eq!(trace.processes().iter().map(|p| p.id.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((words(&trace, 3), words(&trace, 1)), (vec!["x", "y"], vec!["y"]));
    assert_eq!(&*trace.process(ProcessId(2)).unwrap().source, "a");
    assert!(trace.process(ProcessId(4)).is_none());
    assert_eq!(trace.event_count(View::Communication), 4);
    assert_eq!(trace.event_count(View::Calls), 0);
}

#[test]
fn what_is_said_twice_is_kept_once() {
    let mut builder = TraceBuilder::new(PLENTY);
    assert_eq!(local(&mut builder, "x"), local(&mut builder, "x"));
    assert_ne!(local(&mut builder, "x"), local(&mut builder, "y"));
    let group = builder.group(vec![4, 0, 8, 0]).unwrap();
    assert_eq!(builder.group(vec![0, 4, 8]).unwrap(), group);
    assert_eq!(builder.table().group(group), [0, 4, 8]);
    assert_eq!(builder.table().records().len(), 2);
}

#[test]
fn groups_are_written_as_ranges() {
    let mut builder = TraceBuilder::new(PLENTY);
    for (members, text) in [
        (vec![], ""),
        (vec![7], "7"),
        (vec![0, 1], "0,1"),
        ((0..16).collect(), "0-15"),
        (vec![0, 4, 8, 12], "0,4,8,12"),
        (vec![5, 1, 2, 3, 9, 10], "1-3,5,9,10"),
    ] {
        let group = builder.group(members).unwrap();
        assert_eq!(builder.table().group_text(group), text);
    }
}

#[test]
fn a_process_belongs_to_the_file_that_named_it_first() {
    let mut builder = TraceBuilder::new(PLENTY);
    file(&mut builder, "first", &[(0, "x")]).unwrap();
    assert!(builder.is_taken(ProcessId(0)) && !builder.is_taken(ProcessId(1)));
    let refused = file(&mut builder, "second", &[(1, "y"), (0, "y")]).unwrap_err();
    assert_eq!(refused.to_string(), "process 0 is in two files, first and second");
    builder.abandon_source();
    // What the second file had given is gone, with its count, and its process is free again.
    assert_eq!(builder.events(), 1);
    file(&mut builder, "third", &[(1, "z")]).unwrap();
    let trace = builder.finish();
    assert_eq!((words(&trace, 0), words(&trace, 1)), (vec!["x"], vec!["z"]));
}

#[test]
fn processes_without_a_number_get_the_smallest_free_ones_in_natural_order() {
    let mut builder = TraceBuilder::new(PLENTY);
    file(&mut builder, "known", &[(1, "k")]).unwrap();
    for name in ["part-10", "part-9", "part-x"] {
        builder.begin_source(name);
        let record = local(&mut builder, name);
        let slot = builder.unnumbered_process();
        builder.push(slot, View::Communication, record).unwrap();
    }
    let given = builder.assign_numbers();
    let given: Vec<(u32, &str)> = given.iter().map(|(id, name)| (id.0, &**name)).collect();
    assert_eq!(given, [(0, "part-9"), (2, "part-10"), (3, "part-x")]);
    let trace = builder.finish();
    assert_eq!((words(&trace, 0), words(&trace, 2)), (vec!["part-9"], vec!["part-10"]));
}

#[test]
fn only_whole_files_show_so_far() {
    let mut builder = TraceBuilder::new(PLENTY);
    file(&mut builder, "a", &[(5, "x")]).unwrap();
    builder.begin_source("b");
    let record = local(&mut builder, "y");
    let slot = builder.process(ProcessId(2)).unwrap();
    builder.push(slot, View::Communication, record).unwrap();
    assert_eq!(builder.so_far().processes().len(), 1);
    builder.end_source();
    let trace = builder.so_far();
    assert_eq!(trace.processes().iter().map(|p| p.id.0).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn the_limit_is_kept() {
    let mut builder = TraceBuilder::new(2_000);
    let mut refused = None;
    for k in 0..1_000 {
        let Ok(name) = builder.name(&format!("name {k}")) else { break };
        let record = Record::new(Kind::Local, name);
        if let Err(error) = builder.record(record) {
            refused = Some(error);
            break;
        }
    }
    let kept = builder.kept_bytes();
    assert_eq!(refused, Some(BuildError::TooLarge { kept, limit: 2_000 }));
    assert!(kept < 3_000);
    let mut builder = TraceBuilder::new(100_000);
    let record = local(&mut builder, "x");
    let slot = builder.process(ProcessId(0)).unwrap();
    let pushed = (0..200_000)
        .take_while(|_| builder.push(slot, View::Communication, record).is_ok())
        .count();
    // Events are counted in blocks of 65,536.
    assert_eq!(pushed, 65_535);
}

#[test]
fn views() {
    let mut builder = TraceBuilder::new(PLENTY);
    assert!(builder.so_far().views().is_empty());
    builder.begin_source("a");
    let record = local(&mut builder, "x");
    let slot = builder.process(ProcessId(0)).unwrap();
    builder.push(slot, View::Calls, record).unwrap();
    builder.end_source();
    assert_eq!(builder.so_far().views(), [View::Calls]);
    file(&mut builder, "b", &[(1, "x")]).unwrap();
    assert_eq!(builder.finish().views(), [View::Communication, View::Calls]);
    for view in View::ALL {
        assert_eq!(View::from_name(view.name()), Some(view));
    }
    assert_eq!(View::from_name("values"), None);
}

#[test]
fn natural_order_is_an_order() {
    let sorted = [
        "",
        "1",
        "2",
        "10",
        "a",
        "a1",
        "a01x",
        "a2b3",
        "a2b10",
        "a10",
        "b",
        "rank-2.sym",
        "rank-10.sym",
    ];
    for (i, a) in sorted.iter().enumerate() {
        for (j, b) in sorted.iter().enumerate() {
            assert_eq!(natural_order(a, b), i.cmp(&j), "{a:?} and {b:?}");
        }
    }
    // Of two names that differ only in leading zeros, still always the same comes first.
    assert_eq!(natural_order("a01", "a1"), natural_order("a1", "a01").reverse());
    assert_ne!(natural_order("a01", "a1"), std::cmp::Ordering::Equal);
}

proptest::proptest! {
    #[test]
    fn natural_order_is_transitive(a in "[a0-2]{0,5}", b in "[a0-2]{0,5}", c in "[a0-2]{0,5}") {
        let (ab, bc, ac) = (natural_order(&a, &b), natural_order(&b, &c), natural_order(&a, &c));
        proptest::prop_assert_eq!(ab, natural_order(&b, &a).reverse());
        proptest::prop_assert_eq!(ab.is_eq(), a == b);
        if ab == bc {
            proptest::prop_assert_eq!(ac, ab);
        }
    }
}
