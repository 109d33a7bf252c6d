//! The examples of the paper.

use super::*;

/// The terms of a stream under the default options, as text.
fn text(stream: &Stream) -> String {
    recognize(stream, &Options::default()).iter().map(Term::to_string).collect()
}

#[test]
fn section_2_1_an_arithmetic_progression() {
    let stream = numbers([3, 10, 17, 24, 31, 38, 45]);
    assert_eq!(text(&stream), "for i0 = 0 to 6\n  val 3 + 7*i0\ndone\n");
    check_all("3 10 17", &stream);
}

#[test]
fn section_2_1_a_triangular_nest() {
    let line = |j: u64| (0..=5 + 3 * j).map(move |i| 3 + 2 * j + 7 * i);
    let nest = "  for i1 = 0 to 5 + 3*i0\n    val 3 + 2*i0 + 7*i1\n  done\ndone\n";
    for lines in [3, 4] {
        let stream = numbers((0..lines).flat_map(line));
        assert_eq!(text(&stream), format!("for i0 = 0 to {}\n{nest}", lines - 1));
        check_all("triangular", &stream);
    }
}

/// In the paper the second `val` is indented as if it were inside the inner loop; what follows there says
/// that it is not.
#[test]
fn section_2_2_an_imperfect_nest() {
    let line = |j: u64| (0..=3 + 2 * j).map(move |i| 1 + 5 * j + 3 * i).chain([7 + 4 * j]);
    for last in [5, 6] {
        let stream = numbers((0..=last).flat_map(line));
        assert_eq!(
            text(&stream),
            format!(
                "for i0 = 0 to {last}\n  for i1 = 0 to 3 + 2*i0\n    val 1 + 5*i0 + 3*i1\n  done\n  \
                 val 7 + 4*i0\ndone\n"
            )
        );
        check_all("imperfect", &stream);
    }
}

#[test]
fn section_2_4_calls_with_arguments() {
    let stream: Stream = (0..9).map(|i| (5, vec![2480 + i, 100 * i, 100])).collect();
    assert_eq!(text(&stream), "for i0 = 0 to 8\n  val 5: 2480 + i0, 100*i0, 100\ndone\n");
    check_all("calls", &stream);
}

/// The memory accesses of `for i, j, k: s += A[i][k] * B[k][j]; C[i][j] = s` for 32 x 32 doubles, as
/// valgrind records those of a compiled program: reads (0), writes (1) and instruction fetches (2).
fn matrix_multiply(n: u64) -> Stream {
    let mut stream = Stream::new();
    let row = 8 * n;
    for i in 0..n {
        stream.extend([(2, vec![0x40168b, 4]), (2, vec![0x40168f, 7])]);
        for j in 0..n {
            stream.extend([(2, vec![0x401696, 4]), (2, vec![0x40169a, 7])]);
            for k in 0..n {
                stream.push((2, vec![0x4016a5, 4]));
                stream.push((0, vec![0x4aa2e0 + row * i + 8 * k, 8]));
                stream.push((2, vec![0x4016a9, 4]));
                stream.push((0, vec![0x4a82e0 + row * k + 8 * j, 8]));
                stream.push((2, vec![0x4016ad, 4]));
            }
            stream.push((2, vec![0x4016c0, 4]));
            stream.push((1, vec![0x4a62e0 + row * i + 8 * j, 8]));
        }
    }
    stream
}

#[test]
fn section_2_4_matrix_multiply() {
    let terms = recognize(&matrix_multiply(32), &Options::default());
    let text: String = terms.iter().map(|term| format!("{term:#}")).collect();
    let expected = "\
for i0 = 0 to 31
  val 2: 0x40168b, 0x4
  val 2: 0x40168f, 0x7
  for i1 = 0 to 31
    val 2: 0x401696, 0x4
    val 2: 0x40169a, 0x7
    for i2 = 0 to 31
      val 2: 0x4016a5, 0x4
      val 0x4aa2e0 + 256*i0 + 8*i2, 0x8
      val 2: 0x4016a9, 0x4
      val 0x4a82e0 + 8*i1 + 256*i2, 0x8
      val 2: 0x4016ad, 0x4
    done
    val 2: 0x4016c0, 0x4
    val 1: 0x4a62e0 + 256*i0 + 8*i1, 0x8
  done
done
";
    assert_eq!(text, expected);
    check_all("matrix multiply", &matrix_multiply(7));
}

/// Section 4.1: what the top of the stack is in the example of prediction.
#[test]
fn section_4_1_an_iteration_begun() {
    let line = |j: u64| (0..=42).map(|i| 3 + 8 * i).chain((0..=5 + j).map(move |i| 1 + 4 * i + 128 * j));
    let mut stream = numbers((0..=5).flat_map(line));
    stream.extend(numbers((0..=42).map(|i| 3 + 8 * i)));
    assert_eq!(
        text(&stream),
        "for i0 = 0 to 5\n  for i1 = 0 to 42\n    val 3 + 8*i1\n  done\n  for i1 = 0 to 5 + i0\n    \
         val 1 + 128*i0 + 4*i1\n  done\ndone\nfor i0 = 0 to 42\n  val 3 + 8*i0\ndone\n"
    );
}
