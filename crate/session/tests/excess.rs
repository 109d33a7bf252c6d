//! Why an iteration takes longer than the others, as a session finds it.

#![cfg(test)]

mod common;

use common::*;
use std::fmt::Write as _;

fn excess(session: &mut Session, index: f64, process: Option<u32>) -> ExcessSummary {
    let request = IterationsRequest { id: 1, index, process, ..IterationsRequest::default() };
    held!(run_task(session, &TaskRequest::Excess(request)), Ok(TaskResult::Excess(summary)) => *summary)
}

/// Four processes in a line: each receives from the one before, computes 100 and sends to the next; the first computes 5,000 longer in
/// iteration 12, and in iteration 20 all compute a tenth.
fn line() -> Vec<SourceFile> {
    let mut tables = vec!["start_ns,end_ns,call,peer,tag,bytes\n".to_owned(); 4];
    let mut free = [0u64; 4];
    for round in 0..30u64 {
        let mut sent = 0;
        for rank in 0..4usize {
            let mut now = free[rank];
            if rank > 0 {
                let end = now.max(sent) + 2;
                tables[rank] += &format!("{now},{end},MPI_Recv,{},3,8\n", rank - 1);
                now = end;
            }
            now += if round == 20 { 10 } else { 100 };
            now += if rank == 0 && round == 12 { 5_000 } else { 0 };
            if rank < 3 {
                tables[rank] += &format!("{now},{},MPI_Send,{},3,8\n", now + 4, rank + 1);
                (sent, now) = (now, now + 4);
            }
            free[rank] = now;
        }
        // All begin the next round together.
        let start = free.iter().copied().max().unwrap_or(0) + 10;
        for (rank, table) in tables.iter_mut().enumerate() {
            let from = free[rank];
            *table += &format!("{from},{start},MPI_Barrier,,,\n");
            free[rank] = start;
        }
    }
    of_ranks(tables)
}

#[test]
fn an_iteration_that_waits_is_led_back_to_the_process_that_computes() {
    let mut session = opened(line());
    let list = iterations(&mut session, 1);
    // Iterations of the first process begin with the send, after what it computes: there the one before is slow.
    let mut slow: Vec<f64> = list.outliers.iter().map(|it| it.index).collect();
    slow.sort_by(f64::total_cmp);
    assert_eq!((list.iterations, slow.as_slice()), (30.0, &[11.0, 12.0][..]), "{list:?}");
    let last = excess(&mut session, 12.0, Some(3));
    assert_eq!((last.process, last.compared, last.by_number), (3, 30.0, false));
    assert_eq!(last.period - last.median, 5_000.0, "{last:?}");
    let first = &last.rows[0];
    assert_eq!((first.part, first.name.as_str()), (ExcessPart::Waits, "MPI_Recv"));
    assert_eq!((first.time - first.median, first.waits_for), (5_000.0, Some(2)));
    let said = text(&last.sentence);
    assert!(said.contains("5.00 µs longer than in the median"), "{said}");
    assert!(said.contains("waiting in MPI_Recv, most for process 2"), "{said}");
    assert!(said.contains("Process 2 sends late: it spends 5.00 µs more than usual waiting"), "{said}");
    assert!(said.ends_with("Process 0 sends late: it spends 5.00 µs more than usual computing."), "{said}");
    // The parts of an iteration add up to it.
    let whole = excess(&mut session, 11.0, None);
    let listed: f64 = whole.rows.iter().map(|row| row.time).sum();
    assert_eq!(listed, whole.period);
}

#[test]
fn groups_that_are_the_first_and_the_last_iterations_are_called_so() {
    for (rounds, said) in [
        ("-------#####", "the first seven take about 110 ns and the last five about 310 ns"),
        ("-----#####--", "seven take about 110 ns and five about 310 ns"),
        ("-------------#####", "the first 13 take about 110 ns and the last 5 about 310 ns"),
        ("--#-----------###", "13 take about 110 ns and 4 about 310 ns (the last 3 among them)"),
    ] {
        let mut table = String::from("start_ns,end_ns,call,root,bytes\n");
        let mut now = 0;
        for round in rounds.chars() {
            let end = now + if round == '#' { 310 } else { 110 };
            writeln!(table, "{now},{end},MPI_Bcast,0,8").unwrap();
            now = end;
        }
        let mut session = opened(vec![file("rank-0.csv", table)]);
        let list = iterations(&mut session, 1);
        assert_eq!(list.in_groups, said, "{list:?}");
    }
}

#[test]
fn an_iteration_like_the_others_and_a_short_one() {
    let mut session = opened(line());
    let list = iterations(&mut session, 1);
    let short: Vec<f64> = list.short.iter().map(|it| it.index).collect();
    assert_eq!((short.as_slice(), list.short_count), (&[20.0][..], 1.0), "{list:?}");
    let said = text(&list.sentence);
    assert!(said.contains(" on average; on its slowest process, the median takes "), "{said}");
    assert!(said.contains(" One is unusually short: number 21 takes "), "{said}");
    let same = text(&excess(&mut session, 3.0, None).sentence);
    assert!(same.contains("about as long as in the median"), "{same}");
    let short = text(&excess(&mut session, 20.0, None).sentence);
    assert!(short.contains(" shorter than in the median ") && short.contains(": less "), "{short}");
    // On average times the iterations is what the loop takes.
    let time = time(&mut session, TimeRequest::default());
    let main = time.loops.iter().find(|one| one.id == 1).unwrap();
    let all = main.total.compute + main.total.calls + main.total.wait;
    assert!((list.mean * 30.0 - all / 4.0).abs() < 0.05 * all, "{} {all}", list.mean);
    assert_eq!(time.apart.len(), 3);
    assert!(time.apart[0].starts_with("Process 0 computes 7.91 µs, where the median is "));
    assert!(time.apart[1].starts_with("Time in calls differs from process to process: 360 ns (process 3) to "));
    // Its own 0 s is further from all others than these are from each other.
    assert_eq!(time.apart[2], "Waiting: 0 s on process 0, 7.91 µs to 13.9 µs on the others.");
}

/// Two processes: the first computes 100, sends, and computes 10; the second receives. In iteration 7 the first computes 400 longer
/// before it sends and 5,000 longer after it; it comes to the loop 9,000 after the other. Both give an operation 64 bytes at the end
/// of each.
fn pair() -> Vec<SourceFile> {
    let mut tables = vec!["start_ns,end_ns,call,peer,tag,bytes,comm\n".to_owned(); 2];
    let (mut sends, mut receives) = (9_000u64, 0u64);
    for round in 0..12u64 {
        let sent = sends + if round == 7 { 500 } else { 100 };
        let end = receives.max(sent) + 4;
        tables[0] += &format!("{sent},{},MPI_Send,1,3,8,0-1\n", sent + 4);
        tables[1] += &format!("{receives},{end},MPI_Recv,0,3,8,0-1\n");
        let came = sent + 14 + if round == 7 { 5_000 } else { 0 };
        let left = came.max(end) + 6;
        for (table, from) in tables.iter_mut().zip([came, end]) {
            *table += &format!("{from},{left},MPI_Allreduce,,,64,0-1\n");
        }
        (sends, receives) = (left, left);
    }
    of_ranks(tables)
}

#[test]
fn a_process_that_comes_late_to_the_loop_and_bytes_of_operations() {
    let mut session = opened(pair());
    let list = iterations(&mut session, 1);
    let said = text(&list.sentence);
    assert!(
        said.contains("in each, all processes together send 8 B in messages and 128 B in collective operations"),
        "{said}"
    );
    let late = excess(&mut session, 7.0, Some(1));
    assert_eq!((late.rows[0].name.as_str(), late.rows[0].waits_for), ("MPI_Allreduce", Some(0)));
    let said = text(&late.sentence);
    let until = "Process 0 comes last: it spends 5.00 µs more than usual computing.";
    assert!(said.ends_with(until), "{said}");
    let first = text(&excess(&mut session, 0.0, Some(1)).sentence);
    assert!(first.ends_with("Process 0 sends late: it enters L1 9.10 µs after process 1."), "{first}");
}

#[test]
fn where_iterations_get_longer_one_is_explained_beside_its_neighbours() {
    let mut table = String::from("start_ns,end_ns,call,root,bytes\n");
    let mut now = 0;
    for round in 0..30u64 {
        now += 1_000 + 100 * round + if round == 12 { 900 } else { 0 };
        writeln!(table, "{now},{},MPI_Bcast,0,8", now + 10).unwrap();
        now += 10;
    }
    // Until then the last one lasts.
    now += 4_000;
    writeln!(table, "{now},{},MPI_Barrier,,", now + 10).unwrap();
    let mut session = opened(vec![file("rank-0.csv", table)]);
    let list = iterations(&mut session, 1);
    // It begins with the call: what it computes comes after.
    let slow = list.outliers.first().unwrap();
    assert_eq!((slow.index, list.outlier_count), (11.0, 1.0), "{list:?}");
    assert_eq!(slow.cause, "900 ns longer than its neighbours there: it computes 900 ns longer");
    let found = excess(&mut session, 11.0, None);
    assert_eq!((found.near, found.compared, found.period - found.median), (true, 6.0, 900.0));
    let said = text(&found.sentence);
    assert!(said.contains("900 ns longer than its neighbours (2.21 µs)"), "{said}");
    let same = text(&excess(&mut session, 25.0, None).sentence);
    assert!(same.ends_with(", about as long as its neighbours (3.61 µs)."), "{same}");
    // The first has them on one side.
    let first = excess(&mut session, 0.0, None);
    assert_eq!((first.compared, first.period - first.median), (3.0, -200.0));
}

#[test]
fn what_was_not_listed_cannot_be_explained() {
    let mut session = opened(line());
    let request = |id, index| TaskRequest::Excess(IterationsRequest { id, index, ..IterationsRequest::default() });
    assert!(session.start(1, &request(1, 0.0)).is_err());
    iterations(&mut session, 1);
    assert!(session.start(1, &request(2, 0.0)).is_err());
    assert!(session.start(1, &request(1, 1e9)).is_err());
    assert!(session.start(1, &request(1, 29.0)).is_ok());
}
