//! Rounds from one collective operation to the next, as a session lists them.

#![cfg(test)]

mod common;

use common::*;

const ROUNDS: usize = 12;
const SLOW: usize = 7;

/// In each round three processes join a broadcast, then one to three reductions; process 1 computes 50,000 longer in one. When the rounds begin, too,
/// and the last ends.
fn varied() -> (Vec<SourceFile>, Vec<f64>) {
    let mut tables = vec!["start_ns,end_ns,call,root,bytes,comm\n".to_owned(); 3];
    let mut begins = Vec::new();
    let mut now = 100u64;
    let mut operation = |tables: &mut [String], call: &str, computes: &[u64; 3]| {
        let last = now + computes.iter().max().unwrap();
        for (table, own) in tables.iter_mut().zip(computes) {
            *table += &format!("{},{},{call},0,8,0-2\n", now + own, last + 10);
        }
        now = last + 10;
        now as f64
    };
    for round in 0..ROUNDS {
        begins.push(operation(&mut tables, "MPI_Bcast", &[0; 3]));
        for at in 0..=round % 3 {
            let more = if round == SLOW && at == 0 { 50_000 } else { 0 };
            let end = operation(&mut tables, "MPI_Allreduce", &[1_000, 1_000 + more, 1_000]);
            if (round, at) == (ROUNDS - 1, round % 3) {
                begins.push(end);
            }
        }
    }
    operation(&mut tables, "MPI_Barrier", &[500; 3]);
    (of_ranks(tables), begins)
}

fn rows(session: &Session, id: u32, processes: Vec<u32>) -> Vec<IterationRow> {
    let request = Request::Iterations { handle: 1, id, processes, from: 0.0, to: 1e9, columns: 4096 };
    held!(session.handle(&request), Reply::Iterations { tracks, .. } => tracks.into_iter().next().unwrap().rows)
}

#[test]
fn rounds_are_offered_where_iterations_are_not_alike_and_last_from_the_end_of_one_operation_to_that_of_the_next() {
    let (files, begins) = varied();
    let mut session = opened(files);
    let summary = time(&mut session, TimeRequest::default());
    assert_eq!(summary.rounds.between, ["MPI_Bcast", "MPI_Allreduce"]);
    assert!(summary.rounds.words.contains("joins MPI_Bcast"), "{:?}", summary.rounds);
    assert_eq!((summary.rounds.counts, summary.rounds.suggested), (vec![12.0, 24.0], Some(0)));
    let list = iterations(&mut session, u32::MAX);
    assert_eq!((list.id, list.iterations, list.processes.as_slice()), (u32::MAX, 12.0, &[0, 1, 2][..]));
    let said = text(&list.sentence);
    assert!(said.starts_with("12 rounds, each begun by an MPI_Bcast of all processes;"), "{said}");
    // As a twin that looks at the tables.
    for process in 0..3 {
        let rows = rows(&session, u32::MAX, vec![process]);
        let periods: Vec<f64> = begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(rows.iter().map(|row| row.period).collect::<Vec<f64>>(), periods);
        for row in rows {
            assert_eq!(row.compute + row.calls + row.wait, row.period);
        }
    }
}

#[test]
fn a_round_is_explained_as_an_iteration_is() {
    let mut session = opened(varied().0);
    let list = iterations(&mut session, u32::MAX);
    let slowest = &list.outliers[0];
    assert_eq!(slowest.index, SLOW as f64, "{list:?}");
    assert!(slowest.cause.contains("process 1 computes 50.0 µs longer"), "{slowest:?}");
    let request =
        IterationsRequest { id: u32::MAX, index: SLOW as f64, process: Some(0), ..IterationsRequest::default() };
    let found =
        held!(run_task(&mut session, &TaskRequest::Excess(request)), Ok(TaskResult::Excess(summary)) => *summary);
    let said = text(&found.sentence);
    assert!(said.starts_with("Round 8 takes "), "{said}");
    assert!(said.contains("waiting in MPI_Allreduce") && said.contains("most for process 1"), "{said}");
    assert!(said.ends_with("Process 1 comes last: it spends 50.0 µs more than usual computing."), "{said}");
    let listed: f64 = found.rows.iter().map(|row| row.time).sum();
    assert_eq!(listed, found.period);
}

#[test]
fn rounds_that_are_not_there_are_no_loop_and_where_iterations_are_alike_none_are_suggested() {
    let (files, _) = varied();
    let mut session = opened(files);
    time(&mut session, TimeRequest::default());
    for id in [u32::MAX - 2, u32::MAX - 15, u32::MAX - 16] {
        let request = IterationsRequest { id, ..IterationsRequest::default() };
        let result = run_task(&mut session, &TaskRequest::Iterations(request));
        assert!(result.is_err(), "{id}");
    }
    let mut table = "start_ns,end_ns,call,root,bytes,comm\n".to_owned();
    for at in 0..40 {
        table += &format!("{},{},MPI_Bcast,0,8,0-1\n", 100 * at, 100 * at + 50);
    }
    let mut session = opened(of_ranks([table.clone(), table]));
    let summary = time(&mut session, TimeRequest::default());
    assert_eq!((summary.rounds.counts, summary.rounds.suggested), (vec![40.0], None));
}

const STEPS: usize = 14;

/// Steps of three processes in a ring: messages with tag 5, then two to five iterations of a solver with messages of tag 9 and a reduction. The last
/// reduction of a step is of so many bytes. When the steps begin, too, and the last ends.
fn steps(last: u64) -> (Vec<SourceFile>, Vec<f64>) {
    let mut tables = vec!["start_ns,end_ns,call,peer,tag,bytes,comm\n".to_owned(); 3];
    let (mut now, mut begins) = (0, vec![0.0]);
    let exchange = |tables: &mut [String], now: u64, tag: u32| {
        for (at, table) in tables.iter_mut().enumerate() {
            let (to, from) = ((at + 1) % 3, (at + 2) % 3);
            *table += &format!("{now},{},MPI_Send,{to},{tag},64,0-2\n", now + 5);
            *table += &format!("{},{},MPI_Recv,{from},{tag},64,0-2\n", now + 5, now + 20);
        }
        now + 20
    };
    for step in 0..STEPS {
        now = exchange(&mut tables, now, 5) + 300;
        let solved = 2 + 5 * step % 4 + usize::from(step == 9);
        for at in 1..=solved {
            now = exchange(&mut tables, now, 9) + 30;
            let bytes = if at == solved { last } else { 8 };
            for table in &mut tables {
                *table += &format!("{now},{},MPI_Allreduce,,,{bytes},0-2\n", now + 10);
            }
            now += 10;
        }
        begins.push(now as f64);
    }
    (of_ranks(tables), begins)
}

#[test]
fn steps_around_a_solver_are_rounds_by_what_follows_a_reduction_or_by_its_size() {
    let cases = [(8, "MPI_Allreduce followed by messages with tag 5"), (24, "MPI_Allreduce of 24 B")];
    for (last, name) in cases {
        let (files, begins) = steps(last);
        let mut session = opened(files);
        let rounds = time(&mut session, TimeRequest::default()).rounds;
        let at = rounds.between.iter().position(|it| it == name);
        let at = at.unwrap_or_else(|| panic!("{rounds:?}")) as u32;
        let suggested = rounds.suggested.map(|at| rounds.between[at as usize].as_str());
        assert!(suggested.is_some_and(|it| it.starts_with("MPI_Allreduce ")), "{rounds:?}");
        let list = iterations(&mut session, u32::MAX - at);
        assert_eq!(list.iterations, STEPS as f64, "{name}: {}", text(&list.sentence));
        for process in 0..3 {
            let rows = rows(&session, u32::MAX - at, vec![process]);
            let expected: Vec<f64> = begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert_eq!(rows.iter().map(|row| row.period).collect::<Vec<f64>>(), expected, "{name}");
        }
    }
}
