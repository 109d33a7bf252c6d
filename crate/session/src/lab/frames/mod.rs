//! A frame as JSON: its fields as `loopscope-lab/1` names them.

mod merge;
mod texts;
mod whatif;

use loopscope_core::lab::frame::{
    DfsState, FlowCase, FlowStep, FollowsFailure, Frame, FrameData, GreedyStep, NestStep, NlrStep, OptimalStep,
    Outcome, PredictionStep, RepeatsFrame, RepeatsStep, ShownClass, TagMove, TripletFailure, Word,
};
use loopscope_core::repeats::PmTriple;
use serde_json::{json, Map, Value};

use texts::{text, texts};

/// One frame.
pub fn frame(frame: &Frame) -> Value {
    let mut fields = match &frame.data {
        FrameData::Repeats(data) => repeats(data),
        FrameData::Nest(data) => nest(&data.step),
        FrameData::Nlr(data) => {
            let counters = &data.counters;
            let mut fields = nlr(&data.step);
            fields["stack"] = texts(&data.stack);
            fields["counters"] = json!({
                "pushed": counters.pushed,
                "triplets": counters.triplets,
                "follows": counters.follows,
                "loops": counters.loops,
                "extensions": counters.extensions,
            });
            fields
        }
        FrameData::Prediction(data) => {
            let counters = &data.counters;
            let mut fields = prediction(&data.step);
            fields["stack"] = texts(&data.stack);
            fields["counters"] = json!({
                "correct": counters.correct,
                "wrong": counters.wrong,
                "none": counters.none,
            });
            fields
        }
        FrameData::Flow(data) => {
            let mut fields = flow(&data.step);
            fields["round"] = json!(data.round);
            fields
        }
        FrameData::Merge(data) => merge::merge(data),
        FrameData::WhatIf(data) => whatif::what_if(data),
    };
    fields["n"] = json!(frame.n);
    fields["kind"] = json!(frame.data.kind());
    fields["coarse"] = json!(frame.coarse);
    fields["line"] = json!(frame.line);
    fields["say"] = json!(frame.say.text);
    fields
}

fn optional(word: Option<&Word>) -> Value {
    word.map_or(Value::Null, text)
}

fn triple(triple: &PmTriple) -> Value {
    json!([triple.start, triple.period, triple.count])
}

fn triples(triples: &[PmTriple]) -> Value {
    triples.iter().map(triple).collect()
}

fn classes(classes: &[ShownClass]) -> Value {
    let class = |class: &ShownClass| {
        json!({
            "id": class.id, "word": class.word, "at": class.at,
            "small": class.small, "live": class.live,
        })
    };
    classes.iter().map(class).collect()
}

fn repeats(frame: &RepeatsFrame) -> Value {
    let mut fields = match &frame.step {
        RepeatsStep::Start { classes: known, largest } => {
            json!({ "classes": classes(known), "largest": largest })
        }
        RepeatsStep::Level { classes: known } => json!({ "classes": classes(known) }),
        RepeatsStep::Drop { at, class } => json!({ "at": at, "cls": class }),
        RepeatsStep::By { by, followers } => json!({ "by": by, "followers": followers }),
        RepeatsStep::Move { at, from, to } => json!({ "at": at, "from": from, "to": to }),
        RepeatsStep::Children { old, children, largest } => {
            json!({ "old": old, "children": children, "largest": largest })
        }
        RepeatsStep::Triple { triple: known, class } => {
            json!({ "triple": triple(known), "cls": class })
        }
        RepeatsStep::End { triples: known, .. } => json!({ "triples": triples(known) }),
    };
    let counters = &frame.counters;
    fields["level"] = json!(frame.level);
    fields["counters"] = json!({ "moves": counters.moves, "looked": counters.looked, "splits": counters.splits });
    fields
}

fn nest(step: &NestStep) -> Value {
    let mut fields = match step {
        NestStep::Greedy { level, step } => {
            let mut fields = greedy(step);
            fields["level"] = json!(level);
            fields
        }
        NestStep::Optimal(step) => optimal(step),
    };
    fields["side"] = json!(step.side());
    fields
}

fn greedy(step: &GreedyStep) -> Value {
    match step {
        GreedyStep::Start { string } => json!({ "string": texts(string) }),
        GreedyStep::Found { triples: known, string } => {
            json!({ "triples": triples(known), "string": texts(string) })
        }
        GreedyStep::Take { triple: known, at, symbol, body } => json!({
            "triple": triple(known), "at": at, "symbol": text(symbol), "body": texts(body),
        }),
        GreedyStep::Skip { triple: known, overlaps } => {
            json!({ "triple": triple(known), "overlaps": triple(overlaps) })
        }
        GreedyStep::None => Value::Object(Map::new()),
        GreedyStep::Reduced { string, text: nest, table } => {
            let row = |row: &loopscope_core::lab::frame::LoopSymbol| json!({ "symbol": text(&row.symbol), "body": texts(&row.body), "count": row.count });
            let table: Value = table.iter().map(row).collect();
            json!({ "string": texts(string), "text": nest, "table": table })
        }
        GreedyStep::Stop { string, text: nest, .. } => {
            json!({ "string": texts(string), "text": nest })
        }
    }
}

fn optimal(step: &OptimalStep) -> Value {
    match step {
        OptimalStep::Start => Value::Object(Map::new()),
        OptimalStep::Found { stretch, triples: known } => {
            json!({ "stretch": stretch, "triples": triples(known) })
        }
        OptimalStep::Take { triple: known, stretch, depth, overlapped } => json!({
            "triple": triple(known), "stretch": stretch, "depth": depth,
            "overlapped": triples(overlapped),
        }),
        OptimalStep::None { stretch } => json!({ "stretch": stretch }),
        OptimalStep::Stop { text: nest } => json!({ "text": nest }),
    }
}

/// A number that fits into 64 bits as a number, another one as text, as JavaScript would round it anyway.
fn number(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| Value::from(number.to_string()), Value::from)
}

/// A value of one number as that number, a tuple as a list.
fn value(numbers: &[i128]) -> Value {
    match numbers {
        [one] => number(*one),
        _ => numbers.iter().map(|&one| number(one)).collect(),
    }
}

fn nlr(step: &NlrStep) -> Value {
    match step {
        NlrStep::Push { value: known } => json!({ "value": value(known) }),
        NlrStep::Triplet { i, b, outcome } => {
            let mut fields = json!({ "i": i, "b": b, "ok": outcome.is_ok() });
            match outcome {
                Ok(made) => fields["made"] = text(made),
                Err(failure) => {
                    let (why, place, numbers) = match failure {
                        TripletFailure::Shape { place } => ("shape", place, Value::Null),
                        TripletFailure::Label { place } => ("label", place, Value::Null),
                        TripletFailure::Step { place, numbers } => {
                            ("step", place, numbers.iter().map(|&one| number(one)).collect())
                        }
                    };
                    fields["why"] = json!(why);
                    fields["place"] = json!(place);
                    fields["numbers"] = numbers;
                }
            }
            fields
        }
        NlrStep::Follows { i, outcome, want, got } => {
            let mut fields = json!({ "i": i, "ok": outcome.is_ok() });
            match outcome {
                Ok(made) => fields["made"] = text(made),
                Err(failure) => {
                    fields["why"] = json!(match failure {
                        FollowsFailure::Length => "length",
                        FollowsFailure::Differs => "differs",
                    });
                    fields["want"] = texts(want);
                    fields["got"] = texts(got);
                }
            }
            fields
        }
        NlrStep::Flush { flushed } => json!({ "flushed": texts(flushed) }),
        NlrStep::End { result } => json!({ "result": texts(result) }),
    }
}

fn prediction(step: &PredictionStep) -> Value {
    let values = |known: &[Vec<i128>]| -> Value { known.iter().map(|one| value(one)).collect() };
    match step {
        PredictionStep::Value { value: known, outcome, expected } => json!({
            "value": value(known),
            "outcome": outcome.map(|outcome| match outcome {
                Outcome::Correct => "correct",
                Outcome::Wrong => "wrong",
                Outcome::None => "none",
            }),
            "expected": expected.as_ref().map(|expected| values(expected)),
        }),
        PredictionStep::Anchor { covering, anchor, next } => {
            json!({ "covering": covering, "anchor": anchor, "next": values(next) })
        }
        PredictionStep::NoAnchor => json!({ "covering": [], "anchor": null, "next": null }),
        PredictionStep::End => Value::Object(Map::new()),
    }
}

fn state(known: &DfsState) -> Value {
    let header: Map<String, Value> =
        known.header.iter().map(|(node, header)| (node.to_string(), text(header))).collect();
    json!({
        "path": texts(&known.path), "header": header,
        "headers": texts(&known.headers), "irreducible": texts(&known.irreducible),
    })
}

fn flow(step: &FlowStep) -> Value {
    match step {
        FlowStep::Edge { edge, count, new_edge, new_node, at } => json!({
            "edge": texts(edge), "count": count, "new_edge": new_edge, "new_node": new_node,
            "at": at,
        }),
        FlowStep::Graph { edges, string } => {
            let edge = |(from, to, count): &(Word, Word, u32)| json!([&**from, &**to, count]);
            json!({ "edges": edges.iter().map(edge).collect::<Value>(), "string": texts(string) })
        }
        FlowStep::Visit { node, pos, state: known } => {
            json!({ "node": text(node), "pos": pos, "state": state(known) })
        }
        FlowStep::Case { case, edge, state: known } => {
            let case = match case {
                FlowCase::A => "A",
                FlowCase::B => "B",
                FlowCase::C => "C",
                FlowCase::D => "D",
                FlowCase::E => "E",
            };
            json!({ "case": case, "edge": texts(edge), "state": state(known) })
        }
        FlowStep::Tag { node, header, moves, state: known } => {
            let step = |step: &TagMove| match step {
                TagMove::Up(node, header) => json!(["up", &**node, &**header]),
                TagMove::Put(node, header, old) => json!(["put", &**node, &**header, &**old]),
                TagMove::Set(node, header) => json!(["set", &**node, &**header]),
            };
            json!({
                "call": [text(node), optional(header.as_ref())],
                "steps": moves.iter().map(step).collect::<Value>(), "state": state(known),
            })
        }
        FlowStep::Leave { node, header, state: known } => json!({
            "node": text(node), "header": optional(header.as_ref()), "state": state(known),
        }),
        FlowStep::Forest { loops, reentries } => {
            let shown = |known: &loopscope_core::lab::frame::ShownFlowLoop| {
                json!({
                    "header": text(&known.header), "parent": optional(known.parent.as_ref()),
                    "nodes": texts(&known.nodes), "irreducible": known.irreducible,
                    "entries": known.entries, "back": known.back, "iterations": known.iterations,
                })
            };
            let reentries: Value = reentries.iter().map(|edge| texts(edge)).collect();
            json!({ "loops": loops.iter().map(shown).collect::<Value>(), "reentries": reentries })
        }
        FlowStep::Split { visits, string, copies } => {
            let visit = |(at, entry): &(u32, Word)| json!([at, &**entry]);
            let copies: Map<String, Value> = copies.iter().map(|(new, old)| (new.to_string(), text(old))).collect();
            json!({
                "visits": visits.iter().map(visit).collect::<Value>(), "string": texts(string),
                "copies": copies,
            })
        }
        FlowStep::End { edges, tags, steps } => {
            json!({ "counters": { "edges": edges, "tags": tags, "steps": steps } })
        }
    }
}
