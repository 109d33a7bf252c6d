//! `loopscope compress` and `decompress`, run as a program.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Output;

mod program;
use program::{run, sample, Folder};

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_trace_comes_back_and_opens_like_any_other() {
    let folder = Folder::new("back");
    let (packed, lines) = (folder.path("cg.lsz"), folder.path("cg.trace"));
    let made = run(&["compress", &sample("cg.tar.zst"), "-o", &packed], b"");
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    let length = fs::metadata(&packed).unwrap().len();
    assert!(said(&made).starts_with("loopscope: 16 processes, 94,256 items: "), "{}", said(&made));
    assert!(length < 3000, "{length}");
    let nests = run(&["nest", "--format", "json", &sample("cg.tar.zst")], b"").stdout;
    assert_eq!(run(&["nest", "--format", "json", &packed], b"").stdout, nests);
    assert_eq!(run(&["nest", "--format", "json", "-"], fs::read(&packed).unwrap()).stdout, nests);
    assert_eq!(run(&["decompress", &packed, "-o", &lines], b"").status.code(), Some(0));
    assert_eq!(run(&["nest", "--format", "json", &lines], b"").stdout, nests);
    let one = run(&["decompress", "--rank", "5", "-"], fs::read(&packed).unwrap());
    let text = String::from_utf8(one.stdout).unwrap();
    assert!(text.lines().count() > 5000 && text.lines().all(|line| line.contains('5')));
}

#[test]
fn a_pipe_in_and_a_pipe_out() {
    let text = "0 send 1 2\n1 recv 0 2\n0 local a b\n0 sync MPI_Barrier 0-3\n"
        .replace("1 recv 0 2\n", "")
        .repeat(9999);
    let packed = run(&["compress", "-", "-o", "-"], text.as_bytes());
    assert_eq!(packed.status.code(), Some(0), "{}", said(&packed));
    assert!(packed.stdout.len() < 300, "{}", packed.stdout.len());
    assert_eq!(run(&["decompress", "-"], &packed.stdout).stdout, text.as_bytes());
    let tokens = run(&["compress", "--k", "3", "-", "-o", "-"], b"a b c d\na b c d a b c d");
    assert_eq!(run(&["decompress", "-"], &tokens.stdout).stdout, b"a\nb\nc\nd\n".repeat(3));
}

#[test]
fn a_folder_gets_a_file_for_every_process() {
    let folder = Folder::new("folder");
    for (name, text) in [("rank-0.sym", "a\nb\nb\n"), ("rank-1.sym", "c\n")] {
        fs::write(folder.path(name), text).unwrap();
    }
    let packed = folder.path("both.lsz");
    let (a, b) = (folder.path("rank-0.sym"), folder.path("rank-1.sym"));
    assert_eq!(run(&["compress", &a, &b, "-o", &packed], b"").status.code(), Some(0));
    let out = folder.path("out/");
    assert_eq!(run(&["decompress", &packed, "-o", &out], b"").status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path("out/rank-0.sym")).unwrap(), "a\nb\nb\n");
    assert_eq!(fs::read_to_string(folder.path("out/rank-1.sym")).unwrap(), "c\n");
    let all = run(&["decompress", &packed], b"").stdout;
    assert_eq!(all, b"# process 0\na\nb\nb\n# process 1\nc\n");
    let again = run(&["decompress", &packed, "-o", &out], b"");
    assert_eq!(again.status.code(), Some(2), "{}", said(&again));
}

#[test]
fn what_is_there_stays_unless_it_may_go() {
    let folder = Folder::new("stays");
    let out = folder.path("out.lsz");
    fs::write(&out, "mine").unwrap();
    let refused = run(&["compress", "-", "-o", &out], b"0 send 1 2\n");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("out.lsz: the file already exists; name another file"),
        "{}",
        said(&refused)
    );
    // A trace that cannot be read leaves it alone, and leaves nothing else.
    let failed = run(&["compress", "--force", "-", "-o", &out], b"");
    assert_eq!((failed.status.code(), fs::read(&out).unwrap()), (Some(1), b"mine".to_vec()));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    let forced = run(&["compress", "--force", "-", "-o", &out], b"0 send 1 2\n");
    assert_eq!(forced.status.code(), Some(0), "{}", said(&forced));
    assert_eq!(run(&["decompress", &out], b"").stdout, b"0 send 1 2\n");
}

#[test]
fn damage_is_told_before_anything_is_written() {
    let packed = run(&["compress", "-", "-o", "-"], b"0 send 1 2\n0 send 1 3\n").stdout;
    let check = |bytes: &[u8], expected: &str| {
        let output = run(&["decompress", "-"], bytes);
        let message = said(&output);
        assert_eq!(
            (output.stdout.len(), output.status.code(), message.lines().count()),
            (0, Some(1), 1)
        );
        assert!(
            message.starts_with(&format!("loopscope: standard input: {expected}")),
            "{message}"
        );
    };
    let cut = packed.len() - 5;
    check(&packed[..cut], &format!("byte {cut}: the compressed trace is truncated; found the end"));
    let mut bad = packed.clone();
    bad[15] ^= 4;
    check(&bad, "byte 9: the compressed trace is damaged: the checksum of a block does not agree");
    check(
        b"0 send 1 2\n",
        "byte 0: this is no compressed trace; found \"0 send 1 \", expected a file that `loopscope compress` wrote",
    );
    let nobody = run(&["decompress", "--rank", "7", "-"], &packed);
    assert!(nobody.status.code() == Some(2) && said(&nobody).contains("there is no such process"));
    assert_eq!(run(&["compress", "-", "-o", "-", "--k", "0"], b"").status.code(), Some(2));
}
