//! `loopscope time`: where the time of a small trace goes, as text, table and JSON.

#![cfg(test)]

mod program;
use program::*;

/// Ten times the first process computes 98 and sends for 2; the second waits for it.
fn table() -> String {
    ten_messages(1)
}

#[test]
fn loops_and_processes_add_up_to_the_run() {
    let text = printed(&["time", "-"], table());
    let first = text.lines().next().unwrap();
    assert_eq!(
        first,
        "run     1.02 µs, from the last process that leaves MPI_Init to the last that enters MPI_Finalize"
    );
    says(&text, "0, which sends late: 400 ns");
    let csv = printed(&["time", "--format", "csv", "-"], table());
    let own = |process: &str| {
        let rows = csv.lines().skip(1).map(|row| row.split(',').collect::<Vec<&str>>());
        let rows = rows.filter(|row| row[4] == process);
        rows.map(|row| row[5..8].iter().map(|cell| cell.parse::<u64>().unwrap()).sum::<u64>()).sum()
    };
    let (first, second): (u64, u64) = (own("0"), own("1"));
    assert_eq!((first, second), (1020, 1020), "{csv}");
    let csv = printed(&["time", "--by", "rank", "--format", "csv", "-"], table());
    assert_eq!(csv.lines().nth(1).unwrap(), "0,1020,1000,20,0,400", "{csv}");
    let whole = printed(&["time", "--whole", "--by", "rank", "--format", "csv", "-"], table());
    says(&whole, "0,1200,");
}

#[test]
fn calls_and_iterations() {
    let csv = printed(&["time", "--by", "call", "--format", "csv", "-"], table());
    says(&csv, "MPI_Recv,,10,80,410,400\n");
    let csv = printed(&["time", "--by", "iteration", "--loop", "1", "--format", "csv", "-"], table());
    assert_eq!(csv.lines().count(), 21, "{csv}");
    // From when the last leaves Init: the second send begins at 298 of the clock.
    assert_eq!(csv.lines().nth(2).unwrap(), "1,0,198,200,100,98,2,0,8,0", "{csv}");
    let text = printed(&["time", "--by", "iteration", "-"], table());
    says(&text, "L1: 10 iterations, all with the same 2 events");
    says(
        &text,
        "One iteration: For example, process 0 sends to r+1; computes 88 ns between; 10 times (r: its own number).",
    );
    says(&text, "An iteration stands out if its longest period");
    fails(&["time", "--by", "iteration", "--loop", "7", "-"], table(), 1, "there is no such loop");
}

/// The main loop of this program runs in two places: its iterations are one list, and each loop keeps its own times.
#[test]
fn loops_have_the_same_times_whatever_is_listed() {
    let trace = fixture("otf2/eztrace-2.0/same-programs/mg.A.8-otf2.tar.zst");
    let of = |by| {
        let json = printed(&["time", "--by", by, "--format", "json", &trace], String::new());
        let (iterations, loops) = json.split_once("\"loops\"").unwrap();
        (iterations.matches("\"period_ns\"").count(), loops.to_owned())
    };
    let (listed, loops) = of("iteration");
    assert_eq!((listed, &loops), (8 * 115, &of("loop").1));
}

/// The same, but in the seventh round the first process computes for 500 more.
fn slow_table() -> String {
    let mut table = TIMED.to_owned();
    table += "0,0,90,MPI_Init,,,\n1,0,100,MPI_Init,,,\n";
    for round in 1..=10 {
        let now = 100 * round + 98 + if round >= 7 { 500 } else { 0 };
        table += &format!("0,{now},{},MPI_Send,1,3,8\n", now + 2);
        let posted = if round == 7 { now - 540 } else { now - 40 };
        table += &format!("1,{posted},{},MPI_Recv,0,3,8\n", now + 1);
    }
    table + "0,1720,1800,MPI_Finalize,,,\n1,1705,1800,MPI_Finalize,,,\n"
}

#[test]
fn a_slow_iteration_says_why() {
    let text = printed(&["time", "--why", "-"], slow_table());
    // A period of the sender begins with its send: the sixth holds the long computation.
    assert!(
        text.starts_with("Iteration 6 takes 600 ns on process 0, its slowest, 500 ns longer than in the median (100 ns): 500 ns computing."),
        "{text}"
    );
    says(&text, "L1, process 0; median of 10 iterations");
    says(&text, "computes\n");
    says(&text, "+500 ns");
    let same = printed(&["time", "--why=6", "--loop", "1", "-"], slow_table());
    assert_eq!(same, text);
    let csv = printed(&["time", "--why=6", "--format", "csv", "-"], slow_table());
    says(&csv, "5,0,1,computes,,598,98,\n");
    let json = printed(&["time", "--why=6", "--format", "json", "-"], slow_table());
    for part in ["\"format\": \"loopscope-why/1\"", "\"iteration\": 5", "\"period_ns\": 600"] {
        says(&json, part);
    }
    let notes = fails(&["time", "--why=11", "-"], slow_table(), 1, "L1 has no such iteration");
    says(&notes, "a number from 1 to 10");
    fails(&["time", "--why=0", "-"], slow_table(), 2, "iterations count from 1");
}

#[test]
fn json_has_everything() {
    let json = printed(&["time", "--format", "json", "-"], table());
    for part in [
        "\"format\": \"loopscope-time/1\"",
        "\"run_ns\": 1020",
        "\"reason\": \"lateSender\"",
        "\"wait_ns\": 400",
        "\"comparable\": true",
    ] {
        says(&json, part);
    }
}

#[test]
fn a_trace_without_times_is_refused() {
    fails(&["time", "-"], "0 send 1 2\n1 recv 0 2\n", 1, "the trace has no times");
}

/// Ten times the first process computes 98 and the others 1; each but the last sends to the next, which waits for it.
#[test]
fn waiting_is_followed_back_to_where_it_begins() {
    let mut csv = "process,call,start,end,peer\n".to_owned();
    for time in 0..10u64 {
        for process in 0..4u64 {
            let begin = time * 100 + if time == 0 { 0 } else { process };
            let sent = time * 100 + 98 + process;
            if process > 0 {
                let from = process - 1;
                csv += &format!("{process},MPI_Recv,{begin},{sent},{from}\n");
            }
            if process < 3 {
                let to = process + 1;
                csv += &format!("{process},MPI_Send,{sent},{},{to}\n", sent + 1);
            }
        }
    }
    let text = printed(&["time", "--by", "rank", "-"], csv);
    says(&text, "Followed back, 99.9 % of all waiting begins with process 0.");
}
