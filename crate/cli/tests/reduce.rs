//! `loopscope reduce`: the same steps on all processes, in a trace that opens again.

#![allow(clippy::unwrap_used)]

mod program;
use program::{said, Folder};

/// Two processes that exchange a message in each of so many steps, which get longer.
fn table(steps: u64) -> String {
    let mut table = "process,start_ns,end_ns,call,peer,tag,bytes\n".to_owned();
    for process in 0..2u32 {
        let mut now = 0;
        let mut call = |name: &str, time: u64, rest: &str| {
            table += &format!("{process},{now},{},{name},{rest}\n", now + time);
            now += time + 10;
        };
        call("MPI_Init", 100, ",,");
        for step in 0..steps {
            match process {
                0 => call("MPI_Send", 20 + step, "1,3,8"),
                _ => call("MPI_Recv", 20 + step, "0,3,8"),
            }
            call("MPI_Iprobe", 5, ",,");
        }
        call("MPI_Finalize", 50, ",,");
    }
    table
}

#[test]
fn ten_steps_are_kept_with_both_sides_of_their_messages() {
    let folder = Folder::new("reduce");
    let reduced = folder.path("reduced.csv");
    let (_, notes, code) = said(&["reduce", "-", "-o", &reduced], &table(40));
    assert_eq!(code, 0, "{notes}");
    for part in [
        "steps 3 to 12 of 40 in 2 processes",
        "messages that lost their other side: 0",
        "MPI_Send",
        "between calls",
        "largest error of a share",
    ] {
        assert!(notes.contains(part), "{part} in {notes}");
    }
    let (text, notes, code) = said(&["flow", "--rank", "0", &reduced], "");
    assert_eq!(code, 0, "{notes}");
    assert!(
        text.starts_with("process 0: 20 calls, 2 nodes, 2 transitions; reducible\nL1 x10 "),
        "{text}"
    );
    // The steps are those of the trace: the third to the twelfth.
    let table = std::fs::read_to_string(&reduced).unwrap();
    let sends: Vec<u64> = table
        .lines()
        .filter(|line| line.contains(",call,MPI_Send,"))
        .map(|line| {
            let cells: Vec<u64> =
                line.split(',').take(2).map(|cell| cell.parse().unwrap()).collect();
            cells[1] - cells[0]
        })
        .collect();
    assert_eq!(sends, (22..32).collect::<Vec<u64>>(), "{table}");
}

#[test]
fn few_steps_are_halved_and_none_refused() {
    let (_, notes, code) = said(&["reduce", "-", "-o", "-"], &table(13));
    assert!(code == 0 && notes.contains("steps 3 to 8 of 13"), "{notes}");
    let (_, notes, code) = said(&["reduce", "--from", "50", "-", "-o", "-"], &table(40));
    assert!(code == 1 && notes.contains("does not have these steps"), "{notes}");
    let (_, notes, code) = said(&["reduce", "--loop", "7", "-"], &table(40));
    assert!(code == 1 && notes.contains("has no loop to cut"), "{notes}");
    let (_, notes, code) = said(&["reduce", "-"], "0 send 1 2\n0 send 1 2\n");
    assert!(code == 1 && notes.contains("only a trace with times"), "{notes}");
}

#[test]
fn steps_can_be_spread_and_written_for_perfetto() {
    let folder = Folder::new("reduce-spread");
    let reduced = folder.path("reduced.csv");
    let arguments = ["reduce", "--spread", "--iterations", "4", "--from", "1", "-", "-o", &reduced];
    let (_, notes, code) = said(&arguments, &table(40));
    assert_eq!(code, 0, "{notes}");
    assert!(notes.contains("steps 1, 11, 21 and 31 of 40 in 2 processes"), "{notes}");
    assert!(notes.contains("messages that lost their other side: 0"), "{notes}");
    assert!(notes.contains("+- 2 s / sqrt(N)"), "{notes}");
    // A step is two calls, and nothing between steps counts: the gap of 10 ns once in each.
    let (text, ..) = said(&["time", "--by", "rank", "--format", "csv", &reduced], "");
    assert_eq!(text.lines().count(), 3, "{text}");
    let table_of = std::fs::read_to_string(&reduced).unwrap();
    let sends: Vec<&str> =
        table_of.lines().filter(|line| line.contains(",call,MPI_Send,")).collect();
    assert_eq!(sends.len(), 4, "{table_of}");
    let slices = folder.path("reduced.json");
    let (_, notes, code) = said(&["reduce", "-", "-o", &slices], &table(40));
    assert_eq!(code, 0, "{notes}");
    let (info, notes, code) = said(&["info", &slices], "");
    assert!(code == 0 && info.contains("Chrome"), "{info}{notes}");
}
