//! Files of the fixtures that belong together.

use std::path::Path;

/// All files below a folder of `tests/fixtures` except what is expected of them: each with its path behind `name`, and its bytes.
pub fn fixtures_below(folder: &str, name: &str) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(folder);
    let mut found = Vec::new();
    let mut folders = vec![(root, name.to_owned())];
    while let Some((folder, name)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let path = format!("{name}/{}", entry.file_name().unwrap().to_str().unwrap());
            if entry.is_dir() {
                folders.push((entry, path));
            } else if !path.ends_with(".expected") {
                found.push((path, std::fs::read(&entry).unwrap()));
            }
        }
    }
    found
}
