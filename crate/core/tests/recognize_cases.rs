//! Runs the case files of `tests/suite/recognize`: every file in the folder, every case in the file.

#![cfg(test)]

mod suite;

use loopscope_core::recognize::{len, values, FunctionModel, Literal, Options, Recognizer, Term};
use suite::{run_all, without_comment};

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

/// Runs the content of a file and returns how many cases it has.
fn run_file(content: &str, fail: &mut dyn FnMut(usize, String)) -> usize {
    let mut options = Options::default();
    let (mut stream, mut expected, mut cases) = (Stream::new(), String::new(), 0);
    for (number, line) in content.lines().chain([""]).enumerate() {
        let line = without_comment(line);
        if let Some(result) = line.strip_prefix("=> ") {
            expected += result;
            expected.push('\n');
            continue;
        }
        if !expected.is_empty() {
            cases += 1;
            let (stream, expected) = (std::mem::take(&mut stream), std::mem::take(&mut expected));
            if let Err(what) = run_case(&stream, &expected, &options) {
                fail(number, what);
            }
        }
        match line.split_once(' ') {
            Some(("k", k)) => options.k = k.parse().unwrap(),
            Some(("model", name)) => options.model = FunctionModel::from_name(name).unwrap(),
            _ => match line.split_whitespace().map(read_value).collect::<Option<Stream>>() {
                Some(values) => stream.extend(values),
                None => fail(number + 1, format!("not values: {line}")),
            },
        }
    }
    cases
}

#[test]
fn every_case_of_every_file() {
    run_all("recognize", run_file);
}
