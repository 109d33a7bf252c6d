//! How fast data traces are written: columns like those of a timed trace as Parquet, beside copying the same numbers in memory.
//!
//! Prints `VALUES WRITE COPY`: how many values, and the best of several runs of writing and of copying them, in seconds of processor
//! time.

use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use loopscope_session::parquet::write::{Writer, ROWS};

const RUNS: usize = 7;
const ROWS_IN_ALL: i64 = 1 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    // Times that jitter, their sums, and what a loop foresees.
    let jitter = |at: i64| (at.wrapping_mul(2_654_435_761) >> 7) & 0xfff;
    let start = |at: i64| 5_000 * at + jitter(at);
    let columns: [Vec<i64>; 6] = [
        (0..ROWS_IN_ALL).collect(),
        (0..ROWS_IN_ALL).map(start).collect(),
        (0..ROWS_IN_ALL).map(|at| start(at) + 300 + jitter(at + 1) / 8).collect(),
        (0..ROWS_IN_ALL).map(|at| at % 3).collect(),
        (0..ROWS_IN_ALL).map(|at| 1_240 - 8 * (at % 2)).collect(),
        (0..ROWS_IN_ALL).map(|at| 1_240 * at).collect(),
    ];
    let lists = columns.each_ref().map(Vec::as_slice);
    let names = ["position", "start", "end", "kind", "bytes", "sent_sum"];
    let [mut write, mut copy] = [Duration::MAX; 2];
    for _ in 0..RUNS {
        let thread = ThreadTime::now();
        let mut writer = Writer::new(Vec::new(), &names, ROWS)?;
        writer.write(&lists)?;
        black_box(writer.finish(&[])?);
        write = write.min(thread.elapsed());
        let thread = ThreadTime::now();
        for list in lists {
            black_box(list.to_vec());
        }
        copy = copy.min(thread.elapsed());
    }
    let values = ROWS_IN_ALL * columns.len() as i64;
    println!("{values} {} {}", write.as_secs_f64(), copy.as_secs_f64());
    Ok(())
}
