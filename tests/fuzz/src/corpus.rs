//! Corpora: the inputs of a target that together reach all its code that is known to be reached.
//!
//! A corpus is a file of its own, `corpus/NAME.gz`: gzip of the inputs, shortest first, each after its length (4
//! bytes, lowest first). A target has hundreds of inputs of a few hundred bytes, which as files of their own would be most
//! of the files of the repository; packed, they are a sixth of the size, and nobody reads them one by one. Finds, which people
//! do read, are files as they are: `finds/NAME/`.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::{files, seeds, Target};

/// The folder of this crate.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The corpus of a target.
pub fn path(target: &Target) -> PathBuf {
    home().join(format!("corpus/{}.gz", target.name))
}

/// The inputs of a target's corpus.
///
/// # Errors
/// The file cannot be read, or is cut.
pub fn load(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(path(target))?).read_to_end(&mut bytes)?;
    let mut inputs = Vec::new();
    let mut rest = bytes.as_slice();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let input = after.get(..length).ok_or(io::ErrorKind::UnexpectedEof)?;
        inputs.push(input.to_vec());
        rest = &after[length..];
    }
    Ok(inputs)
}

/// Writes a target's corpus. The same inputs give the same bytes.
///
/// # Errors
/// The file cannot be written.
pub fn save(target: &Target, mut inputs: Vec<Vec<u8>>) -> io::Result<()> {
    inputs.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    inputs.dedup();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for input in &inputs {
        packed.write_all(&(input.len() as u32).to_le_bytes())?;
        packed.write_all(input)?;
    }
    fs::write(path(target), packed.finish()?)
}

/// The inputs that made a target fail once, with their paths.
///
/// # Errors
/// One cannot be read.
pub fn finds(target: &Target) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let folder = home().join("finds").join(target.name);
    let mut finds = Vec::new();
    if folder.is_dir() {
        for path in entries(&folder)? {
            let bytes = fs::read(&path)?;
            finds.push((path, bytes));
        }
    }
    Ok(finds)
}

/// The first inputs of a target: what is made for it, and the fixtures of its format. A file is an input, and so is a folder
/// that is a trace of several files.
///
/// # Errors
/// One cannot be read.
pub fn fixtures(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut inputs = seeds::of(target);
    for folder in target.fixtures {
        let root = home().join("../fixtures").join(folder);
        for tool in entries(&root)? {
            if !tool.is_dir() {
                continue;
            }
            // Files may stand beside each other by kind, or a level above.
            let kinds = entries(&tool)?;
            let kinds = if kinds.iter().any(|path| path.is_dir()) { kinds } else { vec![tool] };
            for kind in kinds.into_iter().filter(|path| path.is_dir()) {
                for trace in entries(&kind)? {
                    inputs.push(files::join(&below(&trace, "")?));
                }
            }
        }
    }
    Ok(inputs)
}

/// The paths in a folder, in order, without what belongs to fixtures but is none.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is = |ending| path.extension().is_some_and(|end| end == ending);
        if !is("expected") && !is("otf2-print") && !path.ends_with("LICENSE") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// A file, or all files below a folder with their paths in it.
fn below(path: &Path, within: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    if path.is_file() {
        let name = if within.is_empty() { files::UNNAMED } else { within };
        return Ok(vec![(name.to_owned(), fs::read(path)?)]);
    }
    let mut found = Vec::new();
    for entry in entries(path)? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let within = if within.is_empty() { name } else { format!("{within}/{name}") };
        found.extend(below(&entry, &within)?);
    }
    Ok(found)
}
