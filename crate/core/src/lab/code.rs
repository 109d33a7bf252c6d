//! The pseudo-code of the stations, in the words of the papers. Two spaces indent a line.

/// Crochemore's refinement.
pub(super) const REPEATS: &[&str] = &[
    "E_1: a class for every letter",
    "while a class has two members:",
    "  the last place leaves, no longer word fits",
    "  for each small class C of E_k:",
    "    each i whose i+1 is in C leaves its class for a new one",
    "  of the children of a class, all but a largest are small",
    "  that is E_{k+1}; cross out single places",
    "  neighbours in a class at distance k: a PM-triple",
    "stop",
];

/// The greedy procedure.
pub(super) const GREEDY: &[&str] = &[
    "Level = 1",
    "while Level <= |Current_S| / 2:",
    "  find all repeats of size Level",
    "  R = the PM-triples of size Level",
    "  if R is empty:",
    "    Level = Level + 1",
    "  else reduce from R in decreasing order of loop span, then by start",
    "    filter those that overlap one taken",
    "    store the symbols in the mapping table; Level = 1",
    "stop",
];

/// Nested loop recognition.
pub(super) const NLR: &[&str] = &[
    "MAIN:",
    "while there is more data:",
    "  push the next data onto s",
    "  REDUCE(s)",
    "  if size(s) >= SMAX:",
    "    remove NFLUSH terms at the bottom",
    "end: s holds the terms",
    "REDUCE(s):",
    "  for i = 2 to 3K:",
    "    if i is a multiple of 3: b = i/3, t = TRIPLET of the three top blocks of b",
    "      if t is not NULL:",
    "        pop i, push t, REDUCE(s)",
    "    if i <= K+1 and s_i is a loop:",
    "      and FOLLOWS(s_i, s_{i-1}..s_1):",
    "      (test)",
    "      then",
    "        increment s_i's bound, pop i-1, REDUCE(s)",
];

/// Prediction.
pub(super) const PREDICTION: &[&str] = &[
    "a value comes, compare it with what was foretold",
    "push, REDUCE",
    "search the top terms for a loop that covers all terms above it, lowest first",
    "it is the anchor: instantiate what remains of its next iteration",
    "go on with the iterations after it",
    "none covers: no prediction",
    "end",
];

/// The merge of nests.
pub(super) const MERGE: &[&str] = &[
    "run the events that can run",
    "no construct left: done",
    "a need: a message is missing, or in flight before a loop:",
    "  shift the loop by the least that delivers it",
    "fronts are loops that exchange messages:",
    "  rates x, g = min floor(n / x)",
    "  split: g iterations of x, the rest stays; g < 2: unroll one round",
    "  coalesce: merge the bodies, one loop of g",
    "else: all stay as they are",
    "done",
];

/// The flow graph and its headers.
pub(super) const FLOW: &[&str] = &[
    "for each pair of neighbours x y:",
    "  count the edge (x, y)",
    "the graph",
    "DFS(b0, p):",
    "  mark b0, its place on the path is p; for each b after b0:",
    "  (A) new: nh = DFS(b, p+1), tag_lhead(b0, nh)",
    "  else if b is on the path:",
    "  (B) b is a header, tag_lhead(b0, b)",
    "  (C) b in no loop: nothing",
    "  (D) header of b on the path: tag_lhead(b0, h)",
    "  (E) re-entry: h is irreducible; climb to the first header on the path, tag_lhead(b0, it)",
    "  b0 leaves the path; return its header",
    "tag_lhead(b, h):",
    "  if b = h or h is nil: return",
    "  climb from b through its headers:",
    "    h found: return",
    "    a header further out than h: put h between",
    "    no header left: set it",
    "the forest",
    "split: every visit of an outermost irreducible loop gets the name of its entry; again from 3",
    "done",
];

/// The optimal procedure.
pub(super) const OPTIMAL: &[&str] = &[
    "all PM-triples of the stretch",
    "if there are none: leave it",
    "take the longest span, the earliest of equals",
    "again for what is left, the body, what is right",
];

/// The four cases of one message.
pub(super) const MESSAGE: &[&str] = &[
    "(a, b) asynchronous: d_p' = d_p",
    "  d_q' = min(d_p, d_q + w), or (b) min(d_p + x, d_q)",
    "(c, d) synchronous: d_p' = d_q', both ends leave together",
    "  = min(d_p, d_q + w), or (d) min(d_p + w, d_q)",
];

/// Figure 6; line 19 compares the differences at occurrence.
pub(super) const AGGREGATION: &[&str] = &[
    "Aggregate(L):",
    "  L' = empty",
    "  while L is not empty:",
    "    select the earliest communication e_p -> e_q",
    "    if IsAggregatable(e_p, e_q):",
    "      delete both from L",
    "    else",
    "      add both to L', delete them from L",
    "",
    "done",
    "",
    "IsAggregatable(e_p, e_q):",
    "  if an event may be shortened:",
    "    leave its difference as a variable",
    "  else",
    "    d_p' = d_p",
    "    d_q' = min(d_p, d_q + w)",
    "",
    "  if d_p = d_q at occurrence: true (R3)",
    "  else: false",
    "end",
];

/// The domino path.
pub(super) const DOMINO: &[&str] =
    &["replay, T", "for each candidate:", "  replay without it", "apply the one that gains most", "after k steps stop"];
