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
    let events = process.events(View::Communication).into_iter().flatten();
    let table = trace.table();
    events.map(|id| table.name(table.record(id).name)).collect()
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
    let mut builder = TraceBuilder::new(150_000);
    let records: Vec<RecordId> = (0..200).map(|k| local(&mut builder, &format!("x {k}"))).collect();
    let slot = builder.process(ProcessId(0)).unwrap();
    let push = |builder: &mut TraceBuilder, random: u32| {
        builder.push(slot, View::Communication, records[(random >> 8) as usize % 200]).is_ok()
    };
    let mut random = 1u32;
    let pushed = (0..400_000)
        .take_while(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            push(&mut builder, random)
        })
        .count();
    // The size is looked at every 65,536 events; those that do not repeat take a byte each.
    assert_eq!(pushed, 131_071);
    // Those that do take next to nothing.
    let mut builder = TraceBuilder::new(150_000);
    local(&mut builder, "x 0");
    builder.process(ProcessId(0)).unwrap();
    assert!((0..1_000_000).all(|_| push(&mut builder, 0)));
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
    assert_eq!(View::from_name("value"), None);
}

/// A process with one field, from numbers as they are written.
fn column(numbers: &[i128]) -> Result<Trace, BuildError> {
    let mut builder = TraceBuilder::new(PLENTY);
    builder.begin_source("a");
    let slot = builder.process(ProcessId(0))?;
    builder.begin_values(slot, &[("value", Notation::Decimal)])?;
    for &number in numbers {
        let magnitude = u64::try_from(number.unsigned_abs()).unwrap();
        let number = Number::new(magnitude, number < 0).unwrap();
        builder.push_tuple(slot, None, &[number])?;
    }
    Ok(builder.finish())
}

#[test]
fn numbers_of_64_bits_are_exact() {
    let (least, most, large) = (i128::from(i64::MIN), i128::from(i64::MAX), i128::from(u64::MAX));
    for (numbers, sign) in [
        (vec![0, 5, most], Sign::Unsigned),
        (vec![large, 0, most + 1], Sign::Unsigned),
        (vec![least, -1, 0, most], Sign::Signed),
        (vec![7, -7], Sign::Signed),
    ] {
        let trace = column(&numbers).unwrap();
        let column = &trace.processes()[0].values().unwrap().columns()[0];
        assert_eq!(column.sign(), sign);
        assert_eq!(column.values().collect::<Vec<_>>(), numbers);
        let range = (*numbers.iter().min().unwrap(), *numbers.iter().max().unwrap());
        assert_eq!(column.range(), Some(range));
        for &number in &numbers {
            assert_eq!(sign.bits(number).map(|bits| sign.value(bits)), Some(number));
        }
    }
    assert_eq!(Number::new((1 << 63) + 1, true), None);
    assert_eq!(Number::new(0, true), Some(Number::from(0u64)));
    assert_eq!(Number::from(-3i64).value(), -3);
    assert_eq!((Sign::Signed.bits(most + 1), Sign::Unsigned.bits(-1)), (None, None));
}

#[test]
fn no_type_of_64_bits_has_both_ends() {
    let large = i128::from(i64::MAX) + 1;
    for numbers in [[-1, large], [large, -1]] {
        let refused = column(&numbers).unwrap_err();
        assert_eq!(refused, BuildError::MixedSigns { field: "value".into(), index: 0 });
        assert!(refused.to_string().starts_with("the field value has numbers below 0"));
    }
}

#[test]
fn tuples_keep_their_shape_and_their_labels() {
    let mut builder = TraceBuilder::new(PLENTY);
    builder.begin_source("a");
    let slot = builder.process(ProcessId(3)).unwrap();
    let fields = [("address", Notation::Decimal), ("size", Notation::Decimal)];
    assert_eq!(builder.begin_values(slot, &[]), Err(BuildError::OtherArity { expected: 1, found: 0 }));
    builder.begin_values(slot, &fields).unwrap();
    let number = |number: u64| Number::from(number);
    // Before the first label, with one, and without again.
    let read = builder.name("read").unwrap();
    let before = builder.kept_bytes();
    builder.push_tuple(slot, None, &[number(1), number(8)]).unwrap();
    assert_eq!(builder.kept_bytes() - before, 16);
    builder.push_tuple(slot, Some(read), &[number(2), number(8)]).unwrap();
    let ragged = builder.push_tuple(slot, Some(read), &[number(2)]).unwrap_err();
    assert_eq!(ragged, BuildError::OtherArity { expected: 2, found: 1 });
    builder.push_tuple(slot, None, &[number(3), number(8)]).unwrap();
    assert_eq!(builder.kept_bytes() - before, 3 * 20);
    builder.set_notation(slot, 0, Notation::Hexadecimal);
    builder.set_notation(slot, 2, Notation::Hexadecimal);
    assert_eq!(builder.events(), 3);
    let trace = builder.finish();
    assert_eq!(trace.views(), [View::Values]);
    assert_eq!((trace.event_count(View::Values), trace.event_count(View::Calls)), (3, 0));
    assert_eq!(trace.kept_bytes() - trace.table().kept_bytes(), 60);
    let process = trace.process(ProcessId(3)).unwrap();
    assert_eq!((process.len(View::Values), process.events(View::Values)), (Some(3), None));
    let values = process.values().unwrap();
    let texts: Vec<String> = (0..3).map(|at| values.text(at, trace.table())).collect();
    assert_eq!(texts, ["0x1, 8", "read 0x2, 8", "0x3, 8"]);
    assert_eq!(values.label_counts(), [(Some(read), 1), (None, 2)]);
    assert_eq!(values.tuple(1).collect::<Vec<_>>(), [2, 8]);
    assert_eq!((values.tuple(3).count(), values.label(3)), (0, None));
}

#[test]
fn an_abandoned_file_leaves_no_tuples() {
    let mut builder = TraceBuilder::new(100_000);
    let push = |builder: &mut TraceBuilder| {
        builder.begin_source("a");
        let slot = builder.process(ProcessId(0))?;
        builder.begin_values(slot, &[("a", Notation::Decimal), ("b", Notation::Decimal)])?;
        (0..65_536u64).try_for_each(|k| builder.push_tuple(slot, None, &[k.into(), k.into()]))
    };
    // 16 bytes each are too many.
    let refused = push(&mut builder);
    assert_eq!(refused, Err(BuildError::TooLarge { kept: 1 << 20, limit: 100_000 }));
    builder.abandon_source();
    assert_eq!((builder.events(), builder.kept_bytes()), (0, 0));
}

#[test]
fn items_given_away_are_no_part_of_the_trace() {
    let mut builder = TraceBuilder::new(1000);
    builder.stream_items();
    let name = builder.name("x").unwrap();
    let record = Record::new(Kind::Call, name);
    let record = builder.record(record).unwrap();
    let mut taken = Vec::new();
    for source in ["b", "a"] {
        builder.begin_source(source);
        let slot = builder.unnumbered_process();
        builder.begin_values(slot, &[("n", Notation::Decimal)]).unwrap();
        // Far more than the builder may keep, if it kept them.
        for k in 0..200_000u64 {
            builder.push(slot, View::Calls, record).unwrap();
            builder.push_tuple(slot, None, &[k.into()]).unwrap();
            if k % 50 == 0 {
                taken.extend(builder.take_items());
            }
        }
    }
    assert_eq!(builder.events(), 800_000);
    assert_eq!(builder.assign_numbers().len(), 2);
    taken.extend(builder.take_items());
    assert_eq!(builder.assigned_ranks(), [(1, ProcessId(0)), (0, ProcessId(1))]);
    for (serial, source) in [(0, "b"), (1, "a")] {
        let parts: Vec<_> = taken.iter().filter(|taken| taken.serial == serial).collect();
        assert!(parts.iter().all(|part| part.id.is_none() && *part.source == *source));
        assert_eq!(parts.iter().filter(|part| part.ended).count(), 1);
        assert!(parts.last().unwrap().ended);
        let events: usize = parts.iter().map(|part| part.events(View::Calls).unwrap().len()).sum();
        let numbers = parts.iter().flat_map(|part| part.values().unwrap().columns()[0].bits());
        assert_eq!(events, 200_000);
        assert!(numbers.copied().eq(0..200_000));
    }
    let trace = builder.finish();
    assert_eq!((trace.processes().len(), trace.event_count(View::Calls)), (2, 0));
    assert_eq!(trace.kept_bytes(), trace.table().kept_bytes());
}

#[test]
fn natural_order_is_an_order() {
    let sorted = ["", "1", "2", "10", "a", "a1", "a01x", "a2b3", "a2b10", "a10", "b", "rank-2.sym", "rank-10.sym"];
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

#[test]
fn sites_take_no_memory_of_records() {
    // As `Table::kept_bytes` counts them.
    assert_eq!(std::mem::size_of::<Record>(), 72);
    assert_eq!(NameId::at(7).map(NameId::index), Some(7));
    assert_eq!((NameId::at(u32::MAX), NameId::at(u32::MAX - 1)), (None, None));
}
