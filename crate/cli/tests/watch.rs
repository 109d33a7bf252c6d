//! `loopscope watch`: a pipe, a file, and a file that grows meanwhile say the same.

#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::Write;
use std::time::Duration;

mod program;
use program::{said, Folder};

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
    let (text, notes, code) = said(&["watch", "-"], &table());
    assert_eq!(code, 0, "{notes}");
    let lines: Vec<&str> = text.lines().collect();
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    // Nothing before the first loop runs.
    assert!(lines[0].contains("process 0, call 332: stable at 9 nodes"), "{text}");
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
    let (piped, notes, code) = said(&["watch", "-"], &table);
    assert_eq!(code, 0, "{notes}");
    // However the pieces of a pipe fall.
    (0..10).for_each(|_| assert_eq!(said(&["watch", "-"], &table).0, piped));
    let whole = folder.path("whole.csv");
    std::fs::write(&whole, &table).unwrap();
    let (text, notes, code) = said(&["watch", "--idle", "0", &whole], "");
    assert_eq!((text.as_str(), code), (piped.as_str(), 0), "{notes}");
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
fn what_cannot_be_watched() {
    let (_, notes, code) = said(&["watch", "/nowhere/trace.csv"], "");
    assert!(code == 1 && notes.contains("cannot be read"), "{notes}");
    let (_, notes, code) = said(&["watch", "--signature", "colour", "-"], &table());
    assert!(code == 2 && notes.contains("no such field"), "{notes}");
    let (_, notes, code) = said(&["watch", "-"], "only prose, which is no trace.\n");
    assert!(code == 1 && !notes.is_empty(), "{notes}");
}
