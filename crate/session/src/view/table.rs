//! The table of processes as comma-separated values.

use std::fmt::Write;

use loopscope_formats::guarded;

use crate::analysis::Analysis;

/// A header, and a line for each process.
pub(crate) fn csv(analysis: &Analysis) -> String {
    let mut out = String::from(
        "process,events,top_level,ratio,total,loops,depth,coverage,main_count,main_period,main_runs,main_share,source\n",
    );
    for process in &analysis.processes {
        let stats = &process.stats;
        let main = stats.main_loop.as_ref();
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{}",
            process.process,
            process.nest.len(),
            stats.top_level,
            stats.ratio(),
            stats.total,
            stats.loops,
            stats.depth,
            stats.coverage,
            main.map_or(0, |main| main.count),
            main.map_or(0, |main| main.period),
            main.map_or(0, |main| main.runs),
            main.map_or(0.0, |main| main.share),
            quoted(&process.source),
        );
    }
    out
}

/// A text as a cell: quoted if it contains a comma, a quote or a line break, and [guarded] against being run as a formula.
pub(crate) fn quoted(text: &str) -> String {
    let text = guarded(text);
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}
