//! `loopscope compress`: stores a trace as the loops that reproduce it.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use loopscope_session::formats::notes::Note;
use loopscope_session::lsz::{Compressing, Failed, Settings};
use loopscope_session::numbers::counted;
use loopscope_session::open::Limits;

use crate::failure::Failure;
use crate::files::gather;
use crate::output::{is_standard, Output};
use crate::print::say;
use crate::reading::{Bar, Input};

/// Store a trace compactly, as the loops that reproduce it
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope compress trace/ -o trace.lsz\n  valgrind --tool=lackey --trace-mem=yes ./a.out 2>&1 | loopscope compress - -o run.lsz"
)]
pub(crate) struct Arguments {
    /// The most terms in the body of a loop, for all streams [default: 1000 for events and labels, 100 for numbers]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    k: Option<u32>,
    /// The field of tuples that identifies the instruction: the other fields are compressed separately for
    /// each of its values [default: a field called pc, ip or instruction]
    #[arg(long, value_name = "FIELD")]
    split: Option<String>,
    /// Leave out when calls begin and end: times do not repeat, so they are most of the file
    #[arg(long)]
    no_times: bool,
    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
    /// The file to write; - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    input: Input,
}

/// Bytes of text that are read at a time.
const SLICE: usize = 1 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if is_standard(&arguments.output) && io::stdout().is_terminal() {
        let what = "a compressed trace is binary, so a terminal cannot show it";
        let note = Note::error("standard output", what).remedy("name a file with -o");
        return Err(Failure::Usage(note));
    }
    Output::check(&arguments.output, arguments.force)?;
    let files = gather(&arguments.input.paths)?;
    let mut output = Output::create(&arguments.output, arguments.force)?;
    let mut settings = Settings {
        split: arguments.split.clone(),
        times: !arguments.no_times,
        columns: arguments.input.columns.columns.clone(),
        words: arguments.input.columns.words(),
        ..Settings::default()
    };
    if let Some(k) = arguments.k {
        (settings.k_symbols, settings.k_numbers) = (k as usize, k as usize);
    }
    let outcome = {
        let limits = Limits::default();
        let opening = files.opening(limits);
        let mut compressing = Compressing::new(opening, settings, &mut output)?;
        let bar = Bar::new();
        loop {
            match compressing.step(SLICE) {
                Ok(None) => bar.show(&compressing.progress()),
                Ok(Some(outcome)) => break outcome,
                Err(Failed::Input(notes)) => return Err(Failure::Input(notes)),
                Err(Failed::Output(error)) => return Err(Failure::Output(error)),
            }
        }
    };
    output.keep()?;
    outcome.notes.iter().for_each(say);
    let processes = counted(outcome.processes as u64, "process");
    let (items, written) = (counted(outcome.items, "item"), counted(outcome.written, "byte"));
    say(format_args!("{processes}, {items}: {written}"));
    Ok(())
}
