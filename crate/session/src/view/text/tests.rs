use super::*;
use crate::files::nests;

/// Thirty loops, each with the one before twice in its body.
fn doubled() -> Analysis {
    let nodes: Vec<String> =
        (0..30).map(|at| format!("{{\"loop\":{{\"id\":{},\"count\":2,\"body\":[{at},{at}]}}}}", at + 1)).collect();
    let text = format!(
        "{{\"format\":\"loopscope-nests/1\",\"method\":\"greedy\",\"parameters\":{{}},\"view\":\"calls\",\
             \"signature\":[],\"processes\":[{{\"process\":0,\"length\":{},\"symbols\":[\"a\"],\"nodes\":[\
             {{\"symbol\":0}},{}],\"root\":[30],\"stats\":{{\"top_level\":1,\"total\":1,\"loops\":30,\
             \"depth\":30,\"coverage\":1,\"main_loop\":1}}}}]}}",
        format_args!("\"{}\"", 1u64 << 60),
        nodes.join(",")
    );
    nests::read("hostile", &text).unwrap()
}

#[test]
fn a_text_ends_where_it_is_too_long_and_says_how_much_is_missing() {
    let analysis = doubled();
    let text = bounded(&analysis, 100, 1 << 20);
    assert_eq!(text.lines().count(), 101);
    // 2^30 symbols, and two lines for each of 2^30 - 1 loops, less a hundred.
    let all = 3 * (1u64 << 30) - 2 - 100;
    let last = counted(all, "further line");
    assert!(text.ends_with(&format!("# {last} not written; `loopscope nest` writes all\n")));
    let short = bounded(&analysis, 100, 1000);
    assert!(short.len() < 1100 && short.contains("further lines not written"), "{short}");
}

#[test]
fn a_text_that_fits_is_whole() {
    let analysis = doubled();
    let mut whole = Vec::new();
    let mut process = (*analysis.processes[0]).clone();
    let small = "for i0 = 0 to 4\na\ndone\nb\n";
    (process.nest, process.symbols) = text::parse(small).unwrap();
    process.names = loopscope_core::nest::LoopNames::new(&process.nest);
    let analysis = Analysis { processes: vec![process.into()], ..analysis };
    write(&analysis, &mut whole).unwrap();
    assert_eq!(bounded(&analysis, 4, 1000).as_bytes(), whole);
    let cut = "for i0 = 0 to 4              # 1\n  a\ndone\n# 1 further line not written";
    assert!(bounded(&analysis, 3, 1000).starts_with(cut));
}

#[test]
fn the_terminal_streams_without_holding() {
    /// Takes a hundred thousand bytes, as `head` does.
    struct Head(usize);
    impl io::Write for Head {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let stopped = write(&doubled(), &mut Head(100_000)).unwrap_err();
    assert_eq!(stopped.kind(), io::ErrorKind::BrokenPipe);
}
