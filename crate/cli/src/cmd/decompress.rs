//! `loopscope decompress`: writes the text of a compressed trace.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use loopscope_session::formats::notes::Note;
use loopscope_session::lsz::{file_names, write_process, Compressed, WriteFailed};
use loopscope_session::numbers::thousands;
use loopscope_session::open::{plain_words, Content, ReadAt};

use crate::cmd::OneProcess;
use crate::failure::Failure;
use crate::files::{gather, path_text};
use crate::output::{is_folder, unwritable, Finished, Output};
use crate::reading::Bar;

/// Write the trace that a compressed file holds
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope decompress trace.lsz -o trace/\n  loopscope decompress --rank 3 trace.lsz | head"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    only: OneProcess,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// The file to write; a folder (existing, or ending in /) for one file for each process; or - for
    /// standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// A file that `loopscope compress` wrote, or - for standard input, which is held in memory
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, data) = bytes(&arguments.path)?;
    let file = Rc::new(Compressed::open(&name, data)?);
    let bar = Bar::new();
    // All data is verified before anything is written.
    for block in 0..file.blocks() {
        file.check_block(block)?;
    }
    let numbers: Vec<u32> = file.processes().map(|process| process.0).collect();
    let included = |&at: &usize| numbers.get(at).is_some_and(|&it| arguments.only.includes(it));
    let wanted: Vec<usize> = (0..numbers.len()).filter(included).collect();
    if wanted.is_empty() && arguments.only.rank.is_some() {
        return Err(arguments.only.not_found(&name));
    }
    let total = file.items();
    let mut written = 0;
    let write = |at: usize, out: &mut Output, written: &mut u64| {
        let before = *written;
        let result = write_process(&file, at, out, |items| {
            *written = before + items;
            bar.count(*written, total);
        });
        result.map_err(|failed| match failed {
            WriteFailed::Output(error) => Failure::Output(error),
            WriteFailed::Input(note, items) => {
                let remedy = format!("{} items were written before", thousands(before + items));
                Note { remedy, ..*note }.into()
            }
        })
    };
    if is_folder(&arguments.output) {
        let folder = &arguments.output;
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        let names = file_names(&file);
        let named = |&at: &usize| Some((at, folder.join(names.get(at)?)));
        let files: Vec<_> = wanted.iter().filter_map(named).collect();
        files.iter().try_for_each(|(_, path)| Output::check(path, arguments.force))?;
        let mut finished = Vec::new();
        for (at, path) in files {
            let mut out = Output::create(&path, arguments.force)?;
            write(at, &mut out, &mut written)?;
            finished.push(out.finish()?);
        }
        // All of them or none.
        return finished.into_iter().try_for_each(Finished::keep);
    }
    let mut out = Output::create(&arguments.output, arguments.force)?;
    // A line of the native form names its process; others do not.
    let headed = wanted.len() > 1 && file.format() != "native";
    for &at in &wanted {
        if headed {
            writeln!(out, "# process {}", numbers.get(at).copied().unwrap_or_default())?;
        }
        write(at, &mut out, &mut written)?;
    }
    out.keep()
}

/// The bytes of the file; those of a stream are collected.
fn bytes(path: &Path) -> Result<(String, Rc<dyn ReadAt>), Failure> {
    if path.is_dir() {
        return Err(Note::error(&path_text(path), "this is a folder").expected("a compressed trace").into());
    }
    let files = gather(std::slice::from_ref(&path.to_owned()))?.files;
    let none = || Note::error(&path_text(path), "there is no file to open");
    let file = files.into_iter().next().ok_or_else(none)?;
    match file.data {
        Content::Random(data) => Ok((file.path, data)),
        Content::Stream(mut stream) => {
            let mut bytes = Vec::new();
            let read = stream.read_to_end(&mut bytes);
            let unreadable =
                |error: std::io::Error| Note::error(&file.path, "the file cannot be read").found(plain_words(&error));
            read.map_err(unreadable)?;
            Ok((file.path, Rc::new(bytes)))
        }
    }
}
