//! `loopscope whatif`: how long the run would last if some of its times were others.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use loopscope_session::open::{Opened, OpenedContent};
use loopscope_session::tasks::time::{without_trace, TimeChoices};
use loopscope_session::tasks::whatif::{
    change, document, is_reduced, prepare, Delay, Overrides, Question, ReducedRun, Selection, WhatIf, WhatIfChoices,
};

use crate::cmd::model::Locally;
use crate::cmd::times::Times;
use crate::cmd::Report;
use crate::columns::Columns;
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::reading::read;

/// How a receive is read that lasts longer than a message takes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reading {
    /// Its message is there after the time of the model; the rest stays
    Loggps,
    /// Its message is there when it ends: all of it is wait
    Measured,
    /// Both, as a range
    Both,
}

impl Reading {
    pub(crate) fn delay(self) -> Delay {
        match self {
            Self::Loggps => Delay::LogGps,
            Self::Measured => Delay::Measured,
            Self::Both => Delay::Both,
        }
    }
}

/// Who needs whom in a collective operation with a root.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Collectives {
    /// The root and the others
    Kind,
    /// Neighbours in a binomial tree, where the times of the trace allow it
    Tree,
}

/// Show how long the run would last if computations, waits, calls or messages lasted longer or shorter
#[derive(Args)]
#[command(after_help = "Selections:
  calc:L3                    what is computed in the loop L3 and the loops inside it
  wait:L1&iteration=12       waits in one iteration of L1, from 1 over all times it is entered
  wait:call=MPI_Allreduce    waits in a function; call: is all of a call, wait and rest
  calc:rank=1&L3             conditions are joined by &
  message:0->1&bytes>4096    messages by channel, size or tag (tag=7); * is any process
  imbalance:L3               what processes compute beyond an even share of an iteration of L3; 0 to 1
  event:1:4711               one call: process and number, from 0
  calc:all                   everything

Examples:
  loopscope whatif trace.tar.zst                      # what each loop would gain
  loopscope whatif --set 'calc:L3=0.5' trace/         # half the computing in L3
  loopscope whatif --set wait:L2=0 --set message:all=2 trace/
  loopscope whatif --set 'wait:L1&iteration=12=0' trace/
  loopscope whatif --curve calc:L3 trace/ -o curve.json")]
pub(crate) struct Arguments {
    /// A selection and how many times as long it lasts: 0 to 2, or 1/3, or 150%; may be given often
    #[arg(long = "set", value_name = "SEL=F")]
    changes: Vec<String>,
    /// A selection whose factor goes from 0 to 2
    #[arg(long, value_name = "SEL")]
    curve: Option<String>,
    /// How a receive is read that lasts longer than a message takes
    #[arg(long, value_enum, value_name = "READING", default_value = "both")]
    delay: Reading,
    /// How many processors the run had: no prediction is shorter than all computing, shared by them
    #[arg(long, value_name = "N")]
    processors: Option<NonZeroU32>,
    #[command(flatten)]
    replay: Replay,
}

/// What is known of messages, clocks and loops.
#[derive(Args)]
pub(crate) struct Model {
    /// Latency: nanoseconds that an empty message takes [default: the trace says it]
    #[arg(long = "L", value_name = "NS")]
    latency: Option<u32>,
    /// Nanoseconds that each byte takes, such as 0.2 [default: the trace says it]
    #[arg(long = "G", value_name = "NS")]
    byte: Option<f64>,
    /// Size in bytes from which on sends wait for their receives [default: the trace says it]
    #[arg(long = "S", value_name = "BYTES")]
    synchronous: Option<u32>,
    /// Who needs whom in a collective operation with a root: no trace says how a library spreads and gathers
    #[arg(long, value_enum, value_name = "SHAPE", default_value = "kind")]
    collectives: Collectives,
    #[command(flatten)]
    times: Times,
    #[command(flatten)]
    locally: Locally,
}

/// The run that is replayed, and where the answer goes.
#[derive(Args)]
pub(crate) struct Replay {
    #[command(flatten)]
    model: Model,
    /// What to write; if left out, what the ending of OUT says, else text
    ///
    /// JSON is "loopscope-whatif/1".
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Report>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    columns: Columns,
    /// Files, folders, archives, or - for standard input: together one trace; or a run that `loopscope reduce` made
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Model {
    /// The options that it has, for messages.
    pub(crate) const OPTIONS: &str = "--L, --G, --S, --collectives, --whole, --as-recorded, --method, --k or --locals";

    /// Whether something is said about it.
    pub(crate) fn is_given(&self) -> bool {
        let numbers = self.latency.is_some() || self.byte.is_some() || self.synchronous.is_some();
        numbers
            || self.collectives == Collectives::Tree
            || self.times.choices() != TimeChoices::default()
            || self.locally.is_given()
    }

    fn choices(&self) -> Result<WhatIfChoices, Failure> {
        let byte_ps = self.byte.map(|nanoseconds| nanoseconds * 1e3);
        if byte_ps.is_some_and(|it| !(0.0..=1e9).contains(&it)) {
            return Err(misuse(
                "",
                "--G says how long a byte takes",
                self.byte.map_or(String::new(), |byte| byte.to_string()),
                "nanoseconds from 0 to 1000000",
                "leave it out to read it from the trace",
            ));
        }
        let overrides = Overrides {
            latency: self.latency.map(i64::from),
            byte_ps: byte_ps.map(|it| it.round() as u64),
            synchronous: self.synchronous,
            trees: self.collectives == Collectives::Tree,
        };
        Ok(WhatIfChoices { times: self.times.choices(), overrides })
    }

    /// Makes the run of what was read ready for predictions.
    pub(crate) fn prepare(&self, (name, opened): (&str, &Opened)) -> Result<WhatIf, Failure> {
        let choices = self.choices()?;
        let trace = opened.trace().ok_or_else(|| without_trace(name))?;
        Ok(prepare(name, trace, &self.locally.wanted()?, choices)?)
    }
}

impl Replay {
    /// Checks that the answer can be written, before the trace is read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.to.check()
    }

    /// Reads a trace and makes its run ready for predictions.
    pub(crate) fn prepare(&self) -> Result<(String, WhatIf), Failure> {
        let (name, opened) = read(&self.paths, &self.columns)?;
        let run = self.model.prepare((&name, &opened))?;
        Ok((name, run))
    }

    /// Writes the answer in the form that was asked for.
    pub(crate) fn write(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> Result<(), Failure> {
        self.to.write(&match self.to.form(self.format, Report::Text) {
            Report::Text => text(),
            Report::Json => json(),
        })
    }

    /// What goes into a reduction cannot be changed afterwards.
    fn refuse_with_reduced(&self) -> Result<(), Failure> {
        match self.model.is_given() {
            false => Ok(()),
            true => Err(misuse(
                "",
                "a reduced run keeps the loops, messages and clocks that it was reduced with",
                Model::OPTIONS,
                "none of them",
                "give them to `loopscope reduce`",
            )),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.replay.check()?;
    let changes = arguments.changes.iter().map(|text| change(text));
    let question = Question {
        changes: changes.collect::<Result<_, _>>().map_err(Failure::Usage)?,
        curve: arguments.curve.as_deref().map(Selection::read).transpose().map_err(Failure::Usage)?,
        delay: arguments.delay.delay(),
        processors: arguments.processors,
    };
    let replay = &arguments.replay;
    let (name, opened) = read(&replay.paths, &replay.columns)?;
    if let OpenedContent::NestsJson(text) = &opened.content {
        if is_reduced(text) {
            let run = ReducedRun::read(&name, text)?;
            replay.refuse_with_reduced()?;
            let answer = run.answer(&question).map_err(Failure::Usage)?;
            return replay.write(|| answer.text(&run), || answer.document(&run));
        }
    }
    let run = replay.model.prepare((&name, &opened))?;
    let answer = run.answer(&question).map_err(Failure::Usage)?;
    replay.write(|| answer.text(&run), || document(&name, &run, &answer))
}
