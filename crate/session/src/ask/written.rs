//! Replies about questions as JSON, as `serde_json` writes them for numbers below 10^16, in a fifth of its code.

use std::fmt::Write;

use crate::wire::{AskAnswer, AskConstruct, AskPlace, AskRange, AskReply};

/// JSON that is being written.
#[derive(Default)]
struct Json(String);

impl Json {
    /// What stands between brackets, or braces, with commas between.
    fn list<T>(
        &mut self,
        (open, close): (char, char),
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.0.push(open);
        let mut first = true;
        for item in items {
            if !std::mem::replace(&mut first, false) {
                self.0.push(',');
            }
            write(self, item);
        }
        self.0.push(close);
    }

    fn number(&mut self, value: f64) {
        let _ = match value == value.trunc() && value.abs() < 9e15 {
            true => write!(self.0, "{}.0", value as i64),
            false => write!(self.0, "{value:?}"),
        };
    }

    fn whole(&mut self, value: u32) {
        let _ = write!(self.0, "{value}");
    }

    fn text(&mut self, text: &str) {
        self.0.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(c);
                }
                '\n' => self.0.push_str("\\n"),
                '\t' => self.0.push_str("\\t"),
                '\r' => self.0.push_str("\\r"),
                '\u{8}' => self.0.push_str("\\b"),
                '\u{c}' => self.0.push_str("\\f"),
                '\0'..='\u{1f}' => {
                    let _ = write!(self.0, "\\u{:04x}", c as u32);
                }
                _ => self.0.push(c),
            }
        }
        self.0.push('"');
    }

    /// The name of a field; `first`: whether none stands before it.
    fn key(&mut self, first: bool, name: &str) {
        if !first {
            self.0.push(',');
        }
        self.text(name);
        self.0.push(':');
    }

    fn numbers(&mut self, values: &[f64]) {
        self.list(('[', ']'), values, |json, &value| json.number(value));
    }

    fn wholes(&mut self, values: &[u32]) {
        self.list(('[', ']'), values, |json, &value| json.whole(value));
    }

    fn texts(&mut self, values: &[String]) {
        self.list(('[', ']'), values, |json, value| json.text(value));
    }

    fn flag(&mut self, value: bool) {
        self.0.push_str(if value { "true" } else { "false" });
    }

    fn maybe(&mut self, value: Option<f64>) {
        match value {
            Some(value) => self.number(value),
            None => self.0.push_str("null"),
        }
    }
}

fn name(reply: &AskReply) -> &'static str {
    match reply {
        AskReply::Places { .. } => "places",
        AskReply::Describe { .. } => "describe",
        AskReply::Working { .. } => "working",
        AskReply::Answer { .. } => "answer",
        AskReply::Ranges { .. } => "ranges",
        AskReply::Rows { .. } => "rows",
        AskReply::File { .. } => "file",
    }
}

/// A reply as JSON.
pub(crate) fn json(reply: &AskReply) -> String {
    let mut json = Json::default();
    json.0.push('{');
    json.key(true, name(reply));
    json.0.push('{');
    match reply {
        AskReply::Places { places, lines_in_all } => {
            list_places(&mut json, places);
            json.key(false, "linesInAll");
            json.number(*lines_in_all);
        }
        AskReply::Describe { construct } => {
            json.key(true, "construct");
            describe(&mut json, construct);
        }
        AskReply::Working { done, total } => {
            json.key(true, "done");
            json.number(*done);
            json.key(false, "total");
            json.number(*total);
        }
        AskReply::Answer { answer: of } => {
            json.key(true, "answer");
            answer(&mut json, of);
        }
        AskReply::Ranges { ranges } => list_ranges(&mut json, ranges),
        AskReply::Rows { indices, values } => {
            json.key(true, "indices");
            json.numbers(indices);
            json.key(false, "values");
            json.texts(values);
        }
        AskReply::File { text, next } => {
            json.key(true, "text");
            json.text(text);
            json.key(false, "next");
            json.maybe(*next);
        }
    }
    json.0.push_str("}}");
    json.0
}

fn list_places(json: &mut Json, places: &[AskPlace]) {
    json.key(true, "places");
    json.list(('[', ']'), places, |json, place| {
        json.0.push('{');
        json.key(true, "construct");
        json.whole(place.construct);
        json.key(false, "text");
        json.text(&place.text);
        json.key(false, "depth");
        json.whole(place.depth);
        json.key(false, "loop");
        json.whole(place.loop_id);
        json.key(false, "ends");
        json.flag(place.ends);
        json.0.push('}');
    });
}

fn list_ranges(json: &mut Json, ranges: &[AskRange]) {
    json.key(true, "ranges");
    json.list(('[', ']'), ranges, |json, range| {
        json.0.push('{');
        json.key(true, "attribute");
        json.text(&range.attribute);
        json.key(false, "least");
        json.number(range.least);
        json.key(false, "most");
        json.number(range.most);
        json.key(false, "refused");
        json.text(&range.refused);
        json.0.push('}');
    });
}

fn describe(json: &mut Json, of: &AskConstruct) {
    json.0.push('{');
    json.key(true, "construct");
    json.whole(of.construct);
    json.key(false, "words");
    json.text(&of.words);
    json.key(false, "kind");
    json.text(&of.kind);
    json.key(false, "loops");
    json.list(('[', ']'), &of.loops, |json, around| {
        json.0.push('{');
        json.key(true, "id");
        json.whole(around.id);
        json.key(false, "construct");
        json.whole(around.construct);
        json.key(false, "count");
        json.number(around.count);
        json.0.push('}');
    });
    json.key(false, "members");
    json.wholes(&of.members);
    json.key(false, "attributes");
    json.texts(&of.attributes);
    json.key(false, "positions");
    json.list(('[', ']'), &of.positions, |json, (processes, formula)| {
        json.list(('[', ']'), [processes, formula], |json, text| json.text(text));
    });
    json.key(false, "same");
    json.list(('[', ']'), &of.same, |json, &(construct, around)| {
        json.wholes(&[construct, around]);
    });
    json.key(false, "sameCount");
    json.number(of.same_count);
    json.0.push('}');
}

fn answer(json: &mut Json, of: &AskAnswer) {
    json.0.push('{');
    json.key(true, "records");
    json.number(of.records);
    json.key(false, "processes");
    json.wholes(&of.processes);
    json.key(false, "line");
    json.text(&of.line);
    json.key(false, "lines");
    json.list(('[', ']'), &of.lines, |json, line| {
        json.0.push('{');
        json.key(true, "process");
        match line.process {
            Some(process) => json.whole(process),
            None => json.0.push_str("null"),
        }
        for (name, values) in [("low", &line.low), ("middle", &line.middle), ("high", &line.high)] {
            json.key(false, name);
            json.numbers(values);
        }
        json.0.push('}');
    });
    for (name, values) in [("tops", &of.tops), ("sides", &of.sides), ("edges", &of.edges)] {
        json.key(false, name);
        json.numbers(values);
    }
    for (name, value) in [
        ("count", of.count),
        ("least", of.least),
        ("median", of.median),
        ("mean", of.mean),
        ("most", of.most),
        ("sum", of.sum),
    ] {
        json.key(false, name);
        json.number(value);
    }
    json.key(false, "mostAt");
    json.numbers(&of.most_at);
    json.key(false, "unevenness");
    json.number(of.unevenness);
    json.key(false, "outliers");
    json.numbers(&of.outliers);
    json.key(false, "outlierCount");
    json.number(of.outlier_count);
    json.key(false, "byNumber");
    json.flag(of.by_number);
    json.key(false, "near");
    json.flag(of.near);
    json.key(false, "standsOutFrom");
    json.maybe(of.stands_out_from);
    json.0.push('}');
}

#[cfg(test)]
mod tests;
