//! `loopscope predict`: how often the current loop correctly predicts the next events.

use std::time::Instant;

use clap::Args;
use loopscope_session::files;
use loopscope_session::formats::printable_lines;
use loopscope_session::tasks::predict::{
    self, FunctionModel, PredictionBuilder, PredictionSettings, Settings, MOST_DEPTH, MOST_K,
};
use loopscope_session::trace::View;

use crate::cmd::items::Items;
use crate::cmd::{OneProcess, Report};
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::print::say_plainly;
use crate::reading::Input;

/// Measure how often loops predict the next events correctly, 1 to 128 events ahead
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope predict trace.din\n  loopscope predict --rank 0 --distances 1,10,100 trace/ -o predictions.json"
)]
pub(crate) struct Arguments {
    /// How many of the latest terms are searched for a loop that predicts
    ///
    /// A loop can predict in the middle of an iteration only if the iteration so far has at most this many
    /// terms, so loops with long bodies need more.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_DEPTH as i64))]
    depth: u32,
    /// The distances, in events ahead, at most 1024
    #[arg(long, value_name = "D,..", value_delimiter = ',', default_value = "1,2,4,8,16,32,64,128", value_parser = clap::value_parser!(u32).range(1..=Settings::MOST as i64))]
    distances: Vec<u32>,
    /// The most items in the body of a loop
    #[arg(long, default_value_t = 1000, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=MOST_K as i64))]
    k: u32,
    /// How the numbers of tuples may change in a loop [default: polynomial]
    ///
    /// constant: not at all; linear: by the same step in each iteration; polynomial: the step itself may change
    /// with a loop further out. Symbols have no numbers.
    #[arg(long, value_parser = FunctionModel::ALL.map(FunctionModel::name))]
    model: Option<String>,
    #[command(flatten)]
    items: Items,
    #[command(flatten)]
    only: OneProcess,
    /// The output format [default: the ending of OUT, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Report>,
    #[command(flatten)]
    to: Destination,
    /// Print a line `time predict EVENTS SECONDS` on standard error
    #[arg(long)]
    time: bool,
    #[command(flatten)]
    input: Input,
}

impl Arguments {
    fn settings(&self) -> PredictionSettings {
        let distances = self.distances.iter().map(|&distance| distance as usize).collect();
        PredictionSettings {
            k: self.k as usize,
            model: self.model.as_deref().and_then(FunctionModel::from_name),
            search: Settings { depth: self.depth as usize, distances },
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = arguments.input.read()?;
    let trace = opened.trace().ok_or_else(|| Failure::Usage(predict::without_trace(&name)))?;
    let options = arguments.items.wanted()?.resolve(&name, trace).map_err(Failure::Usage)?;
    if arguments.model.as_deref().is_some_and(|model| model != FunctionModel::Constant.name())
        && options.view != View::Values
    {
        return Err(misuse(
            &name,
            "symbols have no numbers that could change in a loop",
            format!("--view {}", options.view.name()),
            "--view values",
            "leave --model out",
        ));
    }
    let start = Instant::now();
    let mut predicting = PredictionBuilder::new(&options, arguments.settings());
    if let Some(rank) = arguments.only.rank {
        predicting = predicting.only(rank);
    }
    while predicting.step(trace)? {}
    if arguments.time {
        let (events, seconds) = (predicting.events_done(), start.elapsed().as_secs_f64());
        say_plainly(&format!("time predict {events} {seconds:.6}"));
    }
    let prediction = predicting.finish();
    if prediction.processes.is_empty() {
        return Err(arguments.only.not_found(&name));
    }
    arguments.to.write(&match arguments.to.form(arguments.format, Report::Text) {
        Report::Json => files::prediction::write(&prediction, &options),
        Report::Text => printable_lines(&predict::of(&prediction)).into_owned(),
    })
}
