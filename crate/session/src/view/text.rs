//! Nests as text, for people and for files.

use loopscope_core::nest::text;

use crate::analyse::Analysis;

/// The nest of every process in the text form; with several processes, `# process R` before each.
pub fn of(analysis: &Analysis) -> String {
    let mut out = String::new();
    for process in &analysis.processes {
        if analysis.processes.len() > 1 {
            out.push_str(&format!("# process {}\n", process.process));
        }
        out.push_str(&text::print(&process.nest, &process.symbols, &process.names));
    }
    out
}
