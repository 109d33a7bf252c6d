//! Every process of every real trace, by every method: the nest expands to the trace, its JSON is
//! no longer than its items and reads back the same.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on; without it the bundled samples
//! and the fixtures are used.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::method::Method;
use loopscope_core::symbols::parse_tuple;
use loopscope_session::analysis::string_of;

/// The archives and files to run on.
fn corpus() -> Vec<PathBuf> {
    let known = |path: &PathBuf| {
        let name = name_of(path);
        let of_kind = ["native", "native-local", "symbols"].iter().any(|form| name.starts_with(form));
        name.ends_with(".tar.zst") && (of_kind || real_traces().is_none())
    };
    whole_traces().into_iter().filter(known).collect()
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
                let wanted = OptionChoices { method: Some(method), view: Some(view), ..OptionChoices::default() };
                let options = wanted.resolve("trace", &trace).unwrap();
                let mut nests = Vec::new();
                for process in trace.processes() {
                    let place = || format!("{} process {} {method} {}", path.display(), process.id, view.name());
                    let string = string_of(process, trace.table(), &options).unwrap();
                    let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
                    match &nest.tuples {
                        Some(tuples) => {
                            let mut tuples = tuples.nest.tuples();
                            for &symbol in &string.symbols {
                                let own = parse_tuple(string.table.text(symbol)).unwrap();
                                let ran = tuples.next_ref().unwrap();
                                assert_eq!((own.0, &own.1[..]), ran, "{}", place());
                            }
                            assert_eq!(tuples.next_ref(), None, "{}", place());
                        }
                        None => {
                            let symbols = string.symbols.iter().copied();
                            assert!(nest.nest.symbols().eq(symbols), "{}", place());
                        }
                    }
                    assert!(nest.nest.nodes().len() as u64 <= nest.stats.total, "{}", place());
                    nests.push(nest.into());
                    processes += 1;
                }
                let analysis = Analysis::new(&options, nests);
                let text = files::nests::write(&analysis);
                let again = files::nests::read("again", &text).unwrap();
                assert_eq!(files::nests::write(&again), text, "{}", path.display());
            }
        }
        println!("{}: {} processes", path.display(), trace.processes().len());
    }
    println!("{processes} nests in {} traces", corpus.len());
}

/// Processes by what their main loop is: events in one iteration, count, and the loops in it.
fn main_loops(archive: &str, method: Method) -> Vec<(usize, String)> {
    let trace = open_path(&repository().join(archive));
    let wanted = OptionChoices { method: Some(method), ..OptionChoices::default() };
    let options = wanted.resolve("trace", &trace).unwrap();
    let mut seen = std::collections::BTreeMap::new();
    for process in trace.processes() {
        let process = ProcessNest::build(process, trace.table(), &options).unwrap();
        let main = process.stats.main_loop.as_ref().unwrap();
        let body = process.nest.as_loop(main.node).unwrap();
        let inner = process.nest.body(&body).iter().filter_map(|&id| process.nest.as_loop(id));
        // Loops of two or three iterations inside are exchanges with a few neighbours.
        let inner: Vec<String> =
            inner.filter(|node| node.count > 7).map(|node| format!(" {}x{}", node.period, node.count)).collect();
        let said = format!("{}x{}{}", main.period, main.count, inner.concat());
        *seen.entry(said).or_insert(0) += 1;
    }
    seen.into_iter().map(|(said, processes)| (processes, said)).collect()
}

/// The loops that the programs' sources have; Xu and Subhlok 2008, table 3, name the same for an
/// interior process (their CG runs 75 times: class B; their LU has 100 and 160 planes).
#[test]
fn main_loops_are_the_programs() {
    let check = |archive: &str, method, expected: &[(usize, &str)]| {
        let seen = main_loops(archive, method);
        let seen: Vec<(usize, &str)> = seen.iter().map(|(n, said)| (*n, said.as_str())).collect();
        assert_eq!(seen, expected, "{archive} {method}");
    };
    let calls = |name: &str| format!("tests/fixtures/corpus/{name}-symbols.tar.zst");
    for method in Method::ALL {
        check(&calls("bt.A.16"), method, &[(16, "85x200")]);
        check(&calls("sp.A.16"), method, &[(16, "67x400")]);
        check(&calls("mg.B.16"), method, &[(8, "382x20"), (8, "416x20")]);
        // 250 iterations, of which the first is told apart by what stands before it.
        let lu = [(4, "254x249 2x62 2x62"), (8, "381x249 3x62 3x62"), (4, "508x249 4x62 4x62")];
        check(&calls("lu.A.16"), method, &lu);
    }
    // Greedy reduces a pair at the seam first, which costs the inner loop an iteration.
    check(&calls("cg.A.16"), Method::Greedy, &[(16, "552x15 21x25")]);
    check(&calls("cg.A.16"), Method::Optimal, &[(16, "552x15 21x26")]);
}

/// The same programs as messages: fewer events (no waits), the same counts. Messages of MG repeat
/// across the seams of its iterations, so greedy loses one there.
#[test]
fn main_loops_of_messages() {
    let check = |id: &str, method, expected: &[(usize, &str)]| {
        let seen = main_loops(&format!("web/public/samples/{id}.tar.zst"), method);
        let seen: Vec<(usize, &str)> = seen.iter().map(|(n, said)| (*n, said.as_str())).collect();
        assert_eq!(seen, expected, "{id} {method}");
    };
    for method in Method::ALL {
        check("bt", method, &[(16, "48x200")]);
        check("sp", method, &[(16, "48x400")]);
        check("lulesh", method, &[(8, "28x99")]);
        let lu = [(4, "252x249 2x62 2x62"), (8, "378x249 3x62 3x62"), (4, "504x249 4x62 4x62")];
        check("lu", method, &lu);
    }
    check("cg", Method::Greedy, &[(16, "368x15 14x25")]);
    check("cg", Method::Optimal, &[(16, "368x15 14x26")]);
    check("mg", Method::Greedy, &[(8, "254x19 12x20"), (8, "278x19 12x21")]);
    check("mg", Method::Optimal, &[(8, "254x20 12x15"), (8, "278x20 12x15")]);
}
