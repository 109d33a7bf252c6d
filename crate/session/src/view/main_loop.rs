//! The main loop of a process as a message.

use crate::analysis::ProcessNest;
use crate::wire::MainLoop;

/// The main loop of a process, if it has a loop.
pub(crate) fn main_loop(process: &ProcessNest) -> Option<MainLoop> {
    let main = process.stats.main_loop.as_ref()?;
    Some(MainLoop {
        id: process.names.id(main.node),
        count: main.count as f64,
        period: main.period as f64,
        runs: main.runs as f64,
        share: main.share,
    })
}
