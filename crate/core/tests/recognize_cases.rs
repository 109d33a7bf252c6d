//! Runs the case files of `tests/suite/recognize`: every file in the folder, every case in the file.

#![allow(clippy::unwrap_used, reason = "a case that cannot be read fails")]

use std::path::{Path, PathBuf};

use loopscope_core::recognize::{len, values, Literal, Model, Options, Recognizer, Term};

type Stream = Vec<(u32, Vec<u64>)>;

/// `NUMBER` or `LABEL:NUMBER,NUMBER,..`.
fn read_value(word: &str) -> Option<(u32, Vec<u64>)> {
    let (label, numbers) = word.split_once(':').unwrap_or(("0", word));
    let numbers = numbers.split(',').filter(|number| !number.is_empty());
    let fields: Result<Vec<u64>, _> = numbers.map(str::parse).collect();
    Some((label.parse().ok()?, fields.ok()?))
}

/// What is wrong with a case, if anything is.
fn run_case(stream: &Stream, expected: &str, options: &Options) -> Result<(), String> {
    let (mut fast, mut literal) = (Recognizer::new(options.clone()), Literal::new(options.clone()));
    for (label, fields) in stream {
        fast.push(*label, fields);
        literal.push(*label, fields);
    }
    for terms in [fast.finish(), literal.finish()] {
        let found: String = terms.iter().map(Term::to_string).collect();
        if found != expected {
            return Err(format!("expected\n{expected}found\n{found}"));
        }
        if !values(&terms).eq(stream.iter().cloned()) || len(&terms) != stream.len() as u64 {
            return Err("it does not run to the stream".to_owned());
        }
    }
    Ok(())
}

/// Runs a file and returns how many cases it has.
fn run_file(path: &Path, failures: &mut Vec<String>) -> usize {
    let content = std::fs::read_to_string(path).unwrap();
    let mut options = Options::default();
    let (mut stream, mut expected, mut cases) = (Stream::new(), String::new(), 0);
    for (number, line) in content.lines().chain([""]).enumerate() {
        let mut fail = |what: String| failures.push(format!("{}:{number}: {what}", path.display()));
        let line = line.split('#').next().unwrap_or("").trim_end();
        if let Some(result) = line.strip_prefix("=> ") {
            expected += result;
            expected.push('\n');
            continue;
        }
        if !expected.is_empty() {
            cases += 1;
            let (stream, expected) = (std::mem::take(&mut stream), std::mem::take(&mut expected));
            if let Err(what) = run_case(&stream, &expected, &options) {
                fail(what);
            }
        }
        match line.split_once(' ') {
            Some(("k", k)) => options.k = k.parse().unwrap(),
            Some(("model", name)) => options.model = Model::from_name(name).unwrap(),
            _ => match line.split_whitespace().map(read_value).collect::<Option<Stream>>() {
                Some(values) => stream.extend(values),
                None => fail(format!("not values: {line}")),
            },
        }
    }
    cases
}

#[test]
fn every_case_of_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/recognize");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    let mut failures = Vec::new();
    for path in files {
        assert_eq!(path.extension().and_then(|e| e.to_str()), Some("case"), "{}", path.display());
        assert!(run_file(&path, &mut failures) > 0, "no cases in {}", path.display());
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
