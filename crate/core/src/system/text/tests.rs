use super::*;

/// Lines of a loop in the whole text: from its first to its `done`, moved to the left edge.
fn by_reading(model: &Model, of: ConstructId) -> Vec<String> {
    let constructs = constructs(model);
    let text = print(model);
    let at: Vec<usize> = (0..constructs.len()).filter(|&line| constructs[line] == Some(of)).collect();
    let lines: Vec<&str> = text.lines().collect();
    let (first, last) = (at[0], at[at.len() - 1]);
    let indent = lines[first].len() - lines[first].trim_start().len();
    lines[first..=last].iter().map(|line| line[indent..].to_owned()).collect()
}

/// What a header has between its words follows from where it stands.
fn squeezed(lines: Vec<String>) -> Vec<String> {
    let squeeze = |line: String| {
        let depth = line.len() - line.trim_start().len();
        format!("{depth} {}", line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    lines.into_iter().map(squeeze).collect()
}

#[test]
fn a_construct_prints_as_in_the_whole_text() {
    let text = "processes 0,1\nfor i0 = 0 to 9\n  \"0 local a # 1 {b}\"\n  for i1 = 0 to 1\n    0 send 1 1\n    0 recv 1 1\n  done\n  \"1 local # 2 {0}\"\ndone\n0,1 sync MPI_Barrier 0,1\n";
    let model = parse(text).unwrap();
    let counts = line_counts(&model);
    for id in model.ids() {
        let whole = by_reading(&model, id);
        assert_eq!(counts[id.index()], whole.len() as u64);
        for most in 0..=whole.len() + 1 {
            let first = print_first(&model, Some(id), most);
            let expected = whole[..most.min(whole.len())].to_vec();
            assert_eq!(squeezed(first), squeezed(expected));
        }
    }
    let whole: Vec<String> = print(&model).lines().map(str::to_owned).collect();
    for most in 0..=whole.len() + 1 {
        assert_eq!(print_first(&model, None, most), whole[..most.min(whole.len())]);
    }
}
