//! `loopscope watch`: follows a trace that is being written.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Args;
use loopscope_session::error_note;
use loopscope_session::export::{Form, Iterations};
use loopscope_session::open::{Content, Limits, Opening, SourceFile};
use loopscope_session::tasks::flow::{cut_to, FlowWatch, KeptCalls, WindowRule};

use crate::columns::Columns;
use crate::failure::{misuse, Failure};
use crate::files::path_text;
use crate::output::{Destination, Output};
use crate::print::{say, say_plainly};
use crate::reading::read;
use crate::writing::TraceFile;

/// Follow a trace that is being written: when its graph is stable, and which iterations to keep
///
/// Prints a line for each process when its event flow graph no longer grows, when it grows again, and where a window of
/// iterations begins and ends that stands for the others.
///
/// With --keep it then writes the calls of these windows as a table that opens like any trace, and with them each iteration that
/// takes a transition which no window has.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  mpirun ./program | loopscope watch -\n  loopscope watch --idle 60 rank-0.csv\n  loopscope watch --keep kept.csv trace.csv\n  loopscope watch --calls 500 --iterations 20 - -o windows.txt < trace.csv"
)]
pub(crate) struct Arguments {
    /// Calls without a new node or transition until the graph is stable
    #[arg(long, value_name = "N", default_value_t = 200)]
    calls: u64,
    /// Arrivals at the header of a loop since then
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    repeats: u64,
    /// Iterations in a window
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// The fields that must agree for two calls to be the same node [default: name,site, or what nests compare]
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    /// A file is over when it has not grown for so many seconds; a pipe when its writer closes it
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    idle: f64,
    /// Write the calls of the windows to this file, as a table, when FILE is over
    #[arg(long, value_name = "OUT")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    to: Destination,
    /// The file that grows, or - for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

/// Bytes of a step: few, so that what comes slowly is shown as it comes.
const SLICE: usize = 1 << 14;

/// How long to wait before looking again whether the file has grown.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    if let Some(keep) = &arguments.keep {
        check_keep(keep, arguments)?;
    }
    let Arguments { calls, repeats, iterations, .. } = *arguments;
    let (name, data): (String, Box<dyn Read>) = match arguments.path.as_os_str() == "-" {
        true => ("standard input".to_owned(), Box::new(io::stdin())),
        false => {
            let name = path_text(&arguments.path);
            let file = File::open(&arguments.path).map_err(|error| unreadable(&name, &error))?;
            let idle = Duration::try_from_secs_f64(arguments.idle).unwrap_or(Duration::MAX);
            (name, Box::new(Growing { file, idle }))
        }
    };
    let files = vec![SourceFile { path: name.clone(), data: Content::Stream(data) }];
    let opening = Opening::new(&name, files, Limits::default());
    let rule = WindowRule { calls, repeats, iterations };
    let watching = FlowWatch::new(opening, arguments.signature.as_deref(), rule);
    let mut watching = watching.map_err(Failure::Usage)?;
    let mut out = arguments.to.open()?;
    let mut text = String::new();
    loop {
        let notes = watching.step(SLICE, &mut text).map_err(Failure::Input)?;
        if !text.is_empty() {
            out.write_all(text.as_bytes())?;
            out.flush()?;
            text.clear();
        }
        if let Some(notes) = notes {
            out.keep()?;
            notes.iter().for_each(say);
            return match &arguments.keep {
                Some(keep) => write_kept(keep, arguments, &watching.kept()),
                None => Ok(()),
            };
        }
    }
}

fn check_keep(keep: &Path, arguments: &Arguments) -> Result<(), Failure> {
    // What is worth keeping is known when its beginning has passed: it is read again.
    if arguments.path.as_os_str() == "-" {
        return Err(misuse(
            "standard input",
            "what is worth keeping of a pipe cannot be read again",
            "--keep with -",
            "a file",
            "write the pipe to a file, too: `| tee trace.csv | loopscope watch -`, then watch the file with --keep",
        ));
    }
    Output::check(keep, arguments.to.forces())
}

/// Reads the file again and writes what is worth keeping.
fn write_kept(keep: &Path, arguments: &Arguments, kept: &[KeptCalls]) -> Result<(), Failure> {
    let (name, opened) = read(std::slice::from_ref(&arguments.path), &Columns::default())?;
    let Some(trace) = opened.trace() else { return Ok(()) };
    let cut = cut_to(&name, trace, kept)?;
    let file = TraceFile { trace: &cut.trace, form: Form::Csv, nests: Vec::new(), view: None, most: Iterations::All };
    let mut out = Output::create(keep, arguments.to.forces())?;
    file.begin(&mut out)?;
    out.write_all(cut.remark.as_bytes())?;
    for (at, process) in cut.trace.processes().iter().enumerate() {
        file.process(at, process, &mut out)?;
    }
    file.end(&mut out)?;
    out.keep()?;
    cut.report.lines().for_each(say_plainly);
    Ok(())
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    error_note(
        name,
        "cannot be read",
        error.to_string(),
        "a file that another program writes, or - for standard input",
        "check the path",
    )
    .into()
}

/// A file that ends when it has not grown for a while.
struct Growing {
    file: File,
    idle: Duration,
}

impl Read for Growing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let since = Instant::now();
        loop {
            match self.file.read(buffer)? {
                0 if since.elapsed() < self.idle => sleep(PAUSE.min(self.idle)),
                count => return Ok(count),
            }
        }
    }
}
