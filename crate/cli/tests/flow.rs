//! `loopscope flow`: the graph of a small trace in every form, and what goes wrong.

#![cfg(test)]

mod program;
use program::*;

/// Ten iterations of two calls; in every fifth two more between them.
fn table() -> String {
    let mut table = "process,start_ns,end_ns,call,site\n0,0,100,MPI_Init,0x1\n".to_owned();
    let mut now = 100;
    for round in 0..10 {
        let calls: &[(&str, &str)] = match round % 5 {
            4 => &[("MPI_Test", "0x2"), ("MPI_Probe", "0x4"), ("MPI_Test", "0x5"), ("MPI_Wait", "0x3")],
            _ => &[("MPI_Test", "0x2"), ("MPI_Wait", "0x3")],
        };
        for (call, site) in calls {
            table += &format!("0,{},{},{call},{site}\n", now + 10, now + 40);
            now += 40;
        }
    }
    table + &format!("0,{},{},MPI_Finalize,0x6\n", now + 60, now + 100)
}

fn flow(options: &[&str]) -> String {
    printed(&[&["flow"], options, &["-"]].concat(), table())
}

#[test]
fn a_loop_with_a_branch_is_one_loop() {
    let expected = "process 0: 26 calls, 6 nodes, 7 transitions; reducible
# Process 0 runs F1 of its flow graph 10 times, with 92.3 % of its 26 calls and 81.9 % of its 1.16 µs from the first call to the last. Not all iterations are alike: 2 with 2 calls of MPI_Probe and others that the others lack.
MPI_Init(@0x1) x1
F1 x10  visits 1  calls 24  time 81.9 %  in calls 75.8 %
  MPI_Test(@0x2) x10
  MPI_Wait(@0x3) x10
  MPI_Probe(@0x4) x2
  MPI_Test(@0x5) x2
MPI_Finalize(@0x6) x1
";
    assert_eq!(flow(&[]), expected);
    assert_eq!(flow(&["--kinds"]), expected.replace("0: 26", "0 (alike: 0): 26"));
    // By name alone both tests are one node.
    says(&flow(&["--signature", "name"]), "5 nodes, 6 transitions");
}

#[test]
fn forms_and_tables() {
    let json = flow(&["--format", "json", "--lists"]);
    assert!(json.starts_with("{\"format\":\"loopscope-flow/1\""), "{json}");
    for part in ["[-1,0,1,0]", "[5,-2,1,0]", "\"lists\":[[1,", "\"visit_max\":10"] {
        says(&json, part);
    }
    let dot = flow(&["--format", "dot"]);
    says(&dot, "subgraph cluster_0 {\n    label=\"F1 x10\";");
    assert!(dot.contains("n2 -> n1 [label=\"9\"];") && dot.ends_with("}\n"), "{dot}");
    let loops = flow(&["--table", "loops"]);
    assert!(loops.lines().nth(1).unwrap().ends_with("MPI_Test(@0x2)"), "{loops}");
    let iterations = flow(&["--table", "iterations", "--loop", "F1"]);
    let first = iterations.lines().next().unwrap();
    assert!(first.starts_with("process 0: 10 iterations in 1 visit, 2 shapes (8, 2)"), "{first}");
    assert_eq!(iterations.lines().count(), 12);
    assert_eq!(flow(&["--table", "growth"]).lines().count(), 3);
    assert_eq!(flow(&["--table", "processes"]).lines().count(), 2);
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (options, expected) in [
        (&["--table", "loops", "--format", "json"][..], "--table is text"),
        (&["--lists"], "--lists are part of the format json"),
        (&["--rank", "7"], "there is no such process"),
        (&["--signature", "colour"], "no such field"),
        (&["--loop", "0"], "a number from 1 on"),
        (&["--kinds", "--rank", "0"], "cannot be used with"),
    ] {
        fails(&[&["flow"], options, &["-"]].concat(), table(), 2, expected);
    }
    let (_, notes, code) = said("flow -", "r 0x10 4\nr 0x18 4\n");
    assert!(code != 0 && !notes.is_empty(), "{notes}");
}

/// The picture is SVG, by its ending or by name; it draws every process, or the one that is asked for.
#[test]
fn a_picture_is_drawn() {
    let picture = flow(&["--format", "svg"]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    for text in [">×10<", ">F1<", ">in one visit<", ">process 0<", ">Probe · Test<"] {
        says(&picture, text);
    }
    let same = flow(&["--format", "svg", "--rank", "0"]);
    assert_eq!(picture, same);
}

#[test]
fn lists_give_the_calls_again() {
    let folder = Folder::new("flow-lists");
    let trace = sample("cg.tar.zst");
    let document = printed_silently(&["flow", "--lists", "--format", "json", &trace], "");
    let path = folder.write("flow.json", &document);
    let lines = printed_silently(&["expand", &path], "");
    assert_eq!(lines.lines().count(), 94_256);
    let nests = folder.write("nests.json", printed(&["nest", "--format", "json", &trace], ""));
    assert_eq!(lines, printed(&["expand", &nests], ""));
    let one = printed(&["expand", "--rank", "5", &path], "");
    assert!(!one.is_empty() && one.lines().all(|line| line.contains('5')), "{one}");

    // A graph that was split: its copies are the calls that they were.
    let document = printed("flow --lists --format json -", table());
    let lines = printed_silently("expand -", &document);
    let names: Vec<String> = table().lines().skip(1).map(|line| line.split(',').nth(3).unwrap().to_owned()).collect();
    assert_eq!(lines.lines().filter(|line| !line.starts_with('#')).count(), names.len());
    for (line, name) in lines.lines().filter(|line| !line.starts_with('#')).zip(names) {
        assert!(line.starts_with(&name), "{line} {name}");
    }

    // It opens nowhere else, and says so; what does not fit is refused.
    fails("nest -", &document, 1, "flow graphs are not opened");
    let plain = printed("flow --format json -", table());
    fails("expand -", &plain, 1, "a graph without lists");
    let broken = document.replace("\"count\":9", "\"count\":7");
    fails("expand -", &broken, 1, "lists that give");
}
