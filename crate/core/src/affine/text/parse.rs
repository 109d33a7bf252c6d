//! Reading the text form.

use super::super::{Affine, AffineBuilder, Field};
use crate::nest::text::read_quoted;
pub use crate::nest::text::ParseError;
use crate::recognize::Function;
use crate::trace::Notation;

/// A loop that is open: its bound, and the items before it on its level.
type Open = (Function, Vec<u32>);

/// Reads what [`print`](super::print) writes, for any sensible layout.
///
/// Indentation, empty lines, the width of spaces and everything after `#` are free, so the names of loops are not
/// read but made anew. A field is hexadecimal if a constant in it is.
///
/// # Errors
/// [`ParseError`] for the first line that cannot be read, for a loop without an end, and for a text that is no nest of
/// tuples (see [`AffineBuilder::finish`]).
pub fn parse(text: &str) -> Result<Affine, ParseError> {
    let lines = || text.lines().map(str::trim).enumerate();
    let is_value = |line: &str| line == "val" || line.starts_with("val ");
    // Every value has as many fields as the first.
    let mut builder = None;
    let (mut items, mut open): (Vec<u32>, Vec<Open>) = (Vec::new(), Vec::new());
    let first = lines().find(|(_, line)| is_value(line));
    let arity = first.map(|(index, line)| Ok((read_value(line).map_err(at(index, line))?.1).len()));
    let arity = arity.transpose()?.unwrap_or(0);
    let fields = vec![Field { name: "".into(), notation: Notation::Decimal }; arity];
    let builder = builder.get_or_insert_with(|| AffineBuilder::new(fields));
    for (index, line) in lines() {
        let fail = at(index, line);
        let level = open.len() as u32;
        if is_value(line) {
            let (label, read) = read_value(line).map_err(&fail)?;
            for (field, (_, notation)) in builder.fields_mut().iter_mut().zip(&read) {
                if *notation == Notation::Hexadecimal {
                    field.notation = *notation;
                }
            }
            let functions = read.into_iter().map(|(function, _)| function).collect();
            let value = builder.value(level, &label, functions);
            items.push(value.map_err(|refusal| fail(refusal.expected.to_owned()))?);
            continue;
        }
        let line = line.split('#').next().unwrap_or("").trim_end();
        if line.is_empty() {
            continue;
        }
        if line == "done" {
            let Some((bound, before)) = open.pop() else {
                return Err(fail("a value or a loop: none is open".to_owned()));
            };
            let body = std::mem::replace(&mut items, before);
            let node = builder.repeat(level - 1, bound, body);
            items.push(node.map_err(|refusal| fail(refusal.expected.to_owned()))?);
            continue;
        }
        let head = format!("for i{level} = 0 to ");
        let words: Vec<&str> = line.split_whitespace().collect();
        let bound = words.join(" ");
        let bound = bound.strip_prefix(&head).and_then(read_function);
        let Some((bound, _)) = bound else {
            return Err(fail(format!("\"{head}BOUND\", \"val FIELD, ..\" or \"done\"")));
        };
        open.push((bound, std::mem::take(&mut items)));
    }
    let end = at(lines().count(), "the end of the text");
    if !open.is_empty() {
        return Err(end(format!("\"done\" for {} open loops", open.len())));
    }
    std::mem::take(builder).finish(items).map_err(|refusal| end(refusal.expected.to_owned()))
}

fn at(index: usize, line: &str) -> impl Fn(String) -> ParseError + '_ {
    move |expected| ParseError::new(index + 1, line, expected)
}

/// `val LABEL: FUNCTION, FUNCTION # anything`
fn read_value(line: &str) -> Result<(String, Vec<(Function, Notation)>), String> {
    let rest = line.strip_prefix("val").unwrap_or("").trim_start();
    let (label, rest) = if rest.starts_with('"') {
        let quoted = read_quoted(rest).map(|(label, rest)| (label, rest.trim_start()));
        let colon = quoted.and_then(|(label, rest)| Some((label, rest.strip_prefix(':')?)));
        colon.ok_or("a JSON string and a colon")?
    } else {
        let rest = rest.split('#').next().unwrap_or("");
        match rest.split_once(':') {
            Some((label, rest)) => (label.trim().to_owned(), rest),
            None => (String::new(), rest),
        }
    };
    let rest = rest.split('#').next().unwrap_or("");
    let functions = rest.split(',').map(|field| read_function(field.trim()));
    let functions: Option<Vec<_>> = functions.collect();
    Ok((label, functions.ok_or("numbers or functions of indices, with commas between")?))
}

/// `186960 + 8192*i0 - 8*i0*i1`, and whether its constant is hexadecimal.
pub(crate) fn read_function(text: &str) -> Option<(Function, Notation)> {
    let mut pairs: Vec<(u64, i128)> = Vec::new();
    let mut notation = Notation::Decimal;
    let (mut rest, mut minus) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let (product, after) = rest.split_at(end);
        let (mask, size, hexadecimal) = read_product(product.trim())?;
        if hexadecimal {
            notation = Notation::Hexadecimal;
        }
        let coefficient = if minus { size.checked_neg()? } else { size };
        match pairs.iter_mut().find(|(known, _)| *known == mask) {
            Some((_, sum)) => *sum = sum.checked_add(coefficient)?,
            None => pairs.push((mask, coefficient)),
        }
        let mut signs = after.chars();
        match signs.next() {
            None => return Some((Function::from_pairs(pairs), notation)),
            Some(sign) => minus = sign == '-',
        }
        rest = signs.as_str();
    }
}

/// `8*i0*i1`, `i2`, `12` or `0x2f`: the mask, the number, and whether it is hexadecimal.
fn read_product(text: &str) -> Option<(u64, i128, bool)> {
    let (mut mask, mut number, mut hexadecimal) = (0u64, None, false);
    for factor in text.split('*').map(str::trim) {
        if let Some(index) = factor.strip_prefix('i') {
            let digits = index.bytes().all(|b| b.is_ascii_digit());
            let index: u32 = index.parse().ok().filter(|&index| digits && index < 64)?;
            let bit = 1u64 << index;
            if mask & bit != 0 {
                return None;
            }
            mask |= bit;
        } else {
            if number.is_some() || mask != 0 {
                return None;
            }
            let digits = factor.strip_prefix("0x");
            let (digits, radix) = digits.map_or((factor, 10), |digits| (digits, 16));
            if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
                return None;
            }
            // The magnitude of the smallest number of 128 bits is out of range: no real file has it.
            number = Some(i128::from_str_radix(digits, radix).ok()?);
            hexadecimal = radix == 16;
        }
    }
    Some((mask, number.unwrap_or(1), hexadecimal && mask == 0))
}
