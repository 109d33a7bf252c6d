//! What is split comes back, value by value, by seeking.

#![cfg(test)]

use std::rc::Rc;

use loopscope_core::extract::columns::{Column, Columns, Knowledge};
use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::trace::{ProcessId, Trace};
use loopscope_testing::Random;

use super::{DataTrace, Splitting, PROCESS};
use crate::analysis::{Analysis, ProcessNest};
use crate::open::tests::{file, into_trace, work};
use crate::open::{Limits, Opening};
use crate::options::OptionChoices;
use crate::parquet::write::Writer;
use crate::source::ReadAt;
use crate::tasks::model::{options, Program};

fn trace(files: Vec<(String, String)>) -> Trace {
    let files = files.into_iter().map(|(path, text)| file(&path, text)).collect();
    into_trace(work(Opening::new("made", files, Limits::default()), 5_000).unwrap())
}

/// A ring of processes that send and receive in two loops, with times and sizes.
fn ring(processes: u32, rounds: u64, random: &mut Random) -> Trace {
    let mut text = "start_ns,end_ns,process,kind,name,peer,tag,bytes\n".to_owned();
    for own in 0..processes {
        let mut now = 1_000 + random.below(500);
        let mut event = |kind: &str, peer: u32, bytes: u64| {
            let start = now + random.below(2_000);
            now = start + 1 + random.below(900);
            text += &format!("{start},{now},{own},{kind},{kind},{peer},5,{bytes}\n");
        };
        let (next, before) = ((own + 1) % processes, (own + processes - 1) % processes);
        for round in 0..rounds {
            for inner in 0..3 {
                event("send", next, 8 * (1 + inner + round % 2));
                event("recv", before, 8 * (1 + inner + round % 2));
            }
            event("send", before, 64);
            event("recv", next, 64);
        }
    }
    trace(vec![("ring.csv".to_owned(), text)])
}

fn program(trace: &Trace) -> Program {
    let options = options("ring", trace, &OptionChoices::default()).unwrap();
    let nests = trace.processes().iter();
    let nests = nests.map(|it| ProcessNest::build(it, trace.table(), &options).unwrap().into());
    Program::of_trace("ring", trace, Analysis::new(&options, nests.collect())).unwrap()
}

/// The files of a trace: one for each process, or one of all.
fn split(trace: &Trace, program: &Program, one: bool) -> Vec<(String, Rc<dyn ReadAt>)> {
    let all: Vec<ProcessId> = trace.processes().iter().map(|process| process.id).collect();
    let mut splitting = Splitting::new("ring", trace, &all, Some(program.model()), false).unwrap();
    let parts: Vec<&[ProcessId]> = if one { vec![&all] } else { all.chunks(1).collect() };
    let mut files = Vec::new();
    for part in parts {
        let mut names = splitting.names();
        if one {
            names.insert(0, PROCESS.to_owned());
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut writer = Writer::new(Vec::new(), &names, 500).unwrap();
        for &process in part {
            splitting
                .rows(process, |batch| {
                    let own = vec![i64::from(process.0); batch[0].len()];
                    let with_process: Vec<&[i64]> =
                        one.then_some(own.as_slice()).into_iter().chain(batch.iter().copied()).collect();
                    writer.write(&with_process)
                })
                .unwrap();
            writer.end_group().unwrap();
        }
        let texts = splitting.metadata(part, "test");
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let bytes: Rc<dyn ReadAt> = Rc::new(writer.finish(&texts).unwrap());
        files.push((format!("rank-{}.parquet", part[0]), bytes));
    }
    files
}

#[test]
fn files_hold_what_the_trace_holds() {
    let mut values = 0;
    for seed in 0..12 {
        let random = &mut Random::new(seed);
        let trace = ring(2 + random.below(4) as u32, 3 + random.below(90), random);
        let program = program(&trace);
        let mut of_trace = TraceColumns::new(&trace, false);
        for one in [false, true] {
            let mut files = DataTrace::open(split(&trace, &program, one)).unwrap();
            assert_eq!(files.counts().pages, 0);
            assert_eq!(files.processes(), of_trace.processes());
            assert_eq!(files.early(), of_trace.early());
            for process in files.processes() {
                assert_eq!(files.identity(process), of_trace.identity(process));
                let events = of_trace.identity(process).unwrap().events;
                assert!(files.knows(process, Knowledge::Times) && files.knows(process, Knowledge::Sizes));
                let positions: Vec<u64> = (0..events).filter(|_| random.below(4) > 0).collect();
                for column in Column::ALL {
                    let (mut found, mut expected) = (Vec::new(), Vec::new());
                    files.read(process, column, &positions, &mut found).unwrap();
                    of_trace.read(process, column, &positions, &mut expected).unwrap();
                    assert_eq!(found, expected, "{seed} {process} {}", column.name());
                    values += found.len();
                }
                assert!(files.read(process, Column::Kind, &[events], &mut Vec::new()).is_err());
            }
        }
    }
    assert!(values > 50_000, "{values}");
}

#[test]
fn constructs_and_indices_are_those_of_the_model() {
    let trace = ring(3, 40, &mut Random::new(1));
    let program = program(&trace);
    let model = program.model();
    let all: Vec<ProcessId> = trace.processes().iter().map(|process| process.id).collect();
    let mut splitting = Splitting::new("ring", &trace, &all, Some(model), false).unwrap();
    let names = splitting.names();
    let at = |name: &str| names.iter().position(|known| known == name).unwrap();
    let (construct, outer) = (at("construct"), at("i0"));
    assert!(names.len() > outer + 1, "{names:?}");
    let positions = loopscope_core::extract::positions::Positions::new(model);
    for &process in &all {
        let mut seen = 0;
        splitting
            .rows(process, |batch| {
                for row in 0..batch[0].len() {
                    let number = batch[construct][row] as usize;
                    let id = model.ids().find(|id| id.index() == number).unwrap();
                    let indices: Vec<u64> = batch[outer..]
                        .iter()
                        .map(|level| level[row])
                        .filter(|&index| index >= 0)
                        .map(|index| index as u64)
                        .collect();
                    let formula = positions.absolute(id, process).unwrap();
                    assert_eq!(formula.strides.len(), indices.len());
                    assert_eq!(formula.at(&indices), seen);
                    seen += 1;
                }
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, splitting.events(process));
    }
    // A model of another trace is an error, not a guess.
    let other = ring(3, 41, &mut Random::new(1));
    let refused = Splitting::new("ring", &other, &all, Some(model), false).err().unwrap();
    assert!(refused.to_string().contains("the model is of other events"), "{refused}");
}

#[test]
fn two_files_of_one_process_are_refused() {
    let trace = ring(2, 20, &mut Random::new(1));
    let program = program(&trace);
    let mut files = split(&trace, &program, false);
    files.extend(split(&trace, &program, true));
    let error = DataTrace::open(files).unwrap_err().to_string();
    assert!(error.contains("two files hold the same process"), "{error}");
}
