//! `loopscope reduce`: the same steps on all processes, in a trace that opens again.

#![cfg(test)]

mod program;
use program::*;

/// Two processes that exchange a message in each of so many steps, which get longer.
fn table(steps: u64) -> String {
    let mut table = TIMED.to_owned();
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
    let (_, notes) = worked(&["reduce", "-", "-o", &reduced], table(40));
    for part in [
        "steps 3 to 12 of 40 in 2 processes",
        "messages cut in two: 0",
        "MPI_Send",
        "between calls",
        "largest error of a share",
    ] {
        says(&notes, part);
    }
    let text = printed(&["flow", "--rank", "0", &reduced], "");
    assert!(
        text.starts_with(
            "process 0: 20 calls, 2 nodes, 2 transitions; reducible\n# Process 0 runs F1 of its flow graph 10 times"
        ) && text.contains("\nF1 x10 "),
        "{text}"
    );
    // The steps are those of the trace: the third to the twelfth.
    let table = folder.read("reduced.csv");
    let sends: Vec<u64> = table
        .lines()
        .filter(|line| line.contains(",call,MPI_Send,"))
        .map(|line| {
            let cells: Vec<u64> = line.split(',').take(2).map(|cell| cell.parse().unwrap()).collect();
            cells[1] - cells[0]
        })
        .collect();
    assert_eq!(sends, (22..32).collect::<Vec<u64>>(), "{table}");
}

#[test]
fn few_steps_are_halved_and_none_refused() {
    let (_, notes) = worked("reduce - -o -", table(13));
    says(&notes, "steps 3 to 8 of 13");
    fails("reduce --from 50 - -o -", table(40), 1, "does not have these steps");
    fails("reduce --loop 7 -", table(40), 1, "has no loop to cut");
    fails("reduce -", "0 send 1 2\n0 send 1 2\n", 1, "only a trace with times");
}

#[test]
fn steps_can_be_spread_and_written_for_perfetto() {
    let folder = Folder::new("reduce-spread");
    let reduced = folder.path("reduced.csv");
    let arguments = ["reduce", "--spread", "--iterations", "4", "--from", "1", "-", "-o", &reduced];
    let (_, notes) = worked(&arguments, table(40));
    says(&notes, "steps 1, 11, 21 and 31 of 40 in 2 processes");
    says(&notes, "messages cut in two: 0");
    says(&notes, "+- 2 s / sqrt(N)");
    says(&notes, " between them left out of all times\n");
    // A step is two calls; what lies between steps is not computing: a gap of 10 ns in each step, and one after it.
    let (text, notes) = worked(&["time", "--by", "rank", "--format", "csv", &reduced], "");
    let computed: Vec<&str> = text.lines().filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(computed, ["compute_ns", "70", "70"], "{text}");
    // The file says so itself.
    says(&notes, "line 2: part of a run: only steps 1, 11, 21 and 31 of 40 of a loop; ");
    says(&notes, " between them left out of all times");
    let table_of = folder.read("reduced.csv");
    let sends: Vec<&str> = table_of.lines().filter(|line| line.contains(",call,MPI_Send,")).collect();
    assert_eq!(sends.len(), 4, "{table_of}");
    let slices = folder.path("reduced.json");
    printed(&["reduce", "-", "-o", &slices], table(40));
    let info = printed(&["info", &slices], "");
    says(&info, "Chrome");
}

/// The last 20 of 52 iterations have another call. What differs is in no step unless all iterations are.
#[test]
fn iterations_that_differ_are_steps_if_wanted() {
    let folder = Folder::new("reduce-irregular");
    let mut table = "process,start_ns,end_ns,call\n".to_owned();
    let mut now = 0;
    for step in 0..52 {
        let sometimes = (step > 31).then_some("MPI_Barrier");
        for call in ["MPI_Allreduce"].into_iter().chain(sometimes).chain(["MPI_Iprobe"]) {
            table += &format!("0,{now},{},{call}\n", now + 20);
            now += 30;
        }
    }
    let reduced = folder.path("reduced.csv");
    let (_, notes) = worked(&["reduce", "--spread", "-", "-o", &reduced], &table);
    says(&notes, "Iterations that differ are no steps: 20 of 52");
    says(&notes, "of 32 in 1 process");
    let arguments = ["reduce", "--spread", "--irregular", "--force", "-", "-o", &reduced];
    let (_, notes) = worked(&arguments, &table);
    assert!(notes.contains("of 52 in 1 process") && !notes.contains("no steps"), "{notes}");
    says(&folder.read("reduced.csv"), "MPI_Barrier");
}

/// Two processes of 40 steps: the second receives two messages before its steps, so a message is received two steps after it is sent.
/// `begin`: when the second begins, in nanoseconds of its clock.
fn lagging(begin: i64) -> String {
    let mut table = "start_ns,end_ns,process,event,name,peer,tag,bytes\n".to_owned();
    let mut row = |start: i64, process: u32, call: &str| {
        table += &format!("{start},{},{process},call,{call}\n", start + 50);
    };
    for step in 0..40 {
        row(10_000 + 1000 * step, 0, "MPI_Send,1,7,8");
        row(10_100 + 1000 * step, 0, "MPI_File_sync,,,");
    }
    row(begin + 100, 1, "MPI_Recv,0,7,8");
    row(begin + 400, 1, "MPI_Recv,0,7,8");
    for step in 2..40 {
        row(begin + 1000 * step, 1, "MPI_File_sync,,,");
        row(begin + 1000 * step + 300, 1, "MPI_Recv,0,7,8");
    }
    table
}

#[test]
fn steps_begin_where_no_message_is_cut() {
    let (notes, model) = reduced_model("reduce-lagging", &lagging(11_200));
    says(&notes, "messages cut in two: 0");
    says(&model, "for i0 = 0 to 9");
    says(&model, "10 messages");
}

/// As many sends are kept as receives, but not those of the same messages: what stays belongs together.
#[test]
fn ends_of_messages_that_are_cut_are_left_out() {
    let (notes, model) = reduced_model("reduce-cut", &lagging(9_000));
    says(&notes, "messages cut in two: 2");
    says(&model, "for i0 = 0 to 8");
    says(&model, "9 messages");
}

/// What is said of a reduction, and the model of what is left.
fn reduced_model(name: &str, table: &str) -> (String, String) {
    let folder = Folder::new(name);
    let reduced = folder.path("reduced.csv");
    let (_, notes) = worked(&["reduce", "-", "-o", &reduced], table);
    // The calls themselves are all there: ten of each.
    let rows = folder.read("reduced.csv");
    assert_eq!(rows.matches("MPI_Send").count(), 10, "{rows}");
    let (model, notes_of_model) = worked(&["model", &reduced], "");
    (notes, model + &notes_of_model)
}
