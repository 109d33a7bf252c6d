//! Frames of What if as JSON.

use loopscope_core::lab::frame::{
    Compared, DominoEvent, ProgramItem, RunEvent, RunEventKind, WhatIfFrame, WhatIfStep, Word,
};
use serde_json::{json, Map, Value};

use super::texts::{text, texts};

/// The fields of a frame.
pub(super) fn what_if(frame: &WhatIfFrame) -> Value {
    match &frame.step {
        WhatIfStep::Measured(known) => json!({
            "measured": {
                "t_p": known.t_p, "delay": known.delay, "arrives": known.arrives(),
                "t_q": known.t_q, "m": known.m, "u_p": known.u_p, "u_q": known.u_q,
                "residual": known.residual,
            },
            "slack": { "p": known.m - known.arrives(), "q": known.m - known.t_q },
        }),
        WhatIfStep::Difference(known) => {
            let side = |sender: bool| if sender { "p" } else { "q" };
            json!({
                "d_p": known.before.0, "d_q": known.before.1,
                "slack_p": known.slack.0, "slack_q": known.slack.1,
                "after_p": known.after.0, "after_q": known.after.1,
                "decided_by": side(known.by_sender), "new_wait": known.new_wait,
                "new_wait_at": known.new_wait_at_sender.map(side),
            })
        }
        WhatIfStep::Aggregate { forms, waits: known, length } => {
            json!({ "forms": texts(forms), "waits": waits(known), "T": length })
        }
        WhatIfStep::Candidate { process, candidate, forms, .. } => json!({
            "process": process, "candidate": text(candidate), "forms": texts(forms),
        }),
        WhatIfStep::Compared(known) => compared(known),
        WhatIfStep::Aggregated { kept, dropped, reduced, predictions } => {
            let items = |items: &Vec<ProgramItem>| items.iter().map(item).collect::<Value>();
            let prediction = |(shorter, whole, part): &(Vec<i64>, i64, i64)| {
                shorter.iter().chain([whole, part]).copied().map(Value::from).collect::<Value>()
            };
            json!({
                "kept": kept, "dropped": dropped,
                "reduced": reduced.iter().map(items).collect::<Value>(),
                "predictions": predictions.iter().map(prediction).collect::<Value>(),
            })
        }
        WhatIfStep::Replay { length, waits: known } => json!({
            "T": length, "waits": waits(known),
            "events": frame.measured.events.iter().map(event).collect::<Value>(),
        }),
        WhatIfStep::Try { event, gain, .. } => {
            let mut fields = json!({ "gain": gain });
            fields[name_of(event)] = candidate(event);
            fields
        }
        WhatIfStep::Take { event, gain, length, gains, waits: known } => {
            let gains: Map<String, Value> = gains.iter().map(|(event, gain)| (key(event), json!(gain))).collect();
            json!({
                "chosen": candidate(event), "gain": gain, "T": length, "gains": gains,
                "waits_after": waits(known),
            })
        }
        WhatIfStep::Fallen { length, longest, longest_gain, .. } => json!({
            "T": length, "longest": longest.iter().map(candidate).collect::<Value>(),
            "longest_gain": longest_gain,
        }),
    }
}

fn compared(known: &Compared) -> Value {
    let mut fields = json!({
        "message": known.message, "sender": text(&known.sender),
        "receiver": text(&known.receiver), "equal": known.sender == known.receiver,
        "wait": known.wait, "kept": known.kept, "forms": texts(&known.forms),
    });
    if known.kept {
        fields["there"] = json!(known.there);
    }
    fields
}

fn waits(waits: &[(u32, i64)]) -> Value {
    let wait = |&(message, wait): &(u32, i64)| (message.to_string(), json!(wait));
    Value::Object(waits.iter().map(wait).collect())
}

fn label(name: &Option<Word>) -> Value {
    name.as_ref().map_or(Value::Null, text)
}

fn item(item: &ProgramItem) -> Value {
    match item {
        ProgramItem::Compute(time, name) => json!(["c", time, label(name)]),
        ProgramItem::Send(message) => json!(["s", message]),
        ProgramItem::Receive(message) => json!(["r", message]),
    }
}

fn event(event: &RunEvent) -> Value {
    let (kind, number) = match event.kind {
        RunEventKind::Compute(_) => ("c", event.to - event.from),
        RunEventKind::Send(message) => ("s", i64::from(message)),
        RunEventKind::Receive(message, _) => ("r", i64::from(message)),
    };
    json!([event.process, kind, number, event.from, event.to])
}

fn name_of(event: &DominoEvent) -> &'static str {
    match event {
        DominoEvent::Wait(_) => "message",
        DominoEvent::Computation(..) => "computation",
    }
}

fn key(event: &DominoEvent) -> String {
    match event {
        DominoEvent::Wait(message) => message.to_string(),
        DominoEvent::Computation(process, what) => format!("{process} {what}"),
    }
}

fn candidate(event: &DominoEvent) -> Value {
    match event {
        DominoEvent::Wait(message) => json!(message),
        DominoEvent::Computation(..) => json!(key(event)),
    }
}
