//! `loopscope reduce`: cuts a trace to some steps of its main loop.

use clap::Args;
use loopscope_session::error_note;
use loopscope_session::export::{Form, Writer};
use loopscope_session::open::OpenedContent;
use loopscope_session::options::OptionChoices;
use loopscope_session::tasks::flow::{reduce, FlowChoices, ReduceChoices};

use crate::failure::Failure;
use crate::output::Destination;
use crate::print::say_plainly;
use crate::reading::Input;

/// Cut a trace with times to a few steps of its main loop, the same on all processes
///
/// Writes a table (CSV) that opens like any trace. What the cut changes is written to standard error: sizes, messages that
/// lost their other side, and for each function its share of the time and its mean, before and after.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope reduce trace/ -o reduced.csv\n  loopscope reduce --iterations 5 --from 20 --loop 2 trace/ -o reduced.csv.gz"
)]
pub(crate) struct Arguments {
    /// The loop, by its name in `loopscope flow` without the L [default: the outermost with at least 12 iterations]
    #[arg(long = "loop", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// How many steps to keep, at most half of those there are
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// The first step to keep, counted in the longest visit to the loop
    #[arg(long, value_name = "STEP", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// The fields that must agree for two calls to be the same node [default: name,site, or what nests compare]
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, opened) = arguments.input.read()?;
    let OpenedContent::Trace(trace) = &opened.content else {
        return Err(Failure::Usage(error_note(
            &name,
            "only traces can be reduced".to_owned(),
            "nests".to_owned(),
            "a trace with times".to_owned(),
            "open the trace itself".to_owned(),
        )));
    };
    let options = OptionChoices { signature: arguments.signature.clone(), ..Default::default() };
    let choices = ReduceChoices {
        flow: FlowChoices { options, ..FlowChoices::default() },
        number: arguments.number,
        steps: arguments.iterations,
        from: arguments.from,
    };
    let reduced = reduce(&name, trace, &choices).map_err(|note| Failure::Input(vec![note]))?;
    let mut out = arguments.to.open()?;
    let writer = Writer::new(&reduced.trace, Form::Csv);
    writer.begin(&mut out)?;
    for process in reduced.trace.processes() {
        writer.process(process, &mut out)?;
    }
    out.keep()?;
    reduced.report.lines().for_each(say_plainly);
    Ok(())
}
