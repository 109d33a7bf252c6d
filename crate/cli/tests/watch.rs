//! `loopscope watch`: a pipe, a file, and a file that grows meanwhile say the same.

#![cfg(test)]

use std::fs::File;
use std::io::Write;
use std::time::Duration;

mod program;
use program::*;

/// A time step with sweeps inside, after a set-up; in the last thirty steps with another call.
fn table() -> String {
    let mut table = "process,start_ns,end_ns,call,site\n".to_owned();
    let mut now = 0;
    let mut call = |name: &str, site: u32| {
        now += 10;
        table += &format!("0,{},{now},{name},{site:#x}\n", now - 5);
    };
    call("MPI_Init", 1);
    (2..6).for_each(|site| call("MPI_Test", site));
    for step in 0..80 {
        call("MPI_Test", 10);
        for _ in 0..62 {
            call("MPI_Test", 11);
            call("MPI_Wait", 12);
        }
        if step >= 50 {
            call("MPI_Probe", 14);
        }
        call("MPI_Wait", 13);
    }
    call("MPI_Finalize", 20);
    table
}

#[test]
fn a_window_of_the_outermost_loop_and_another_in_the_next_phase() {
    let text = printed("watch -", table());
    let lines: Vec<&str> = text.lines().collect();
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    // Nothing before the first loop runs.
    says(lines[0], "process 0, call 332: stable at 9 nodes");
    for part in [
        "window 1 begins: the loop of MPI_Test(@0xb), 2 nodes",
        "is dropped: its loop lies in that of MPI_Test(@0xa)",
        "begins: the loop of MPI_Test(@0xa), 4 nodes",
        "ends after 10 iterations",
        "new at MPI_Probe(@0xe)",
        "begins: the loop of MPI_Test(@0xa), 5 nodes",
    ] {
        assert!(has(part), "{part} in {text}");
    }
    assert!(lines.last().unwrap().starts_with("process 0: "), "{text}");
}

#[test]
fn a_pipe_a_file_and_a_growing_file_say_the_same() {
    let folder = Folder::new("watch");
    let table = table();
    let piped = printed("watch -", &table);
    // However the pieces of a pipe fall.
    (0..10).for_each(|_| assert_eq!(printed("watch -", &table), piped));
    let whole = folder.write("whole.csv", &table);
    assert_eq!(printed(&["watch", "--idle", "0", &whole], ""), piped);
    let growing = folder.path("growing.csv");
    let mut file = File::create(&growing).unwrap();
    let pieces: Vec<Vec<u8>> = table.as_bytes().chunks(50_001).map(<[u8]>::to_vec).collect();
    let writer = std::thread::spawn(move || {
        for piece in pieces {
            file.write_all(&piece).unwrap();
            file.flush().unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let (text, notes, code) = said(&["watch", "--idle", "3", &growing], "");
    writer.join().unwrap();
    assert_eq!((text, code), (piped, 0), "{notes}");
}

#[test]
fn the_windows_are_kept_as_a_trace() {
    let folder = Folder::new("watch-keep");
    let (whole, kept) = (folder.write("whole.csv", table()), folder.path("kept.csv"));
    let (text, notes) = worked(&["watch", "--idle", "0", "--keep", &kept, &whole], "");
    // Two windows of ten iterations of 126 and of 127 calls; the call that is new came in an iteration of its own.
    says(&text, "; 2 windows with 2,530 calls");
    says(&text, "beside these 1 iteration with other transitions, 127 calls");
    says(&notes, "2,657 calls in 3 stretches");
    says(&notes, "messages cut in two: 0");
    let cut = folder.read("kept.csv");
    assert!(cut.lines().any(|line| line.contains("only 2,657 calls in 3 stretches")), "{cut}");
    // Every row of it is one of the trace.
    let rows = |table: &str| -> Vec<String> {
        let rows = table.lines().filter(|line| line.contains("MPI_"));
        rows.map(|row| row.split(',').filter(|cell| !cell.is_empty()).collect()).collect()
    };
    let (all, cut) = (rows(&table()), rows(&cut));
    assert_eq!(cut.len(), 2_657);
    let name = |row: &String| row.split("MPI_").nth(1).map(str::to_owned);
    assert!(cut.iter().all(|row| all.iter().any(|of| name(of) == name(row))));
    let flow = printed(&["flow", &kept], "");
    says(&flow, "x21");
    // It is not overwritten unless that is asked for, and a pipe cannot be read again.
    fails(&["watch", "--idle", "0", "--keep", &kept, &whole], "", 2, "already exists");
    fails("watch --keep x.csv -", table(), 2, "cannot be read again");
    // Without a stable loop there is nothing to keep.
    let short: String = table().lines().take(50).map(|line| format!("{line}\n")).collect();
    folder.write("whole.csv", short);
    let other = folder.path("other.csv");
    let (_, notes, code) = said(&["watch", "--idle", "0", "--keep", &other, &whole], "");
    assert_eq!(code, 1);
    says(&notes, "nothing to keep; found no window");
}

#[test]
fn what_cannot_be_watched() {
    fails("watch /nowhere/trace.csv", "", 1, "cannot be read");
    fails("watch --signature colour -", table(), 2, "no such field");
    let (_, notes, code) = said("watch -", "only prose, which is no trace.\n");
    assert!(code == 1 && !notes.is_empty(), "{notes}");
}
