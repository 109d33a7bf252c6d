//! Traces of numbers in a session: loops whose bounds and numbers move, in words, cards, text, JSON and pictures.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::view::text;
use loopscope_testing::session::opened;

fn product() -> Session {
    opened(sample("matmul.tar.zst"), OptionChoices::default())
}

/// An inner loop that runs once more each time round.
fn triangle() -> Session {
    let mut lines = String::from("kind,address,size\n");
    for i in 0..12 {
        lines += &format!("write,{},4\n", 70_000 + 16 * i);
        for j in 0..i + 3 {
            lines += &format!("read,{},8\n", 4_096 + 256 * i + 8 * j);
        }
    }
    opened(file("triangle.csv", lines), OptionChoices::default())
}

fn said(session: &Session) -> (String, Vec<LoopCard>) {
    held!(session.handle(&Request::Process { handle: 1, process: 0 }),
        Reply::Process { sentence, loops, .. } => (common::text(&sentence), loops))
}

fn text_of(session: &Session) -> String {
    text::of(&session.loaded().unwrap().analysis)
}

fn items(session: &Session, node: Option<u32>) -> Vec<Item> {
    let request = Request::Items { handle: 1, process: 0, node, offset: 0, limit: 100 };
    held!(session.handle(&request), Reply::Items { items, .. } => items)
}

fn look() -> RibbonLook {
    RibbonLook { width: 784.0, ..RibbonLook::default() }
}

#[test]
fn the_three_loops_of_a_matrix_product_are_seen() {
    let session = product();
    let summary = session.loaded().unwrap();
    assert_eq!((summary.analysis.method.as_str(), summary.tags.legend().len()), ("nlr", 2));
    let (sentence, cards) = said(&session);
    assert_eq!(
        sentence,
        "Process 0 spends 97.0 % of its 68,609 tuples in one loop that runs 32 times. \
         Each time round, an inner loop runs 32 times. Addresses move in steps of 8 and 256."
    );
    let counts: Vec<(u32, f64, f64)> = cards.iter().map(|card| (card.id, card.count, card.runs)).collect();
    assert_eq!(counts, [(1, 32.0, 1.0), (2, 32.0, 32.0), (3, 32.0, 1024.0), (4, 1024.0, 1.0)]);
    let request = Request::Addresses { handle: 1, process: 0, look: look(), strip: 1, field: 0 };
    let Reply::Addresses { rows, title, fields, picture, events, drawn, .. } = session.handle(&request) else {
        panic!()
    };
    assert_eq!((title.as_str(), events, drawn), ("One iteration of L1: number 16 of 32", 2080.0, 2080.0));
    assert_eq!(fields, ["address", "size"]);
    let strides: Vec<(&str, u32)> = rows.iter().map(|row| (row.strides.as_str(), row.loop_id)).collect();
    let wanted = [("+8 per L3, +256 per L1", 3), ("+256 per L3, +8 per L2", 3), ("+8 per L2, +256 per L1", 2)];
    assert_eq!(strides, wanted);
    assert_eq!(rows[0].reach, "0x4aa2e0 to 0x4ac2d8");
    assert!(picture.numbers.len() > 1_000 && picture.hits.len() >= 4);
}

#[test]
fn bounds_that_vary_are_told() {
    let session = triangle();
    let (sentence, cards) = said(&session);
    let text = text_of(&session);
    assert!(text.contains("  for i1 = 0 to 2 + i0"), "{text}");
    assert!(sentence.contains("an inner loop runs 3 to 14 times"), "{sentence}");
    let inner = cards.iter().find(|card| card.bound == "2 + i0").unwrap();
    assert_eq!((inner.count, inner.count_most, inner.runs), (3.0, 14.0, 12.0));
    let outer = cards.iter().find(|card| card.id != inner.id).unwrap();
    assert_eq!((outer.count, outer.period, outer.period_most), (12.0, 4.0, 15.0));
    let [Item::Loop { node, bound, items: body, .. }] = &items(&session, None)[..] else { panic!() };
    assert_eq!((bound.as_str(), *body), ("", 2));
    let inside = items(&session, Some(*node));
    assert!(matches!(&inside[0], Item::Symbol { text } if text == "val write: 70000 + 16*i0, 4"));
    assert!(matches!(&inside[1], Item::Loop { bound, .. } if bound == "2 + i0"));
}

/// Written as JSON and read again: the same text, the same bytes.
#[test]
fn a_document_there_and_back() {
    for session in [product(), triangle()] {
        let analysis = &session.loaded().unwrap().analysis;
        let json = files::nests::write(analysis);
        let again = files::nests::read("nests.json", &json).unwrap();
        assert_eq!(text::of(&again), text_of(&session));
        assert_eq!(files::nests::write(&again), json);
        // It opens on the page like a trace.
        let reopened = opened(file("nests.json", json), OptionChoices::default());
        assert_eq!(said(&reopened), said(&session));
    }
}

#[test]
fn broken_documents_are_refused() {
    let json = files::nests::write(&triangle().loaded().unwrap().analysis);
    for (from, to, found) in [
        ("\"length\":114", "\"length\":115", "114 events"),
        ("[1,16]", "[4,16]", "i2"),
        ("[1,16]", "[-1,16]", "the mask -1"),
        ("[1,16]", "[1,\"1x\"]", "found \"1x\""),
        ("\"bound\":[[0,2],[1,1]]", "\"bound\":[[0,-1]]", "-1"),
        ("\"bound\":[[0,2],[1,1]]", "\"bound\":[[0,2],[1,-1]]", "loop to 2 - i0"),
        ("\"decimal\"", "\"roman\"", "roman"),
        ("\"root\":[3]", "\"root\":[4]", "node 4"),
        ("\"root\":[3]", "\"root\":[2]", "i1"),
    ] {
        assert!(json.contains(from), "{from} in {json}");
        let note = files::nests::read("a", &json.replacen(from, to, 1)).unwrap_err();
        assert!(note.to_string().contains(found), "{from} -> {to}: {note}");
    }
}

/// Whole tuples as symbols, by the other methods; and a K.
#[test]
fn other_methods_and_a_k() {
    let greedy = OptionsRequest { method: Some("greedy".to_owned()), ..OptionsRequest::default() };
    let session = opened(sample("matmul.tar.zst"), greedy.try_into().unwrap());
    assert_eq!(session.loaded().unwrap().analysis.processes[0].stats.loops, 0);
    let request = Request::Addresses { handle: 1, process: 0, look: look(), strip: 0, field: 0 };
    assert!(matches!(session.handle(&request), Reply::Refused { .. }));
    let small = OptionsRequest { method: Some("nlr".to_owned()), k: Some(1), ..OptionsRequest::default() };
    let session = opened(sample("matmul.tar.zst"), small.try_into().unwrap());
    assert!(session.loaded().unwrap().analysis.processes[0].stats.top_level > 30_000);
}

#[test]
fn methods_are_compared_by_their_figures() {
    let mut session = product();
    let Ok(TaskResult::Compare(comparison)) = run_task(&mut session, &compare(0)) else { panic!("no comparison") };
    let tops: Vec<f64> = comparison.methods.iter().map(|row| row.top_level).collect();
    assert_eq!(tops, [68_609.0, 68_609.0, 68_609.0, 3.0]);
    assert_eq!((comparison.methods[3].same_as, comparison.spots), (MethodName::Nlr, 0.0));
    assert!(comparison.apart.starts_with("nlr sees numbers"));
    let aligned = Request::Aligned { handle: 1, process: 0, look: look() };
    assert!(matches!(session.handle(&aligned), Reply::Aligned { .. }));
}
