//! `loopscope compress` and `decompress`, run as a program.

#![cfg(test)]

use std::fs;

mod program;
use program::*;

#[test]
fn a_trace_comes_back_and_opens_like_any_other() {
    let folder = Folder::new("back");
    let (packed, lines) = (folder.path("cg.lsz"), folder.path("cg.trace"));
    let (_, notes) = worked(&["compress", &sample("cg.tar.zst"), "-o", &packed], "");
    let length = fs::metadata(&packed).unwrap().len();
    assert!(notes.starts_with("loopscope: 16 processes, 94,256 items: "), "{notes}");
    assert!(length < 3000, "{length}");
    let nests = run(&["nest", "--format", "json", &sample("cg.tar.zst")], b"").stdout;
    assert_eq!(run(&["nest", "--format", "json", &packed], b"").stdout, nests);
    assert_eq!(run("nest --format json -", fs::read(&packed).unwrap()).stdout, nests);
    printed(&["decompress", &packed, "-o", &lines], "");
    assert_eq!(run(&["nest", "--format", "json", &lines], b"").stdout, nests);
    let one = run("decompress --rank 5 -", fs::read(&packed).unwrap());
    let text = String::from_utf8(one.stdout).unwrap();
    assert!(text.lines().count() > 5000 && text.lines().all(|line| line.contains('5')));
}

#[test]
fn a_pipe_in_and_a_pipe_out() {
    let text = "0 send 1 2\n1 recv 0 2\n0 local a b\n0 sync MPI_Barrier 0-3\n".replace("1 recv 0 2\n", "").repeat(9999);
    let packed = run("compress - -o -", text.as_bytes());
    assert!(packed.status.success(), "{packed:?}");
    assert!(packed.stdout.len() < 300, "{}", packed.stdout.len());
    assert_eq!(run("decompress -", &packed.stdout).stdout, text.as_bytes());
    let tokens = run("compress --k 3 - -o -", b"a b c d\na b c d a b c d");
    assert_eq!(run("decompress -", &tokens.stdout).stdout, b"a\nb\nc\nd\n".repeat(3));
}

#[test]
fn a_folder_gets_a_file_for_every_process() {
    let folder = Folder::new("folder");
    let a = folder.write("rank-0.sym", "a\nb\nb\n");
    let b = folder.write("rank-1.sym", "c\n");
    let (packed, out) = (folder.path("both.lsz"), folder.path("out/"));
    printed(&["compress", &a, &b, "-o", &packed], "");
    printed(&["decompress", &packed, "-o", &out], "");
    assert_eq!(folder.read("out/rank-0.sym"), "a\nb\nb\n");
    assert_eq!(folder.read("out/rank-1.sym"), "c\n");
    let all = printed(&["decompress", &packed], "");
    assert_eq!(all, "# process 0\na\nb\nb\n# process 1\nc\n");
    fails(&["decompress", &packed, "-o", &out], "", 2, "");
}

#[test]
fn what_is_there_stays_unless_it_may_go() {
    let folder = Folder::new("stays");
    let out = folder.write("out.lsz", "mine");
    let why = "out.lsz: the file already exists; name another file";
    fails(&["compress", "-", "-o", &out], "0 send 1 2\n", 2, why);
    // A trace that cannot be read leaves it alone, and leaves nothing else.
    fails(&["compress", "--force", "-", "-o", &out], "", 1, "");
    assert_eq!(folder.read("out.lsz"), "mine");
    assert_eq!(folder.names(), ["out.lsz"]);
    printed(&["compress", "--force", "-", "-o", &out], "0 send 1 2\n");
    assert_eq!(printed(&["decompress", &out], ""), "0 send 1 2\n");
}

#[test]
fn damage_is_told_before_anything_is_written() {
    let packed = run("compress - -o -", b"0 send 1 2\n0 send 1 3\n").stdout;
    let check = |bytes: &[u8], expected: &str| {
        let message = fails("decompress -", bytes, 1, expected);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.starts_with(&format!("loopscope: standard input: {expected}")), "{message}");
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
    fails("decompress --rank 7 -", &packed, 2, "there is no such process");
    fails("compress - -o - --k 0", "", 2, "");
}
