//! The paper's table as a file for the page: what stands in it, and that it is what the engine says now.

use loopscope_core::nest::paper::{Row, TABLE_3};
use loopscope_session::measure::{Method, Trial};
use serde_json::{json, Value};

/// The file, from the folder of the repository.
pub const FILE: &str = "web/features/paper/table3.json";

/// The figures of all rows and methods, and of the paper: the same whatever the machine.
///
/// # Panics
/// If a method refuses a string of the table.
pub fn results() -> Value {
    TABLE_3.iter().enumerate().map(|(index, row)| result(index, row)).collect()
}

fn result(index: usize, row: &Row) -> Value {
    let mut methods = Vec::new();
    for method in Method::ALL {
        let figures = Trial::of_row(index, None).and_then(|mut trial| {
            trial.run(method).ok()?;
            trial.figures()
        });
        methods.push(whole(serde_json::to_value(figures).unwrap_or_default()));
    }
    json!({
        "name": row.name,
        "length": row.length,
        "paper": {
            "optimal": {
                "topLevel": row.optimal_items,
                "structure": row.structure,
                "seconds": row.optimal_seconds,
            },
            "greedy": {
                "topLevel": row.greedy_items,
                "structure": row.greedy_structure,
                "seconds": row.greedy_seconds,
            },
        },
        "methods": methods,
    })
}

/// Doubles without a fraction as the whole numbers that they are.
fn whole(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields.into_iter().map(|(name, of)| (name, whole(of))).collect(),
        Value::Number(number) => match number.as_f64() {
            Some(double) if double.fract() == 0.0 && double.abs() < 9e15 => json!(double as i64),
            _ => Value::Number(number),
        },
        other => other,
    }
}

#[cfg(test)]
mod tests;
