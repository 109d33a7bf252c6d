//! Our own formats: lines of messages, and lists of symbols.

use std::fmt::Write;

use super::file::File;

/// Rounds of the loop, of 118 events each.
const ROUNDS: u32 = 10_000;

/// The messages of a process as LU exchanges them, about 13 MB.
pub fn native(rank: u32, processes: u32) -> File {
    let (next, before) = ((rank + 1) % processes, (rank + processes - 1) % processes);
    let mut round = String::new();
    for (from, to, tag) in [(before, next, 1), (next, before, 3)] {
        for _ in 0..29 {
            let _ = write!(round, "{from} recv {rank} {tag}\n{rank} send {to} {tag}\n");
        }
    }
    let _ = writeln!(round, "{rank} sync MPI_Allreduce 0-{}", processes - 1);
    let _ = writeln!(round, "{rank} local residual");
    (format!("rank-{rank}.trace"), round.repeat(ROUNDS as usize).into_bytes())
}

/// The same as words.
pub fn symbols() -> String {
    let round = "recv<1 send>2 ".repeat(29) + "MPI_Allreduce(8) residual\n";
    round.repeat(5 * ROUNDS as usize)
}
