use super::*;

#[test]
fn a_file_is_awaited_until_it_comes_or_is_given_up() {
    let mut remote = Remote::default();
    remote.await_files(&[0, 2]);
    remote.set_progress(2, 10, 3);
    remote.set_progress(1, 99, 99);
    assert_eq!(remote.progress(0, |_| 40), (10, 3));
    remote.arrive(2, Some(vec![7]));
    remote.arrive(1, Some(vec![8]));
    assert_eq!(remote.progress(0, |_| 40), (40, 3));
    assert_eq!(remote.progress(3, |_| 40), (0, 0));
    assert!(remote.is_awaited(0) && !remote.is_awaited(2));
    remote.arrive(0, None);
    assert!(!remote.is_awaited(0));
    assert_eq!((remote.take(0), remote.take(1), remote.take(2)), (None, None, Some((vec![7], 3))));
    remote.put_back(2, vec![7], 3);
    assert_eq!(remote.progress(2, |_| 40), (40, 3));
}
