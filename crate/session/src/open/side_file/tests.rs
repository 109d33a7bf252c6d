use super::*;

#[test]
fn names() {
    assert!(is_side_file("run/README"));
    assert!(is_side_file("run/lu.out.gz"));
    assert!(!is_side_file("run/rank-0.sym"));
    assert!(!is_side_file("run/rank-0"));
    assert!(is_called_like_trace("a/rank-0.TRACE.zst"));
    assert!(!is_called_like_trace("trace"));
    assert!(is_hidden("a/.DS_Store"));
    assert!(is_hidden("__MACOSX/a/rank-0.trace"));
    assert!(!is_hidden("../a/rank-0.trace"));
    assert_eq!(ending(".trace"), None);
    let matches = [NameMatch::Trace, NameMatch::Unknown, NameMatch::SideFile];
    assert_eq!(["a.sym", "rank-0", "a.txt"].map(name_match), matches);
    assert_eq!(family("a/rank-3.csv"), family("a/rank-12.csv.gz"));
    assert_eq!(family("a.xyz"), family("b.xyz"));
    assert_ne!(family("package.json"), family("trace.json"));
    // A folder of files without endings is a family, too.
    assert_eq!(family("a/rank-0"), family("b/rank-1"));
    assert_eq!(family("README"), None);
}
