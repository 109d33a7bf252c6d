use super::*;
use crate::trace::ProcessId;

const SMALL: &str = "\
processes 0-2
0-2 sync MPI_Bcast 0-2
for i0 = 0 to 9              # 1 {0,1}
  0 send 1 7
  for i1 = 0 to 2            # 2 {1}
    1 local work 3
  done
  0 recv 1 7
done
2 send 0 1
1,2 sync MPI_Reduce 0-2
";

#[test]
fn text_round_trip() {
    let model = text::parse(SMALL).unwrap();
    assert_eq!(text::print(&model), SMALL);
    assert_eq!(model.events(), 3 + 50 + 1 + 2);
    let lines: Vec<String> =
        model.replay(ProcessId(1)).take(7).map(|step| model.line(step.construct, ProcessId(1))).collect();
    assert_eq!(
        lines,
        [
            "1 sync MPI_Bcast 0-2",
            "1 local work 3",
            "1 local work 3",
            "1 local work 3",
            "0 recv 1 7",
            "1 local work 3",
            "1 local work 3",
        ]
    );
    assert_eq!(model.replay(ProcessId(1)).count(), 42);
    let matrix = model.matrix();
    assert_eq!((matrix.messages(ProcessId(0), ProcessId(1)), matrix.total()), (10, 11));
}

#[test]
fn links_and_open_channels() {
    let model = text::parse(SMALL).unwrap();
    let main = model.as_loop(model.root()[1]).unwrap();
    let body = model.body(&main);
    let Links { links, loose } = model.links(Some(&main));
    assert_eq!(links.len(), 1);
    assert_eq!((links[0].from, links[0].to, links[0].count), (body[0], body[2], 1));
    assert!(loose.is_empty());
    let top = model.links(None);
    assert_eq!((top.links.len(), top.loose.len(), top.loose[0].sends), (0, 1, true));
    // A message to oneself, out of phase: it is paired where the loop stands.
    let model =
        text::parse("processes 0\n0 send 0 1\nfor i0 = 0 to 4\n0 recv 0 1\n0 send 0 1\ndone\n0 recv 0 1\n").unwrap();
    let node = model.as_loop(model.root()[1]).unwrap();
    assert_eq!(model.open(&node).len(), 1);
    assert!(model.links(Some(&node)).links.is_empty());
    let counts: Vec<u64> = model.links(None).links.iter().map(|link| link.count).collect();
    assert_eq!(counts, [1, 4, 1]);
    assert!(text::print(&model).contains("# 1 {0} open 0 0 1\n"));
}

#[test]
fn what_is_no_model() {
    let check = |text: &str, line: usize, expected: &str| {
        let error = text::parse(text).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.expected.contains(expected), "{error}");
    };
    check("", 1, "processes");
    check("0 send 1 2", 1, "processes");
    check("processes 0-1\n2 send 1 2", 2, "first line names");
    check("processes 0-1\n0 send x 2", 2, "an event");
    check("processes 0-1\nfor i0 = 0 to 0\n", 2, "1 or more");
    check("processes 0-1\nfor i0 = 0 to 1\ndone", 3, "cannot be empty");
    check("processes 0-1\ndone", 2, "none is open");
    check("processes 0-1\nfor i0 = 0 to 1\n0 send 1 2", 4, "1 open");
    check("processes 0-1\n0-x sync a 0-1", 2, "as numbers");
    check("processes 0-99999999", 1, "processes");
}

mod check;
mod forms;
mod generated;
mod merging;
mod programs;
