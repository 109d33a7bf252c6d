//! Traces made for measuring, one of every format, 10 to 100 MB each: programs that repeat, as real ones do.

#![allow(clippy::unwrap_used)] // writing to a text cannot fail

use std::io::Result;
use std::path::Path;

mod file;
pub mod messages;
pub mod numbers;
pub mod otf2;
pub mod texts;
pub mod tracers;

pub use file::File;

/// Names of all traces: formats, and once a second form of one.
pub const ALL: [&str; 14] = [
    "otf2",
    "paraver",
    "dumpi",
    "dumpi2ascii",
    "chrome",
    "paje",
    "simgrid",
    "csv-events",
    "native",
    "symbols",
    "din",
    "lackey",
    "numbers",
    "csv",
];

/// Processes of traces that have as many as wanted.
const PROCESSES: u32 = 8;

/// Writes a trace into a folder, of so many processes where that can be chosen (`otf2`, `native`). One file at a
/// time is held, so it may be larger than memory.
pub fn write(name: &str, folder: &Path, processes: Option<u32>) -> Result<()> {
    let put = |(path, bytes): File| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, bytes)
    };
    let one = |path: &str, text: String| put((path.to_owned(), text.into_bytes()));
    let processes = processes.unwrap_or(PROCESSES);
    match name {
        "otf2" => {
            let processes = processes.min(110) as u8;
            otf2::beside_events(processes).into_iter().try_for_each(put)?;
            (0..processes).try_for_each(|rank| put(otf2::events(rank, processes)))
        }
        "native" => (0..processes).try_for_each(|rank| put(messages::native(rank, processes))),
        "paraver" => tracers::paraver().into_iter().try_for_each(put),
        "dumpi" => tracers::dumpi().into_iter().try_for_each(put),
        "dumpi2ascii" => tracers::dumpi_text().into_iter().try_for_each(put),
        "chrome" => one("profile.json", texts::profile()),
        "paje" => one("chart.paje", texts::chart()),
        "simgrid" => one("actions.tit", texts::actions()),
        "csv-events" => one("rank-0.csv", texts::table()),
        "symbols" => one("rank-0.txt", messages::symbols()),
        "din" => one("accesses.din", numbers::din()),
        "lackey" => one("accesses.lackey", numbers::lackey()),
        "numbers" => one("accesses.txt", numbers::numbers()),
        "csv" => one("accesses.csv", numbers::csv()),
        // Other: an error of the caller.
        _ => Err(std::io::Error::other(format!("there is no trace {name}"))),
    }
}
