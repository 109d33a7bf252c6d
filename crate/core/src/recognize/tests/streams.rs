//! Streams of many kinds, thousands of them.

use super::*;

#[test]
fn all_short_strings() {
    strings::all(2, 11, |s| {
        let stream = labels(s.to_vec());
        check("short", &stream, &options(3, Model::Constant));
        let stream = numbers(s.iter().map(|&letter| u64::from(letter)));
        check("short", &stream, &options(10, Model::Polynomial));
    });
    strings::all(3, 7, |s| {
        let stream = numbers(s.iter().map(|&letter| u64::from(letter)));
        for model in Model::ALL {
            check("short", &stream, &options(3, model));
        }
    });
}

#[test]
fn structured_strings() {
    for s in strings::structured(700) {
        check_all("structured", &labels(s.clone()));
        check_all("structured", &numbers(s.into_iter().map(u64::from)));
    }
}
