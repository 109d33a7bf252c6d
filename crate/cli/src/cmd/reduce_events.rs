//! `loopscope reduce --candidates`: leaves out of a run what questions about some of its events do not need.

use std::time::Instant;

use clap::{Args, ValueEnum};
use loopscope_session::error_note;
use loopscope_session::tasks::whatif::{AskedParts, Longest, ReductionChoices, Rule, Timed, MOST_ASKED};

use crate::cmd::whatif::{Model, Reading};
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::print::say_plainly;
use crate::reading::Input;

/// Which events may be asked about.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Of {
    /// Waits of calls
    Waits,
    /// Computations before calls
    Computation,
    /// The longest of both
    Both,
    /// Half of them waits, half computations: the longest waits may be longer than all computations
    Each,
}

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Without {
    /// Messages between processes that are early by the same, whatever is asked
    Equal,
    /// Also messages that never make their receiver later or earlier
    Unmoved,
    /// Whatever matters for none of the events alone: one of them can then be asked about at a time
    Alone,
}

/// The events that may be asked about, and what goes with them.
#[derive(Args)]
pub(crate) struct Events {
    /// Keep what `loopscope whatif` needs to answer questions about the N longest waits and computations
    #[arg(
        long, value_name = "N", help_heading = "To reduce to events",
        value_parser = clap::value_parser!(u32).range(1..=MOST_ASKED as i64),
        conflicts_with_all = ["number", "iterations", "from", "spread", "to", "signature"]
    )]
    candidates: Option<u32>,
    /// The same for all waits and computations that last so many nanoseconds
    #[arg(
        long, value_name = "NS", help_heading = "To reduce to events",
        value_parser = clap::value_parser!(i64).range(1..),
        conflicts_with_all = ["candidates", "number", "iterations", "from", "spread", "to", "signature"]
    )]
    above: Option<i64>,
    /// Which events may be asked about
    #[arg(long, value_enum, value_name = "WHAT", default_value = "both", help_heading = "To reduce to events")]
    of: Of,
    /// What is left out
    #[arg(long, value_enum, value_name = "RULE", default_value = "unmoved", help_heading = "To reduce to events")]
    rule: Without,
    /// How many events a process remembers: with fewer than there are processes that send to each other, little is left out
    #[arg(
        long, value_name = "M", default_value_t = 64, help_heading = "To reduce to events",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    last: u32,
    /// Which readings of long receives are kept
    #[arg(long, value_enum, value_name = "READING", default_value = "both", help_heading = "To reduce to events")]
    delay: Reading,
    #[command(flatten, next_help_heading = "To reduce to events")]
    model: Model,
}

impl Events {
    /// The events that were asked for; `None` if iterations were.
    ///
    /// # Errors
    /// What goes with events is given without them.
    pub(crate) fn longest(&self) -> Result<Option<Longest>, Failure> {
        let longest = match (self.candidates, self.above) {
            (Some(count), _) => Some(Longest::Count(count as usize)),
            (None, Some(least)) => Some(Longest::Above(least)),
            (None, None) => None,
        };
        if longest.is_none() && (self.model.is_given()) {
            return Err(misuse(
                "",
                "loops and messages are not looked at where iterations are kept",
                Model::OPTIONS,
                "--candidates or --above with them",
                "leave them out",
            ));
        }
        Ok(longest)
    }

    /// Reduces a trace to these events.
    pub(crate) fn reduce(&self, longest: Longest, (input, out): (&Input, &Destination)) -> Result<(), Failure> {
        let (name, opened) = input.read()?;
        let run = self.model.prepare((&name, &opened))?;
        let last = self.last as usize;
        let choices = ReductionChoices {
            longest,
            parts: AskedParts { waits: self.of != Of::Computation, computations: self.of != Of::Waits },
            each: self.of == Of::Each,
            rule: match self.rule {
                Without::Equal => Rule::Equal { last },
                Without::Unmoved => Rule::Unmoved { last },
                Without::Alone => Rule::Alone,
            },
            delay: self.delay.delay(),
        };
        let reduction = run.reduce(&choices).map_err(Failure::Usage)?;
        out.write(&reduction.document(&name, &run))?;
        let questions = reduction.questions(&run);
        let mut times = Vec::new();
        for reading in 0..reduction.readings() {
            let mut timed = Timed::default();
            let begun = Instant::now();
            let whole = reduction.ask_whole(&run, reading, questions);
            timed.before = begun.elapsed() / questions.max(1) as u32;
            let begun = Instant::now();
            let reduced = reduction.ask_reduced(reading, questions);
            timed.after = begun.elapsed() / questions.max(1) as u32;
            times.push(timed);
            if whole != reduced {
                return Err(error_note(
                    &name,
                    "the reduced run answers questions in another way",
                    format!("{questions} questions"),
                    "the same answers",
                    "please report this as a bug",
                )
                .into());
            }
        }
        reduction.report(&run, &times).lines().for_each(say_plainly);
        Ok(())
    }
}
