//! Predictions against the truth: programs whose computations are sleeps are run, changed and run again.
//!
//!     cargo run --release -p loopscope-core --example sleeping [REPEATS]
//!
//! README.md beside this file says what is run and what came out.

mod patterns;
mod ranks;
mod traced;

use std::error::Error;

use patterns::{Change, Pattern, Program, CHANGES};

/// How a send goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// At once.
    Eager,
    /// When the receive is called.
    Rendezvous,
}

/// A comparison: by how many percent the prediction is off.
struct Case {
    name: String,
    error: f64,
}

fn milliseconds(nanoseconds: i64) -> f64 {
    nanoseconds as f64 / 1e6
}

fn compare(repeats: usize) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = Vec::new();
    println!("| program | change | recorded | predicted | run | off by |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for pattern in Pattern::ALL {
        for protocol in [Protocol::Eager, Protocol::Rendezvous] {
            let base = Program::new(pattern, Change::Nothing);
            let recorded = ranks::shortest(&base, protocol, repeats)?;
            for change in CHANGES {
                let changed = Program::new(pattern, change);
                let predicted = traced::predict(&recorded, protocol, (&base, &changed))?;
                let run = ranks::shortest(&changed, protocol, repeats)?.length();
                let error = 100.0 * (predicted as f64 / run as f64 - 1.0);
                let name = format!("{} {protocol:?}, {}", pattern.name(), change.name());
                println!(
                    "| {} {} | {} | {:.1} ms | {:.1} ms | {:.1} ms | {error:+.2} % |",
                    pattern.name(),
                    format!("{protocol:?}").to_lowercase(),
                    change.name(),
                    milliseconds(recorded.length()),
                    milliseconds(predicted),
                    milliseconds(run),
                );
                cases.push(Case { name, error });
            }
        }
    }
    Ok(cases)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [folder, rank, pattern, change, protocol] = arguments.as_slice() {
        return ranks::run_rank(folder, rank, (pattern, change, protocol));
    }
    let repeats = arguments.first().map_or(Ok(7), |text| text.parse())?;
    let mut cases = compare(repeats)?;
    cases.sort_by(|a, b| a.error.abs().total_cmp(&b.error.abs()));
    let within = |most: f64| cases.iter().filter(|case| case.error.abs() <= most).count();
    let (count, worst) = (cases.len(), cases.last());
    let median = cases.get(count / 2).map_or(0.0, |case| case.error.abs());
    println!(
        "\n{count} cases: the median is off by {median:.2} %; {} within 1 %, {} within 2 %, {} within 5 %",
        within(1.0),
        within(2.0),
        within(5.0)
    );
    if let Some(worst) = worst {
        println!("worst: {}, {:+.2} %", worst.name, worst.error);
    }
    Ok(())
}
