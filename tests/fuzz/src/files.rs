//! Several files in one input.
//!
//! An input is one file as it is, or, where it has marks, several: a mark is the bytes `ff fe`, the word `FILE`, a
//! blank, the file's path and a line feed. What stands before the first mark is a file called `rank-0`.

/// What begins a mark.
const MARK: &[u8] = b"\xff\xfeFILE ";

/// The path of a file without a mark. It names a process, which some formats take from there.
pub const UNNAMED: &str = "rank-0";

/// The files of an input.
pub fn split(input: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut path = UNNAMED.to_owned();
    let mut rest = input;
    let marked = input.starts_with(MARK);
    loop {
        let at = rest.windows(MARK.len()).position(|window| window == MARK);
        let (bytes, after) = rest.split_at(at.unwrap_or(rest.len()));
        if !(marked && files.is_empty() && bytes.is_empty()) || at.is_none() {
            files.push((path, bytes.to_vec()));
        }
        let Some(after) = after.get(MARK.len()..) else { return files };
        let end = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
        path = match &after[..end] {
            [] => UNNAMED.to_owned(),
            path => String::from_utf8_lossy(path).into_owned(),
        };
        rest = after.get(end + 1..).unwrap_or_default();
    }
}

/// An input of these files: the opposite of [`split`].
pub fn join(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    if let [(_, bytes)] = files {
        return bytes.clone();
    }
    let mut input = Vec::new();
    for (path, bytes) in files {
        input.extend([MARK, path.as_bytes(), b"\n", bytes].concat());
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back() {
        let file = |path: &str, bytes: &[u8]| (path.to_owned(), bytes.to_vec());
        let two = [file("a/b.def", b"x\ny"), file("c", b"")];
        assert_eq!(split(&join(&two)), two);
        assert_eq!(split(b"0 send 1 2\n"), [file(UNNAMED, b"0 send 1 2\n")]);
        assert_eq!(split(b""), [file(UNNAMED, b"")]);
        let tail = [b"x", MARK, b"path"].concat();
        assert_eq!(split(&tail), [file(UNNAMED, b"x"), file("path", b"")]);
    }
}
