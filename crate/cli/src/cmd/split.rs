//! `loopscope split`: writes a trace as columns of numbers, for pandas, polars, DuckDB and NumPy.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use loopscope_session::data_trace::{call_metadata, call_rows, npy, Failed, Splitting, CALL_COLUMNS, PROCESS};
use loopscope_session::formats::notes::Note;
use loopscope_session::parquet::write::{Writer, MOST_ROWS, ROWS};
use loopscope_session::tasks::model::{options, Program};
use loopscope_session::trace::{Process, ProcessId, Trace, View};

use crate::cmd::model::{analysed, Locally};
use crate::cmd::OneProcess;
use crate::failure::{misuse, Failure};
use crate::output::{is_folder, is_standard, unwritable, Finished, Output};
use crate::print::say;
use crate::reading::{trace_of, Bar, Input};

/// Write a trace as columns of numbers, for pandas, polars, DuckDB and NumPy
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope split trace/ -o data/\n  loopscope split trace/ -o lu.parquet\n  loopscope split --calls --rows 8192 trace.tar.zst -o data/"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    locally: Locally,
    #[command(flatten)]
    only: OneProcess,
    /// The form: parquet, or columns (of each column a file rank-P.COLUMN.npy, to be mapped into memory)
    #[arg(long, value_enum, value_name = "FORM", default_value = "parquet")]
    to: Form,
    /// Write the calls of each process as well, into calls-P.parquet
    #[arg(long)]
    calls: bool,
    /// Rows of a row group, the unit of a seek: with 8192 single records are read fastest
    #[arg(long, value_name = "N", default_value_t = ROWS as u32, value_parser = clap::value_parser!(u32).range(1..=MOST_ROWS as i64))]
    rows: u32,
    /// Leave out the columns construct, i0, i1, .., which say where in the model an event stands
    #[arg(long)]
    plain: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// A folder (existing, or ending in /) for a file rank-P.parquet of each process; or one file FILE.parquet with a column
    /// process
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    input: Input,
}

/// The form of the files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Parquet files
    Parquet,
    /// Files of NumPy
    Columns,
}

/// Refuses what does not go together.
fn check(arguments: &Arguments) -> Result<(), Failure> {
    let folder = is_folder(&arguments.output);
    let title = arguments.output.display().to_string();
    let refused = |what: &str, found: &str, remedy: &str| {
        let expected = "a folder (existing, or ending in /)".to_owned();
        Err(misuse(&title, what, found, expected, remedy))
    };
    let is_parquet = title.ends_with(".parquet");
    match arguments.to {
        _ if is_standard(&arguments.output) => {
            refused("a data trace is binary and has several parts", "standard output", "name a folder with -o")
        }
        Form::Columns if !folder => refused("columns are a file each", "a file", "name a folder with -o"),
        _ if arguments.calls && !folder => refused(
            "calls are written into files beside those of the events",
            "--calls with one file",
            "name a folder with -o",
        ),
        Form::Parquet if !folder && !is_parquet => refused(
            "neither a folder nor a Parquet file",
            "another ending",
            "name a folder, or a file that ends in .parquet",
        ),
        Form::Parquet if !folder => Output::check(&arguments.output, arguments.force),
        _ => Ok(()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    check(arguments)?;
    let (name, opened) = arguments.input.read()?;
    let trace = trace_of(&name, &opened, "only traces can be split")?;
    let has_events = |it: &&Process| it.len(View::Communication).is_some();
    let all = trace.processes().iter().map(|process| &**process);
    let wanted: Vec<&Process> = all.filter(has_events).filter(|it| arguments.only.includes(it.id.0)).collect();
    if wanted.is_empty() {
        return Err(match trace.event_count(View::Communication) {
            0 => misuse(
                &name,
                "a data trace holds events of communication",
                "none of them",
                "sends, receives, synchronisations or local events",
                "convert it to csv",
            ),
            _ => arguments.only.not_found(&name),
        });
    }
    let program = match arguments.plain {
        true => None,
        false => program(arguments, &name, trace)?,
    };
    let model = program.as_ref().map(Program::model);
    let ids: Vec<ProcessId> = wanted.iter().map(|process| process.id).collect();
    let without_locals = arguments.locally.drops_locals();
    let trace = &trace.as_recorded();
    let splitting = Splitting::new(&name, trace, &ids, model, without_locals)?;
    splitting.notes().iter().for_each(say);
    let made = program.as_ref().map_or(String::new(), |program| program.analysis.method.clone());
    let mut job = Job { arguments, trace, splitting, made, bar: Bar::new(), finished: Vec::new() };
    if is_folder(&arguments.output) {
        fs::create_dir_all(&arguments.output).map_err(|error| unwritable(&arguments.output, &error))?;
        for (done, process) in wanted.iter().enumerate() {
            job.bar.count(done as u64, wanted.len() as u64);
            job.process(process)?;
        }
    } else {
        job.one_file(&ids)?;
    }
    // All of them or none.
    job.finished.into_iter().try_for_each(Finished::keep)
}

/// The model that rows stand in. Where there is none, a note says why.
fn program(arguments: &Arguments, name: &str, trace: &Trace) -> Result<Option<Program>, Failure> {
    let build = |wanted| -> Result<Program, Note> {
        let options = options(name, trace, &wanted)?;
        Program::of_trace(name, trace, analysed(trace, &options)?)
    };
    match build(arguments.locally.wanted()?) {
        Ok(program) => Ok(Some(program)),
        Err(note) => {
            say(&note);
            say(Note::info(name, "without a model there are no columns construct, i0, i1, .."));
            Ok(None)
        }
    }
}

/// What is being written.
struct Job<'a> {
    arguments: &'a Arguments,
    trace: &'a Trace,
    splitting: Splitting<'a>,
    /// How the model was made.
    made: String,
    bar: Bar,
    /// Written, but not named yet.
    finished: Vec<Finished>,
}

fn failure(failed: Failed) -> Failure {
    match failed {
        Failed::Input(note) => note.into(),
        Failed::Output(error) => Failure::Output(error),
    }
}

impl Job<'_> {
    fn create(&self, path: &Path) -> Result<Output, Failure> {
        Output::create(path, self.arguments.force)
    }

    /// Writes the files of a process.
    fn process(&mut self, process: &Process) -> Result<(), Failure> {
        let path = |name: String| self.arguments.output.join(name);
        let own = process.id;
        match self.arguments.to {
            Form::Parquet => {
                let out = self.create(&path(format!("rank-{own}.parquet")))?;
                let out = self.parquet(out, &[own], false)?;
                self.finished.push(out.finish()?);
            }
            Form::Columns => self.columns(own)?,
        }
        if self.arguments.calls && process.len(View::Calls).is_some() {
            let out = self.create(&self.arguments.output.join(format!("calls-{own}.parquet")))?;
            let mut writer = Writer::new(out, &CALL_COLUMNS, self.arguments.rows as usize)?;
            call_rows(self.trace, process, |batch| writer.write(batch))?;
            let out = writer.finish(&texts(&call_metadata(self.trace)))?;
            self.finished.push(out.finish()?);
        }
        Ok(())
    }

    fn one_file(&mut self, processes: &[ProcessId]) -> Result<(), Failure> {
        let out = self.create(&self.arguments.output)?;
        let out = self.parquet(out, processes, true)?;
        self.finished.push(out.finish()?);
        Ok(())
    }

    /// Writes a Parquet file; `several`: with a column that says which process a row is of.
    fn parquet(&mut self, out: Output, processes: &[ProcessId], several: bool) -> Result<Output, Failure> {
        let mut names = self.splitting.names();
        if several {
            names.insert(0, PROCESS.to_owned());
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut writer = Writer::new(out, &names, self.arguments.rows as usize)?;
        let mut own = Vec::new();
        for (done, &process) in processes.iter().enumerate() {
            if several {
                self.bar.count(done as u64, processes.len() as u64);
            }
            self.splitting
                .rows(process, |batch| {
                    if !several {
                        return writer.write(batch);
                    }
                    own.clear();
                    own.resize(batch.first().map_or(0, |column| column.len()), process.0.into());
                    let all: Vec<&[i64]> = [own.as_slice()].into_iter().chain(batch.iter().copied()).collect();
                    writer.write(&all)
                })
                .map_err(failure)?;
            writer.end_group()?;
        }
        let metadata = self.splitting.metadata(processes, &self.made);
        Ok(writer.finish(&texts(&metadata))?)
    }

    /// Writes a file for each column.
    fn columns(&mut self, process: ProcessId) -> Result<(), Failure> {
        let events = self.splitting.events(process);
        let mut files: Vec<Output> = Vec::new();
        for name in self.splitting.names() {
            let mut out = self.create(&self.arguments.output.join(format!("rank-{process}.{name}.npy")))?;
            npy::begin(events, &mut out)?;
            files.push(out);
        }
        self.splitting
            .rows(process, |batch| {
                files.iter_mut().zip(batch).try_for_each(|(out, column)| -> io::Result<()> {
                    let out: &mut dyn Write = out;
                    npy::numbers(column, out)
                })
            })
            .map_err(failure)?;
        for file in files {
            self.finished.push(file.finish()?);
        }
        Ok(())
    }
}

fn texts<'a>(metadata: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    metadata.iter().map(|(name, text)| (*name, text.as_str())).collect()
}
