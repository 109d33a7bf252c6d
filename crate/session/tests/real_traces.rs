//! Every process of every real trace, by every method: the nest expands to the trace, its JSON is
//! no longer than its items and reads back the same.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on; without it the bundled samples
//! and the fixtures are used.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{files_under, open_path, repository};
use loopscope_core::nest::Method;
use loopscope_session::analyse::{string_of, Analysis, ProcessNest};
use loopscope_session::document;
use loopscope_session::options::Wanted;

/// The archives and files to run on.
fn corpus() -> Vec<PathBuf> {
    let folders = match std::env::var_os("LOOPSCOPE_TRACES") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![repository().join("web/public/samples")],
    };
    let known = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let of_kind =
            ["native", "native-local", "symbols"].iter().any(|form| name.starts_with(form));
        name.ends_with(".tar.zst") && (of_kind || std::env::var_os("LOOPSCOPE_TRACES").is_none())
    };
    folders.iter().flat_map(|folder| files_under(folder)).filter(known).collect()
}

#[test]
fn every_nest_is_its_trace() {
    let corpus = corpus();
    assert!(!corpus.is_empty(), "no trace to run on");
    let mut processes = 0u64;
    for path in &corpus {
        let trace = open_path(path);
        for method in Method::ALL {
            for view in trace.views() {
                let wanted = Wanted { method: Some(method), view: Some(view), ..Wanted::default() };
                let options = wanted.resolve("trace", &trace).unwrap();
                let mut nests = Vec::new();
                for process in trace.processes() {
                    let place = || {
                        format!(
                            "{} process {} {method} {}",
                            path.display(),
                            process.id,
                            view.name()
                        )
                    };
                    let string = string_of(process, trace.table(), &options);
                    let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
                    assert!(nest.nest.symbols().eq(string.symbols.iter().copied()), "{}", place());
                    assert!(nest.nest.nodes().len() as u64 <= nest.stats.total, "{}", place());
                    nests.push(nest.into());
                    processes += 1;
                }
                let analysis = Analysis::new(&options, nests);
                let text = document::write(&analysis);
                let again = document::read("again", &text).unwrap();
                assert_eq!(document::write(&again), text, "{}", path.display());
            }
        }
        println!("{}: {} processes", path.display(), trace.processes().len());
    }
    println!("{processes} nests in {} traces", corpus.len());
}
