//! `loopscope whatif` and `loopscope path`: a small program whose answers can be worked out by hand, and what is refused.

#![cfg(test)]

mod program;
use program::*;

/// Ten times the first process computes 98 and sends for 2; the second computes 58, then waits for it 40 and receives for 3.
fn table() -> String {
    ten_messages(3)
}

/// The answer in JSON, without spaces and line ends.
fn json(arguments: &[&str]) -> String {
    let arguments = [arguments, &["--format", "json", "-"]].concat();
    printed(&arguments, table()).split_whitespace().collect()
}

/// The numbers that follow a word.
fn numbers(text: &str, word: &str) -> Vec<i64> {
    let after = text.split(word).skip(1);
    let digits = |part: &str| part.split(|it: char| !it.is_ascii_digit() && it != '-').next().map(str::to_owned);
    after.filter_map(|part| digits(part)?.parse().ok()).collect()
}

#[test]
fn computations_waits_and_messages_can_change() {
    // The run lasts from 100 to 1120. The first process computes 1,000 of it and is in sends for 20.
    let half = json(&["whatif", "--L", "0", "--G", "0", "--set", "calc:rank=0=0.5"]);
    says(&half, r#""format":"loopscope-whatif/1""#);
    assert_eq!((numbers(&half, "\"T_ns\":"), numbers(&half, "\"count\":")), (vec![1020], vec![11]));
    // The second computes 575; a message takes 2, so 1 of each receive is neither wait nor message.
    assert_eq!(numbers(&half, "\"loggps\":"), [585], "{half}");
    assert_eq!(numbers(&half, "\"measured\":"), [575], "{half}");
    let none = json(&["whatif", "--set", "calc:all=1"]);
    says(&none, r#""predicted":{"loggps":1020,"measured":1020}"#);
    let double = json(&["whatif", "--delay", "loggps", "--set", "calc:rank=0=2"]);
    says(&double, r#""predicted":{"loggps":2020}"#);
    // The processes compute 1,000 and 575 ns; half of the first is 500.
    let bound = json(&["whatif", "--processors", "2", "--set", "calc:rank=0=0.5"]);
    says(&bound, r#""bound_ns":537,"#);
    says(&bound, r#""processors":2"#);
    let text = printed("whatif --processors 1 -", table());
    says(&text, "µs: all computing, on 1 processor\n");
    let tree = json(&["whatif", "--collectives", "tree"]);
    says(&tree, r#""collectives":"tree""#);
    // Nobody waits for the second process.
    let waits = json(&["whatif", "--set", "wait:call=mpi_recv=0"]);
    assert_eq!(numbers(&waits, "\"loggps\":"), [1020]);
    // One iteration of the loop that both run; what is computed after it belongs to it.
    let one = json(&["whatif", "--delay", "loggps", "--L", "0", "--set", "calc:L1&iteration=3&rank=0=0"]);
    assert_eq!(numbers(&one, "\"count\":"), [1], "{one}");
    assert_eq!(numbers(&one, "\"loggps\":"), [1020 - 98], "{one}");
    let none = ["whatif", "--set", "calc:L1&iteration=30=0", "-"];
    fails(&none, table(), 2, "L1 has no iteration 30");
    let curve = json(&["whatif", "--delay", "loggps", "--curve", "calc:rank=0"]);
    says(&curve, "[20,1000]],\"passes\":");
}

#[test]
fn the_text_says_how_long_and_how_far_to_trust_it() {
    let text = printed("whatif --set calc:rank=0=2 -", table());
    says(&text, "T   1.02 µs\nT'  2.02 µs  +98.04 %");
    says(&text, "calc:rank=0 at 200 %: 11");
    says(&text, "trust ");
    says(&text, "\nof this   ");
    let text = printed("whatif -", table());
    says(&text, "T would be shorter by");
    assert!(text.lines().any(|line| line.trim_start().starts_with("L1 ")), "{text}");
    let text = printed("whatif --curve calc:L1 -", table());
    let rows = text.lines().filter(|line| line.trim_start().contains(" %  "));
    assert_eq!(rows.count(), 21, "{text}");
}

#[test]
fn the_critical_path_adds_up_to_the_run() {
    let found = json(&["path", "--loop", "1", "--domino", "2", "--of", "computation"]);
    assert_eq!(numbers(&found, "\"ns\":").iter().sum::<i64>(), 1020, "{found}");
    assert_eq!(found.matches("\"iteration\":").count(), 12, "{found}");
    assert_eq!(numbers(&found, "\"gain_ns\":").len(), 2, "{found}");
    let text = printed("path --domino 2 -", table());
    says(&text, "T   1.02 µs: the critical path goes");
}

#[test]
fn a_reduced_run_answers_what_it_was_reduced_to() {
    let reduce = |arguments: &[&str]| worked(&[&["reduce"], arguments, &["-"]].concat(), table());
    let (reduced, notes) = reduce(&["--candidates", "4", "--of", "computation"]);
    assert!(reduced.starts_with(r#"{"format":"loopscope-reduced/1""#), "{reduced}");
    // Ten messages have two ends each.
    let row = notes.lines().find(|line| line.trim_start().starts_with("of the model")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[3], "20", "{notes}");
    says(&notes, "4 events of 98 ns or more may be asked about");
    let whatif = |arguments: &[&'static str]| [&["whatif"], arguments, &["-"]].concat();
    let predicted = |text: &str| text.split("T'  ").nth(1).map(str::to_owned);
    for set in [&["--set", "calc:event=0:3=0"][..], &["--delay", "loggps", "--set", "calc:event=0:2=2"]] {
        let text = printed(&whatif(set), &reduced);
        says(&text, "any of 4 events, together or alone");
        assert_eq!(predicted(&text), predicted(&printed(&whatif(set), table())), "{text}");
        assert!(predicted(&text).is_some());
    }
    let text = printed(&whatif(&[]), &reduced);
    assert_eq!(text.lines().filter(|line| line.contains("calc:event=0:")).count(), 4, "{text}");
    for (arguments, expected) in [
        (&["--set", "wait:all=0"][..], "calc:event=0:2, calc:event=0:3"),
        (&["--set", "calc:event=1:3=0"], "this reduced run does not tell that"),
        (&["--whole"], "give them to `loopscope reduce`"),
    ] {
        let (text, notes, code) = said(&whatif(arguments), &reduced);
        assert!(code != 0 && text.is_empty() && notes.contains(expected), "{notes}");
    }
    let (all, _) = reduce(&["--above", "1"]);
    let (alone, _) = reduce(&["--above", "90", "--rule", "alone", "--delay", "measured"]);
    assert!(alone.len() < all.len());
    let bad = |arguments: &[&str]| {
        let (_, notes, code) = said(&[arguments, &["-"]].concat(), table());
        assert_ne!(code, 0, "{notes}");
        notes
    };
    assert!(bad(&["reduce", "--L", "3"]).contains("--candidates or --above with them"));
    assert!(bad(&["reduce", "--above", "5000"]).contains("one at least"));
    bad(&["reduce", "--candidates", "3", "--iterations", "5"]);
    let (_, notes, code) = said("nest -", &reduced);
    assert!(code != 0 && notes.contains("reduced runs are not opened"), "{notes}");
}

/// The table where the clock of process 0 is so many nanoseconds late.
fn later(by: u64) -> String {
    let moved = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        if cells[0] == "0" {
            for time in &mut cells[1..3] {
                *time = (time.parse::<u64>().unwrap() + by).to_string();
            }
        }
        cells.join(",") + "\n"
    };
    TIMED.to_owned() + &table().lines().skip(1).map(moved).collect::<String>()
}

/// Two processes, each of which receives what the other sends only after its own receive.
fn circle() -> String {
    let mut table = TIMED.to_owned();
    for (start, own) in (0..12).flat_map(|round| [(1_000 * round, 0), (1_000 * round, 1)]) {
        let peer = 1 - own;
        table += &format!("{own},{start},{},MPI_Recv,{peer},0,8\n", start + 10);
        table += &format!("{own},{},{},MPI_Send,{peer},0,8\n", start + 20, start + 30);
    }
    table
}

#[test]
fn receives_from_any_source_get_the_message_that_they_got() {
    let of_source = |source: &str| {
        let mut table = TIMED.replace("bytes\n", "bytes,matched,req,nreq\n");
        (0..2).for_each(|process| table += &format!("{process},0,100,MPI_Init,,,,,,\n"));
        for now in (1..=10).map(|round| 100 * round + 98) {
            table += &format!("0,{now},{},MPI_Send,1,3,8,,,\n", now + 2);
            table += &format!("1,{},{},MPI_Irecv,{source},3,8,,7,\n", now - 40, now - 39);
            table += &format!("1,{},{},MPI_Wait,,,,0:3:8,7,1\n", now - 38, now + 3);
        }
        table + "0,1120,1200,MPI_Finalize,,,,,,\n1,1105,1200,MPI_Finalize,,,,,,\n"
    };
    let answer = |table: &str| printed("whatif --set calc:rank=0=0.5 -", table);
    let (any, named) = (answer(&of_source("-1")), answer(&of_source("0")));
    assert_eq!(any, named);
    says(&any, "T'  ");
}

#[test]
fn what_cannot_be_predicted_is_refused() {
    let refused = |arguments: &[&str], table: &str, expected: &str| {
        let arguments = [arguments, &["-"]].concat();
        let (text, notes, code) = said(&arguments, table);
        assert!(code != 0 && text.is_empty() && notes.contains(expected), "{code} {notes} {text}");
    };
    let lost = table().replacen("MPI_Recv,0,3,8", "MPI_Comm_rank,,,", 1);
    refused(&["whatif"], &lost, "messages of which one end is missing: 1, the first from 0 to 1 with tag 3");
    let cut = table().replacen("1,1105,1200,MPI_Finalize,,,\n", "", 1);
    refused(&["path"], &cut, "no MPI_Finalize of processes 1: the trace is cut");
    let cut = table().replacen("0,0,90,MPI_Init,,,\n", "", 1);
    refused(&["whatif"], &cut, "no MPI_Init of processes 0: the trace is cut");
    let uncalled = table() + "2,,,MPI_Init,,,\n";
    refused(&["whatif"], &uncalled, "no timed calls of processes 2");
    refused(
        &["whatif", "--as-recorded"],
        &later(1_000),
        "10 of 10 messages arrive before they are sent, expected clocks that agree",
    );
    refused(&["whatif"], &circle(), "No clocks set this right: at best 24 of 24 messages arrive");
    let named = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(",") + "\n";
    let unsaid: String = table().lines().map(named).collect();
    refused(&["whatif"], &unsaid, "records of 0 messages and collective operations in 20 calls");
    let alone = TIMED.to_owned() + "0,0,9,MPI_Comm_rank,,,\n1,0,9,MPI_Comm_rank,,,\n";
    refused(&["whatif"], &alone, "exchange nothing with others");
    refused(&["whatif"], "process,call,peer,tag,bytes\n0,MPI_Send,1,3,8\n1,MPI_Recv,0,3,8\n", "no times");
    for factor in ["x", "nan", "-1", "2.01", "1/0", ""] {
        let set = format!("calc:L1={factor}");
        refused(&["whatif", "--set", &set], &table(), "a factor is from 0 to 2");
    }
    refused(&["whatif", "--set", "calc:rank=9=0"], &table(), "is empty");
    refused(&["whatif", "--set", "calc:L1=x"], &table(), "a factor is from 0 to 2");
    refused(&["whatif", "--set", "calc:L1"], &table(), "no factor after =");
    refused(&["whatif", "--set", "call:call=MPI_Bcast=0"], &table(), "is empty");
    refused(&["whatif", "--set", "calc:L9=0"], &table(), "there is no such loop");
    refused(&["whatif", "--curve", "cal:L1"], &table(), "is not understood");
    refused(&["path", "--loop", "7"], &table(), "there is no such loop");
    refused(&["whatif", "--G=-1"], &table(), "how long a byte takes");
}
