use super::*;
use crate::wire::{AskLine, AskLoop};

#[test]
fn it_is_what_serde_writes() {
    let text = || "a \"b\" \\ \n\t\r\u{1}\u{8}\u{c}\u{7f} é µ \u{2028}".to_owned();
    let replies = [
        AskReply::Places {
            places: vec![
                AskPlace { construct: 1, text: text(), depth: 0, loop_id: 2, ends: false },
                AskPlace { construct: 1, text: text(), depth: 0, loop_id: 2, ends: true },
            ],
            lines_in_all: 7.0,
        },
        AskReply::Describe {
            construct: Box::new(AskConstruct {
                construct: 3,
                words: text(),
                kind: text(),
                loops: vec![AskLoop { id: 1, construct: 9, count: 62.0 }],
                members: vec![0, 4],
                attributes: vec![text(), text()],
                positions: vec![(text(), text())],
                same: vec![(1, 2), (3, 0)],
                same_count: 2.0,
            }),
        },
        AskReply::Working { done: 1.5, total: 2.0 },
        AskReply::Answer {
            answer: Box::new(AskAnswer {
                records: 249.0,
                processes: vec![0, 1],
                line: text(),
                lines: vec![
                    AskLine {
                        process: Some(3),
                        low: vec![-1.0, 0.0],
                        middle: vec![0.1, 8_589_934_592.75],
                        high: vec![1e15, 123_456_789.125],
                    },
                    AskLine::default(),
                ],
                tops: vec![1.25],
                most_at: [1.0, 2.0],
                by_number: true,
                near: true,
                stands_out_from: Some(4.0),
                ..AskAnswer::default()
            }),
        },
        AskReply::Ranges { ranges: vec![AskRange { attribute: text(), least: 1.0, most: 2.0, refused: text() }] },
        AskReply::Rows { indices: vec![0.0, 1.0], values: vec![text()] },
        AskReply::File { text: text(), next: None },
        AskReply::File { text: text(), next: Some(8192.0) },
    ];
    for reply in &replies {
        assert_eq!(json(reply), serde_json::to_string(reply).unwrap());
        let back: AskReply = serde_json::from_str(&json(reply)).unwrap();
        assert_eq!(&back, reply);
    }
}
