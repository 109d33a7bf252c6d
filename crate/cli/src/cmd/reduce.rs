//! `loopscope reduce`: cuts a trace to some steps of its main loop, or to what questions about some events need.

use std::io::Write;

use clap::{Args, ValueEnum};
use loopscope_session::export::{self, Form, Iterations};
use loopscope_session::options::OptionChoices;
use loopscope_session::tasks::flow::{reduce, FlowChoices, ReduceChoices, Reduced, ReducedLoop};
use loopscope_session::trace::View;

use crate::cmd::reduce_events::Events;
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::print::{say, say_plainly};
use crate::reading::{Bar, Input};
use crate::writing::{nests_of, TraceFile};

/// Cut a trace with times to a few steps of its main loop, the same on all processes, or to what `loopscope whatif` needs
///
/// Writes a table (CSV) that opens like any trace, or the same for Perfetto. The time between steps is left out of all times. What the cut changes
/// is written to standard error: sizes, messages that are cut in two, and for each function its share of the time and its mean, before and after.
///
/// With --candidates or --above it keeps no steps but what `loopscope whatif` needs to answer questions about the longest waits and
/// computations, with the same numbers as from the whole trace ("loopscope-reduced/1"). Standard error then has how many events, bytes and
/// how much time of a question that saves.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope reduce trace/ -o reduced.csv\n  loopscope reduce --candidates 100 trace/ -o reduced.json\n  loopscope whatif --set wait:event=1:4711=0 reduced.json\n  loopscope reduce --iterations 5 --from 20 --loop 2 trace/ -o reduced.csv.gz\n  loopscope reduce --spread --to chrome trace/ -o reduced.json"
)]
pub(crate) struct Arguments {
    /// The loop, by its name in `loopscope flow` without the F [default: the outermost with at least 12 iterations, else the one with most calls]
    #[arg(long = "loop", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// How many steps to keep, at most half of those there are
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// The first step to keep: the very first ones may be a warm-up
    #[arg(long, value_name = "STEP", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// Keep steps that are spread evenly over the loop, not one after the other: better where it changes over time
    #[arg(long)]
    spread: bool,
    /// Take all iterations of the loop for steps, also those that differ from the others: else a branch may be in no step
    #[arg(long)]
    irregular: bool,
    /// The output format [default: the ending of OUT, else csv]
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Written>,
    /// The fields that must agree for two calls to be the same node [default: name,site, or what nests compare]
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    #[command(flatten)]
    events: Events,
    #[command(flatten)]
    out: Destination,
    #[command(flatten)]
    input: Input,
}

/// The output formats of a reduced trace.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Written {
    /// A table, which keeps everything
    Csv,
    /// Slices for Perfetto
    #[value(alias = "json")]
    Chrome,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.out.check()?;
    if let Some(longest) = arguments.events.longest()? {
        return arguments.events.reduce(longest, (&arguments.input, &arguments.out));
    }
    let (name, opened) = arguments.input.read()?;
    let Some(trace) = opened.trace() else {
        return Err(misuse(
            &name,
            "only traces can be reduced",
            "nests",
            "a trace with times",
            "open the trace itself",
        ));
    };
    let options = OptionChoices { signature: arguments.signature.clone(), ..Default::default() };
    let choices = ReduceChoices {
        flow: FlowChoices { options, ..FlowChoices::default() },
        of: arguments.number.map_or(ReducedLoop::Main, ReducedLoop::Number),
        steps: arguments.iterations,
        from: arguments.from,
        spread: arguments.spread,
        irregular: arguments.irregular,
    };
    let reduced = reduce(&name, trace, &choices)?;
    match arguments.out.form(arguments.to, Written::Csv) {
        Written::Csv => write(arguments, &reduced, Form::Csv, &name)?,
        Written::Chrome => write(arguments, &reduced, Form::Chrome, &name)?,
    }
    reduced.report.lines().for_each(say_plainly);
    Ok(())
}

/// Writes all of what is left; a table says in a line what that is.
fn write(arguments: &Arguments, reduced: &Reduced, form: Form, name: &str) -> Result<(), Failure> {
    let trace = &reduced.trace;
    let processes: Vec<_> = trace.processes().iter().collect();
    let (mut nests, mut view) = (Vec::new(), None);
    if form == Form::Chrome {
        let choices = OptionChoices { view: Some(View::Calls), ..OptionChoices::default() };
        let options = choices.resolve(name, trace).map_err(Failure::Usage)?;
        nests = nests_of(trace, &processes, &options, &Bar::new())?;
        view = Some(options.view);
    }
    export::losses(name, trace, form, view).into_iter().for_each(say);
    let file = TraceFile { trace, form, nests, view, most: Iterations::All };
    let mut out = arguments.out.open()?;
    file.begin(&mut out)?;
    if form == Form::Csv {
        out.write_all(reduced.remark.as_bytes())?;
    }
    for (at, process) in processes.iter().enumerate() {
        file.process(at, process, &mut out)?;
    }
    file.end(&mut out)?;
    out.keep()
}
