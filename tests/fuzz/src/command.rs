//! What a person or a script does with corpora, by words on a command line.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::{corpus, memory, target, Target, TARGETS};

const HELP: &str = "list                    names of all targets
unpack NAME FOLDER      writes the corpus, the finds and the fixtures of a target into a folder
pack NAME FOLDER        makes the files of a folder the corpus of a target
run NAME FILE...        runs a target on files, or on all files of folders";

/// Whether a command line is one of these, and not libFuzzer's own.
pub fn is_one(words: &[String]) -> bool {
    let first = words.first().map(String::as_str);
    matches!(first, Some("list" | "unpack" | "pack" | "run"))
}

/// Does what the words say.
///
/// # Errors
/// There is no such target or file, or one cannot be written; or the words are no command: then the error lists those
/// there are.
pub fn run(words: &[String]) -> io::Result<()> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list"] => {
            TARGETS.iter().for_each(|target| println!("{}", target.name));
            Ok(())
        }
        ["unpack", name, folder] => named(name).and_then(|it| unpack(it, Path::new(folder))),
        ["pack", name, folder] => named(name).and_then(|it| pack(it, Path::new(folder))),
        ["run", name, paths @ ..] => named(name).and_then(|it| run_on(it, paths)),
        _ => Err(io::Error::other(HELP)),
    }
}

fn named(name: &str) -> io::Result<&'static Target> {
    target(name).ok_or_else(|| io::Error::other(format!("there is no target {name:?}")))
}

/// Fixtures longer than this are left to the tests of the formats: a fuzzer gets further with small ones.
const LONG: usize = 64 << 10;

fn unpack(target: &Target, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut inputs = if corpus::path(target).exists() { corpus::load(target)? } else { Vec::new() };
    inputs.extend(corpus::finds(target)?.into_iter().map(|(_, bytes)| bytes));
    inputs.extend(corpus::fixtures(target)?.into_iter().filter(|bytes| bytes.len() <= LONG));
    for (at, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{at:05}")), input)?;
    }
    Ok(())
}

fn pack(target: &Target, folder: &Path) -> io::Result<()> {
    let mut inputs = files_of(folder)?.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    // What every checkout has in other places need not be kept twice.
    let mut known = corpus::fixtures(target)?;
    known.extend(corpus::finds(target)?.into_iter().map(|(_, bytes)| bytes));
    inputs.retain(|input| !known.contains(input));
    corpus::save(target, inputs)
}

fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

fn run_on(target: &Target, paths: &[&str]) -> io::Result<()> {
    for path in paths.iter().map(Path::new) {
        let all = if path.is_dir() { files_of(path)? } else { vec![path.to_owned()] };
        for path in all {
            let input = fs::read(&path)?;
            println!("{}: {} bytes", path.display(), input.len());
            let (verdict, peak) = memory::peak_of(|| target.run(&input));
            println!("  {verdict:?}, {peak} bytes of memory");
        }
    }
    Ok(())
}
