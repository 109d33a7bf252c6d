//! Frames of Merge as JSON.

use loopscope_core::lab::frame::{KeptLoop, MergeFrame, MergeStep, Word};
use loopscope_core::system::ChannelLog;
use serde_json::{json, Map, Value};

use super::texts::{text, texts};

/// The fields of a frame.
pub(super) fn merge(frame: &MergeFrame) -> Value {
    let mut fields = step(&frame.step);
    let front = |left: &Word| Value::from(&**left);
    fields["depth"] = json!(frame.depth);
    fields["fronts"] = frame.left.iter().map(|left| left.first.first().map_or(Value::Null, front)).collect();
    fields["channels"] = frame.channels.iter().map(channel).collect();
    fields
}

fn channel(known: &ChannelLog) -> Value {
    let name = &known.channel;
    json!({
        "channel": format!("{}→{}:{}", name.src.0, name.dst.0, name.tag),
        "sent": known.sent, "received": known.received, "in_flight": known.in_flight,
        "left_to_send": known.left_to_send, "left_to_receive": known.left_to_receive,
    })
}

fn kept_loop(kept: &KeptLoop) -> Value {
    json!([kept.process, &*kept.text])
}

fn step(step: &MergeStep) -> Value {
    match step {
        MergeStep::Start => Value::Object(Map::new()),
        MergeStep::Event { process, columns, .. } => {
            json!({ "process": process, "column": columns })
        }
        MergeStep::Alone { kept } => json!({
            "process": kept.process, "loop": text(&kept.text), "column": kept.columns,
        }),
        MergeStep::Component { rates, g } | MergeStep::Unroll { rates, g } => {
            json!({ "rates": rates, "g": g })
        }
        MergeStep::Split { rates, g, rest } => json!({ "rates": rates, "g": g, "rest": rest }),
        MergeStep::Shift { process, how, before, after } => json!({
            "process": process, "how": how, "before": text(before), "after": texts(after),
        }),
        MergeStep::Coalesce { count, body, columns, .. } => {
            json!({ "count": count, "body": texts(body), "column": columns })
        }
        MergeStep::Conflict { kept } => {
            json!({ "kept": kept.iter().map(kept_loop).collect::<Value>() })
        }
        MergeStep::Reroll { counts } => json!({ "counts": counts }),
        MergeStep::End { result } => json!({ "result": texts(result) }),
    }
}
