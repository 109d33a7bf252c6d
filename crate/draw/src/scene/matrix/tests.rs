use super::*;
use loopscope_core::system::text;

fn drawn(text: &str, width: f64) -> Scene {
    let model = text::parse(text).unwrap_or_default();
    let (processes, matrix) = (model.processes(), &model.matrix());
    super::matrix(&MatrixPicture { processes, matrix, bytes: false, width })
}

#[test]
fn a_square_for_each_pair() {
    let scene = drawn("processes 0-2\nfor i0 = 0 to 9\n0 send 1 7\n0 send 2 7\ndone\n2 send 1 3\n", 300.0);
    let said: Vec<_> = scene.hits.iter().map(|hit| (hit.title.as_str(), hit.detail.as_str())).collect();
    assert_eq!(said, [("0 → 1", "10 messages"), ("0 → 2", "10 messages"), ("2 → 1", "1 message")]);
    assert!(scene.hits.iter().all(|hit| hit.area.right() <= 300.0 && hit.area.bottom() < scene.height));
    assert_eq!((step(1, 1, 10), step(10, 1, 10), step(3, 1, 10), step(5, 5, 5)), (1, 5, 3, 5));
}

#[test]
fn many_processes_share_squares() {
    let scene = drawn("processes 0-999\n0 send 1 7\n999 send 0 7\n", 700.0);
    let said: Vec<_> = scene.hits.iter().map(|hit| hit.title.as_str()).collect();
    assert_eq!(said, ["0-7 → 0-7", "992-999 → 0-7"]);
    assert!(drawn("processes 0-3\n", 100.0).hits.is_empty());
    assert!(drawn("processes\n", 100.0).hits.is_empty());
}
