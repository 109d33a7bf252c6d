use super::*;

/// The members of what each call of each process made.
fn made(makes: Vec<Vec<Make>>, world: u32) -> Vec<Vec<Option<Vec<u32>>>> {
    let counts: Vec<usize> = makes.iter().map(Vec::len).collect();
    let ranks = (0..).zip(makes).collect();
    let comms = follow(ranks, Some(world));
    let members = |process: usize, nth: usize| {
        let comm = comms.get(comms.made(process, nth as u32).0)?;
        Some(comm.members.as_ref()?.to_vec())
    };
    let all = counts.iter().enumerate();
    all.map(|(process, &count)| (0..count).map(|nth| members(process, nth)).collect()).collect()
}

#[test]
fn splits_wait_for_all_members() {
    let split = |old, new, color, key| Make::Split { old, new, color, key };
    // Even and odd ranks, the odd ones backwards; then both halves once more, in their own order.
    let of = |rank: i32| {
        let key = if rank % 2 == 1 { -rank } else { 0 };
        vec![split(2, 7, rank % 2, key), Make::Dup(7, 8), split(8, 9, 0, rank), split(2, 5, -1, 0)]
    };
    let found = made((0..5).map(of).collect(), 5);
    assert_eq!(found[0], [Some(vec![0, 2, 4]), Some(vec![0, 2, 4]), Some(vec![0, 2, 4]), None]);
    assert_eq!(found[3], [Some(vec![3, 1]), Some(vec![3, 1]), Some(vec![1, 3]), None]);
    // One process is missing: the members are unknown.
    let found = made((0..4).map(of).collect(), 5);
    assert_eq!(found[0], [None, None, None, None]);
}

#[test]
fn grids_and_groups() {
    let grid = Make::Cart { old: 2, new: 4, dims: vec![2, 3] };
    let rows = Make::CartSub { old: 4, new: 5, remain: vec![0, 1] };
    let columns = Make::CartSub { old: 4, new: 6, remain: vec![1, 0] };
    let of = |rank: i32| {
        let new = |it: &[i32]| if it.contains(&rank) { 9 } else { 1 };
        vec![
            grid.clone(),
            rows.clone(),
            columns.clone(),
            Make::GroupOf(2, 10),
            Make::IncludeRanges(10, vec![[4, 0, -2]], 11),
            Make::Exclude(10, vec![0, 1], 12),
            Make::Intersection(11, 12, 13),
            Make::Create { old: 2, new: new(&[4, 2]), group: 13 },
            Make::Union(13, 12, 14),
            Make::Difference(14, 11, 15),
            Make::Create { old: 2, new: new(&[3, 5]), group: 15 },
        ]
    };
    let found = made((0..6).map(of).collect(), 6);
    assert_eq!(found[4][..3], [Some(vec![0, 1, 2, 3, 4, 5]), Some(vec![3, 4, 5]), Some(vec![1, 4])]);
    assert_eq!((&found[4][7], &found[0][7]), (&Some(vec![4, 2]), &None));
    assert_eq!((&found[5][10], &found[4][10]), (&Some(vec![3, 5]), &None));
}

#[test]
fn what_cannot_be_is_unknown() {
    let all = vec![
        Make::Cart { old: 2, new: 4, dims: vec![2, -3] },
        Make::Cart { old: 2, new: 4, dims: vec![i32::MAX, i32::MAX, i32::MAX] },
        Make::CartSub { old: 2, new: 4, remain: vec![1] },
        Make::Dup(99, 100),
        Make::GroupOf(2, 10),
        Make::Include(10, vec![7], 11),
        Make::Create { old: 2, new: 5, group: 11 },
        Make::IncludeRanges(10, vec![[0, i32::MAX, 1]], 11),
        Make::Create { old: 2, new: 5, group: 11 },
        Make::Unknown { old: 2, new: 6 },
    ];
    assert!(made(vec![all.clone(), all], 2).concat().iter().all(Option::is_none));
}
