//! Traces of all formats, made for measuring. `npm run bench -- formats` and `-- large` read them.
//!
//! - `cargo bench -p loopscope-tests --bench formats -- list` prints their names, one a line;
//! - `-- write NAME FOLDER [PROCESSES]` writes one, of more processes where that can be chosen.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let given = loopscope_tests::given();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    match given.as_slice() {
        ["list"] => loopscope_testing::made::ALL.iter().for_each(|name| println!("{name}")),
        ["write", name, folder] => loopscope_testing::made::write(name, Path::new(folder), None)?,
        ["write", name, folder, processes] => {
            loopscope_testing::made::write(name, Path::new(folder), Some(processes.parse()?))?;
        }
        _ => return Err("say `list` or `write NAME FOLDER [PROCESSES]`".into()),
    }
    Ok(())
}
