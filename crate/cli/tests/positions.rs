//! `loopscope model --positions`: where the events of each process lie, behind the lines of the model.

#![cfg(test)]

mod program;
use program::*;

/// Three times process 0 sends to process 1 and both do something of their own.
fn table() -> String {
    let mut table = "process,call,peer,tag,bytes,comm,commsize\n".to_owned();
    for process in 0..2 {
        table += &format!("{process},MPI_Barrier,,,,0,2\n");
        for _ in 0..3 {
            let (call, peer) = if process == 0 { ("MPI_Send", 1) } else { ("MPI_Recv", 0) };
            table += &format!("{process},{call},{peer},3,8,,\n");
            table += &format!("{process},MPI_Allreduce,,,8,0,2\n");
        }
    }
    table
}

#[test]
fn positions_stand_behind_the_lines_and_read_back() {
    let text = printed("model --positions -", table());
    for line in [
        "0,1 sync MPI_Barrier 0,1       # @{0,1=0}",
        "for i0 = 0 to 2              # 1 {0,1}   @{0,1=1}  #{0,1=2}",
        "  0 send 1 3                   # @{0=0}",
        "  0 recv 1 3                   # @{1=0}",
        "  0,1 sync MPI_Allreduce 0,1   # @{0,1=1}",
    ] {
        assert!(text.lines().any(|known| known == line), "{line} in\n{text}");
    }
    let absolute = printed("model --positions=absolute -", table());
    says(&absolute, "  0 send 1 3                   # @{0=1+2*i0}\n");
    let without = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(['#', '@']).next().unwrap().trim_end().to_owned()).collect()
    };
    let plain = printed("model -", table());
    assert_eq!((without(&text), without(&absolute)), (without(&plain), without(&plain)));
}

#[test]
fn positions_are_part_of_the_text_only() {
    fails("model --positions --format json -", table(), 2, "--positions are part of the text");
}
