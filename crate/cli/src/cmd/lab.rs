//! `loopscope lab`: the steps of an algorithm on a small input.

use clap::{Args, ValueEnum};
use loopscope_session::lab::{document, frames_text, picture, run as run_station};
use loopscope_session::wire::LabInput;

use crate::cmd::Figure;
use crate::failure::Failure;
use crate::output::Destination;

/// Step through an algorithm on a small input
///
/// Stations: repeats, greedy-optimal, nlr, prediction, merge, flow, what-if. Without --example and --input the first example of the
/// station is stepped through.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope lab repeats --input abaababaabaab\n  loopscope lab nlr --input \"3, 10, 17, 24\" --k 2 --zoom fine\n  loopscope lab merge --example gcd --format svg -o slides.svg\n  loopscope lab merge --input \"12(s1.0) | 4(r0.0 x r0.0 y r0.0)\" --step 2\n  loopscope lab what-if --example domino --format json"
)]
pub(crate) struct Arguments {
    /// The name of the station
    #[arg(value_name = "STATION")]
    station: String,
    /// Take an example by its name
    #[arg(long, value_name = "ID")]
    example: Option<String>,
    /// Letters or words, numbers (NLR, Prediction), programs (Merge, What if)
    #[arg(long, value_name = "TEXT", conflicts_with = "example")]
    input: Option<String>,
    /// The most terms in a body (NLR, Prediction); the steps of a domino path (What if)
    #[arg(long, value_name = "K")]
    k: Option<u32>,
    /// At this height of the stack terms are put out (NLR)
    #[arg(long, value_name = "N")]
    smax: Option<u32>,
    /// So many of them (NLR)
    #[arg(long, value_name = "N")]
    nflush: Option<u32>,
    /// Which numbers may vary: polynomial, linear or constant (NLR)
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How many values are foretold (Prediction)
    #[arg(long, value_name = "N")]
    ahead: Option<u32>,
    /// How a graph is split: entries or none (Flow graph)
    #[arg(long, value_name = "HOW")]
    split: Option<String>,
    /// a to d, aggregation or domino (What if)
    #[arg(long, value_name = "CASE")]
    case: Option<String>,
    /// What a domino path may leave out: waits or computations (What if)
    #[arg(long, value_name = "WHAT")]
    of: Option<String>,
    /// Which steps: where something is complete, or all
    #[arg(long, default_value = "coarse")]
    zoom: Zoom,
    /// Only this step, from 0
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Sentences, all frames, or pictures: of one step, or pages of several (at most 200)
    #[arg(long, default_value = "text")]
    format: Figure,
    #[command(flatten)]
    to: Destination,
}

/// Which steps are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Zoom {
    /// Where something is complete
    Coarse,
    /// All
    Fine,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let input = LabInput {
        station: arguments.station.clone(),
        example: arguments.example.clone(),
        text: arguments.input.clone(),
        k: arguments.k,
        smax: arguments.smax,
        nflush: arguments.nflush,
        model: arguments.model.clone(),
        ahead: arguments.ahead,
        split: arguments.split.clone(),
        case: arguments.case.clone(),
        of: arguments.of.clone(),
        ..LabInput::default()
    };
    let run = run_station(&input).map_err(Failure::Usage)?;
    let (coarse, only) = (arguments.zoom == Zoom::Coarse, arguments.step);
    let text = match arguments.format {
        Figure::Text => frames_text(&run, coarse, only),
        Figure::Json => document(&run, only).map(|document| format!("{document}\n")),
        Figure::Svg => picture(&run, coarse, only),
    };
    arguments.to.write(&text.map_err(Failure::Usage)?)
}
