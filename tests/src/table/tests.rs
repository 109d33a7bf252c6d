use super::*;

/// A difference means that a method changed, or that the file is to be written anew: `npm run bench -- table`.
#[test]
fn the_page_shows_what_the_engine_computes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FILE);
    let text = std::fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["results"], results());
    // What was measured is there for every row and method, whatever it is.
    let seconds = file["measurements"]["seconds"].as_array().unwrap();
    assert_eq!(seconds.len(), TABLE_3.len());
    for row in seconds {
        for method in Method::ALL {
            assert!(row[method.name()].as_f64().unwrap() > 0.0);
        }
    }
}
