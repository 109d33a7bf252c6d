//! The slow twins: straight from the definitions, on lines.

/// The partner of a line, and the line without it.
fn taken_apart(line: &str) -> Option<(bool, String, String)> {
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        [own, "send", peer, tag] => Some((false, (*peer).to_owned(), format!("{own} send * {tag}"))),
        [peer, "recv", own, tag] => Some((true, (*peer).to_owned(), format!("* recv {own} {tag}"))),
        // Other: a collective, which has no partner.
        _ => None,
    }
}

/// The lines of a process with any partner, and the list of those that are taken out; `None` if there are none.
pub(super) fn any_partner(lines: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let is_any = |key: &str| {
        let all: Vec<String> = lines
            .iter()
            .filter_map(|line| taken_apart(line))
            .filter(|(is_receive, _, own)| *is_receive && own == key)
            .map(|(_, peer, _)| peer)
            .collect();
        let mut sources = all.clone();
        sources.sort();
        sources.dedup();
        sources.len() >= 3 && all.len() >= 2 * sources.len()
    };
    let message = |at: usize| taken_apart(&lines[at]);
    let first = (0..lines.len()).find(|&at| message(at).is_some_and(|(_, _, key)| is_any(&key)))?;
    let last_any = |at: usize| {
        let before = (0..at).rev().filter_map(message);
        before.into_iter().find(|(_, _, key)| is_any(key)).map(|(_, peer, _)| peer)
    };
    let follows = |key: &str| {
        let mut own =
            (first..lines.len()).filter(|&at| message(at).is_some_and(|(_, _, other)| other == key)).peekable();
        own.peek().is_some() && own.all(|at| message(at).map(|it| it.1) == last_any(at))
    };
    let (mut written, mut peers) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        let Some((is_receive, peer, key)) = message(at) else {
            written.push(line.clone());
            continue;
        };
        if !is_any(&key) && at > first && follows(&key) {
            written.push(key.replace('*', "<"));
        } else if is_receive && !is_any(&key) {
            written.push(line.clone());
        } else {
            written.push(key);
            peers.push(peer);
        }
    }
    Some((written, peers))
}

/// For each event of a hub, given by its partner and its key, whether it needs a turn of its own. `None` stands for a collective.
pub(super) fn needs_turn(events: &[Option<(u32, u32)>]) -> Vec<bool> {
    // The last event of the same partner since the last collective.
    let before = |at: usize| {
        let (partner, _) = events[at]?;
        let since = (0..at).rev().take_while(|&other| events[other].is_some());
        let other = since.into_iter().find(|&other| events[other].map(|it| it.0) == Some(partner))?;
        Some((other, (events[other]?.1, events[at]?.1)))
    };
    let always = |pair| {
        (0..events.len())
            .filter_map(|at| before(at).map(|it| (at, it)))
            .filter(|(_, (_, own))| *own == pair)
            .all(|(at, (other, _))| other + 1 == at)
    };
    (0..events.len())
        .filter(|&at| events[at].is_some())
        .map(|at| before(at).is_none_or(|(_, pair)| !always(pair)))
        .collect()
}
