// Which part of the engine each function belongs to.
//
// A function that a visit of the profile calls belongs to the part of that visit, one that several call to the main part. Another
// function belongs to the part that its name says, and one whose name says nothing, such as an instance of `Vec::push`, to
// the part of its callers, if that is a single one. A wrong guess costs a late load, never a failure.

import { ofFiles } from "./profile.mjs";

/** @typedef {import("./module.mjs").Module} Module */
/** @typedef {import("./profile.mjs").Visit} Visit */

/**
 * A part that is loaded when something in it is called first. It has what one visit calls and no other, and of the crates and modules that it
 * owns what no visit calls. What it leaves it does not own: rarely called, that would only be carried along. If it drops, it has what drops
 * its values, too: where there is one, the part was loaded. If it keeps what it owns, files that a visitor opens do not move it elsewhere: few
 * of them call it.
 * A part that needs another one is called by nobody before that is there: what only these two call is in the other one.
 * If it is full, small functions that several parts call are not copied into it.
 * If it takes circles, functions that only call each other and are called by it are in it.
 * @typedef {{ name: string, visit?: Visit, owns: readonly string[], leaves?: readonly string[], drops?: boolean, keeps?: boolean, circles?: boolean, needs?: string, full?: boolean }} Part
 */

/** What nobody but questions uses of modules that others use, too. */
const ONLY_ASKED = ["loopscope_core::system::positions::ProcessPositions", "loopscope_core::trace::sequence::Sequence<T>::shrink", "loopscope_core::trace::sequence::Iter<T>::next_block"];

/**
 * The parts besides the main one, in the order in which they are numbered. The last one owns whatever is left. A new part is a
 * line here and one in tests/budgets/download.json.
 * @type {readonly Part[]}
 */
export const PARTS = [
  { name: "model", visit: "model", full: true, owns: [] },
  { name: "numbers", visit: "numbers", full: true, owns: ["loopscope_core::affine::"] },
  // Characters that cannot be printed are rare in what a note quotes.
  { name: "readers", visit: "files", owns: ["loopscope_formats::", "flate2::", "miniz_oxide::", "tar::"], leaves: ["loopscope_formats::notes::printable::"] },
  // Only who selects an iteration asks why it is slow.
  { name: "excess", owns: ["loopscope_core::durations::excess::", "loopscope_session::tasks::time::excess::", "loopscope_session::wire::excess::"] },
  // Where no process waits for another nobody asks with whom that begins.
  { name: "roots", needs: "time", owns: ["loopscope_core::durations::roots::", "loopscope_session::tasks::time::roots::"] },
  // Rounds themselves: only where these are listed.
  { name: "dividing", needs: "rounds", owns: ["loopscope_core::durations::rounds::", "loopscope_session::tasks::time::dividing::"] },
  // Rounds that no operation of their own divides: only where operations come often.
  { name: "followed", needs: "rounds", owns: ["loopscope_core::durations::followed::", "loopscope_session::tasks::time::followed::"] },
  // The operations of all processes, and what is between them.
  { name: "rounds", needs: "time", owns: ["loopscope_session::tasks::time::collectives::", "loopscope_session::tasks::time::markers::", "loopscope_session::tasks::time::rounds::", "loopscope_session::wire::rounds::"] },
  // The pictures of time and what is asked about them: the overview adds times up before anybody looks at one.
  {
    name: "timeline",
    full: true,
    needs: "time",
    owns: [
      ...["boxes", "columns", "find", "messages", "opened"].map((module) => `loopscope_core::timeline::${module}::`),
      "loopscope_draw::scene::timeline::",
      "loopscope_session::queries::timeline::",
      "loopscope_session::tasks::time::timeline_call::",
      "loopscope_session::tasks::time::timeline_words::",
    ],
  },
  {
    name: "time",
    full: true,
    owns: [
      ...["clocks", "matching", "waits", "durations", "timeline"].map((module) => `loopscope_core::${module}::`),
      "loopscope_session::tasks::time::",
    ],
    // Clocks that a constant for each process does not set right are rare.
    leaves: ["loopscope_core::clocks::beyond::", "loopscope_core::clocks::drift::", "loopscope_core::clocks::logical::"],
  },
  // What times and the flow graph say of loops of several variants.
  { name: "branches", drops: true, keeps: true, owns: ["loopscope_session::tasks::flow::variants::", "loopscope_session::view::variants::times::", "loopscope_session::wire::branches::"] },
  {
    name: "reduce",
    full: true,
    owns: ["aligned", "cut", "cutting", "figures", "reduced", "task"].map((module) => `loopscope_session::tasks::flow::reduce::${module}::`),
  },
  // Only graphs in which Wei's search takes too many steps.
  { name: "ramalingam", owns: ["loopscope_core::event_flow::ramalingam::"] },
  // Graphs as text and as files: few read one, or save one.
  {
    name: "outlines",
    needs: "flow",
    owns: [...["csv", "document", "dot", "outline"].map((module) => `loopscope_session::tasks::flow::${module}::`), ...["file", "text"].map((name) => `loopscope_session::queries::flow::${name}`)],
  },
  {
    name: "flow",
    owns: ["loopscope_core::event_flow::", "loopscope_draw::scene::flow::", "loopscope_session::tasks::flow::", "loopscope_session::queries::flow::", "loopscope_session::wire::flow::", "loopscope_session::wire::growth::"],
  },
  // What a reduction leaves out of a run: only who asks for that sees it.
  {
    name: "left_out",
    needs: "details",
    owns: ["loopscope_core::whatif::aggregate::", "loopscope_session::tasks::whatif::details::left_out::", "loopscope_session::tasks::whatif::reduction::"],
    leaves: ["loopscope_core::whatif::aggregate::watched::"],
  },
  // Answers about a run that is ready for predictions: only who assumes something asks. What the overview says needs none.
  {
    name: "details",
    owns: [
      ...["aggregate", "changes", "domino_path", "gains", "loop_iterations", "touched", "uneven", "predicted::Slack"].map((module) => `loopscope_core::whatif::${module}::`),
      ...["curve", "predict", "tangent"].map((method) => `loopscope_core::whatif::pass::<impl loopscope_core::whatif::stream::Stream>::${method}`),
      "loopscope_core::whatif::pass::Curve::",
      ...["answer", "details", "overlay", "path_text", "reduction", "reply", "select"].map((module) => `loopscope_session::tasks::whatif::${module}::`),
      ...["shown_answer", "prediction_in_words"].map((method) => `loopscope_session::tasks::whatif::shown::<impl loopscope_session::tasks::whatif::builder::WhatIf>::${method}`),
      "loopscope_session::wire::whatif::_::<impl serde_core::de::Deserialize",
    ],
    // The lanes are met by the overview; only the lab watches a reduction.
    leaves: ["loopscope_core::whatif::pass::<impl loopscope_core::whatif::stream::Stream>::predict_lanes", "loopscope_core::whatif::aggregate::watched::"],
  },
  {
    name: "whatif",
    drops: true,
    full: true,
    owns: ["loopscope_core::whatif::", "loopscope_session::tasks::whatif::", "loopscope_session::wire::whatif::"],
    // Only the lab watches it.
    leaves: ["loopscope_core::whatif::aggregate::watched::", "loopscope_core::whatif::timed::"],
  },
  // Receives in another order than the recorded one: most traces have none.
  { name: "orders", drops: true, keeps: true, owns: ["loopscope_core::completions::", "loopscope_draw::scene::ribbon::any_order::", "loopscope_session::files::orders::"] },
  // Processes that take messages from anybody, partner by partner: most traces have none.
  {
    name: "partners",
    drops: true,
    keeps: true,
    owns: ["loopscope_core::partners::", "loopscope_session::analysis::with_partners::", "loopscope_session::analysis::without_partners::", "loopscope_session::files::partners::", "loopscope_session::tasks::model::hubs::", "loopscope_session::view::partners::", "loopscope_session::wire::partners::"],
  },
  // Tags that count steps: only who may have some looks for them.
  {
    name: "step_tags",
    drops: true,
    keeps: true,
    owns: ["loopscope_core::elided::tags::", "loopscope_core::elided::sizes::left_out", "loopscope_core::trace::Trace::with_step_tags", "loopscope_core::trace::record::Table::with_step_tags", "loopscope_core::trace::step_tags::", "loopscope_session::analysis::process::ProcessNest::with_tags", "loopscope_session::view::elided::step_tags"],
  },
  // Calls without sizes and rows of polls: where these hide loops.
  {
    name: "elided",
    drops: true,
    keeps: true,
    owns: ["loopscope_core::elided::", "loopscope_session::analysis::process::ProcessNest::without_details", "loopscope_session::analysis::without_details::", "loopscope_session::files::elided::", "loopscope_session::view::elided::"],
  },
  // Loops of several variants: where the main loop leaves much out.
  { name: "variants", drops: true, keeps: true, owns: ["loopscope_core::variants::", "loopscope_session::view::variants::", "loopscope_session::wire::variants::"] },
  // The program as one such loop: only who has a model asks whether there is one.
  { name: "either", drops: true, keeps: true, owns: ["loopscope_core::system::either::", "loopscope_core::system::verify::", "loopscope_session::tasks::model::either::"] },
  // What no sample needs to become one model, and the sweep as the lab observes it.
  { name: "merge", owns: ["loopscope_core::system::merge::"] },
  { name: "lab", drops: true, circles: true, owns: ["loopscope_core::recognize::literal::", "loopscope_core::repeats::refine::", "loopscope_core::lab::", "loopscope_core::whatif::aggregate::watched::", "loopscope_core::whatif::timed::", "loopscope_draw::scene::lab::", "loopscope_session::lab::", "loopscope_session::wire::lab::"] },
  // Files and programs of an answer: few save one.
  {
    name: "programs",
    needs: "ask",
    owns: ["loopscope_core::extract::generate::", "loopscope_core::extract::annotate::", "loopscope_session::ask::programs::", "loopscope_session::ask::table::", "loopscope_session::parquet::", "loopscope_core::system::text::constructs"],
  },
  { name: "ask", drops: true, owns: ["loopscope_core::extract::", "loopscope_session::ask::", "loopscope_session::queries::ask::", "loopscope_session::wire::ask::", ...ONLY_ASKED] },
  // Nests and models as files: few save one, or open one again.
  { name: "saved", owns: ["loopscope_session::files::", "serde_json::de::", "serde_json::error::", "serde_json::read::", "serde_core::private::", "serde::private::de::"] },
  // Formats: a file of one's own needs the readers and one of these.
  format("otf2"),
  format("paraver"),
  format("dumpi"),
  format("chrome"),
  format("paje"),
  format("simgrid"),
  format("csv-events"),
  { name: "rest", owns: [] },
];

/** The part for a format. @param {import("./profile.mjs").FileFormat} name the folder of its fixtures, and its module. @returns {Part} */
function format(name) {
  const module = name.replace("-", "_");
  return { name: module, visit: name, keeps: true, needs: "readers", owns: [`loopscope_formats::${module}::`] };
}

/** The main part. */
export const MAIN = -1;

/**
 * The part of each function with a body: `MAIN`, or its place in `parts`.
 * @param {Module} module
 * @param {ReadonlyMap<number, Visit>} met the visit that calls a function
 * @param {readonly Part[]} [parts]
 * @returns {Map<number, number>}
 */
export function assign(module, met, parts = PARTS) {
  const last = parts.length - 1;
  const needed = new Map(parts.flatMap(({ needs }, part) => (needs === undefined ? [] : [/** @type {const} */ ([part, parts.findIndex(({ name }) => name === needs)])])));
  /** @type {Map<number, number>} */
  const partOf = new Map();
  /** @type {Map<number, Set<number>>} */
  const callers = new Map();
  /** @type {number[]} */
  const open = [];
  for (const { index, name, uses } of module.bodies) {
    const owner = ownerOf(name, parts);
    const visit = met.get(index);
    // A visit that has no part of its own belongs to the main one.
    const keeper = owner !== undefined && visit !== undefined && ofFiles(visit) && parts[owner]?.keeps === true;
    if (visit !== undefined && !keeper) partOf.set(index, parts.findIndex((part) => part.visit === visit));
    else if (owner !== undefined) partOf.set(index, owner);
    else open.push(index);
    for (const use of uses) callers.set(use.index, (callers.get(use.index) ?? new Set()).add(index));
  }
  // What has no owner follows its callers; whoever is called by nobody, or only through the table, is left.
  const inTable = new Set(module.elements.flatMap(({ functions }) => functions));
  for (let moved = true; moved; ) {
    moved = false;
    for (const index of open) {
      if (partOf.has(index)) continue;
      let theirs = new Set([...(callers.get(index) ?? [])].filter((caller) => caller !== index).map((caller) => partOf.get(caller)));
      // What several parts call is there as soon as one of them is, if it is in a part that all of them need.
      if (theirs.size > 1) theirs = new Set([...theirs].map((part) => (part === undefined ? part : (needed.get(part) ?? part))));
      const [only] = theirs;
      if (theirs.size !== 1 || only === undefined || inTable.has(index)) continue;
      partOf.set(index, only === MAIN ? last : only);
      moved = true;
    }
  }
  // Functions that call each other follow who calls them from outside, if that is a part that takes circles.
  const taker = parts.findIndex(({ circles: takes }) => takes === true);
  const circles = new Set(open.filter((index) => !partOf.has(index) && !inTable.has(index)));
  for (let changed = taker >= 0; changed; ) {
    changed = false;
    for (const index of circles) {
      if ([...(callers.get(index) ?? [])].every((caller) => circles.has(caller) || partOf.get(caller) === taker)) continue;
      circles.delete(index);
      changed = true;
    }
  }
  for (const index of open) if (!partOf.has(index)) partOf.set(index, circles.has(index) && taker >= 0 ? taker : last);
  return partOf;
}

/** A body of at most so many bytes is copied into every late part that calls it: its stub, its place in the table and its name take as many. */
const SMALL = 60;
/** The same where two late parts call it, and it would otherwise be in the last one. */
const MEDIUM = 250;

/**
 * The parts that have a copy of a function: of small ones that only late parts call, those parts. Functions whose address is taken, or that
 * JavaScript calls, are never copied, and nothing is copied into a part that has no room for it.
 * @param {Module} module
 * @param {ReadonlyMap<number, number>} partOf
 * @param {readonly Part[]} [parts]
 * @returns {Map<number, Set<number>>}
 */
export function copiesOf(module, partOf, parts = PARTS) {
  const fixed = new Set([...module.elements.flatMap(({ functions }) => functions), ...module.exports.filter(({ kind }) => kind === 0).map(({ index }) => index)]);
  const full = new Set([MAIN, ...parts.flatMap((part, at) => (part.full ? [at] : []))]);
  /** @type {Map<number, Set<number>>} */
  const callers = new Map();
  for (const { index, uses } of module.bodies) for (const use of uses) if (use.index !== index) callers.set(use.index, (callers.get(use.index) ?? new Set()).add(index));
  /** @type {Map<number, Set<number>>} */
  const copies = new Map();
  const small = module.bodies.filter(({ index, code, end }) => (partOf.get(index) ?? MAIN) !== MAIN && !fixed.has(index) && end - code <= MEDIUM);
  const sizes = new Map(small.map(({ index, code, end }) => [index, end - code]));
  const last = parts.length - 1;
  // A copy is called from other parts than the function was, and so is what it calls.
  for (let changed = true; changed; ) {
    changed = false;
    for (const { index } of small) {
      if (fixed.has(index)) continue;
      const before = copies.get(index);
      const theirs = new Set([...(before ?? []), ...[...(callers.get(index) ?? [])].flatMap((caller) => [...placesOf(caller, partOf, copies)])]);
      const home = partOf.get(index) ?? MAIN;
      const goes = theirs.size > 1 || (theirs.size === 1 && !theirs.has(home));
      const isSmall = (sizes.get(index) ?? 0) <= SMALL || (home === last && !theirs.has(last) && theirs.size <= 2);
      if (goes && (!isSmall || [...theirs].some((part) => full.has(part) && part !== home))) {
        fixed.add(index);
        changed = copies.delete(index) || changed;
      } else if (goes && theirs.size !== before?.size) {
        copies.set(index, theirs);
        changed = true;
      }
    }
  }
  return copies;
}

/**
 * Where a function is.
 * @param {number} index @param {ReadonlyMap<number, number>} partOf @param {ReadonlyMap<number, ReadonlySet<number>>} copies
 * @returns {ReadonlySet<number>}
 */
export function placesOf(index, partOf, copies) {
  return copies.get(index) ?? new Set([partOf.get(index) ?? MAIN]);
}

/**
 * The part that owns a name; nothing if it is nobody's. A name such as `<A as B>::c` belongs to the crate it names first.
 * @param {string} name @param {readonly Part[]} parts
 */
function ownerOf(name, parts) {
  const [dropped] = name.startsWith("core::ptr::drop_in_place<") ? (/loopscope_[\w:]+/.exec(name) ?? []) : [];
  const dropper = parts.findIndex(({ drops, owns }) => drops && owns.some((crate) => dropped?.startsWith(crate)));
  if (dropper >= 0) return dropper;
  const bare = name.replace(/^[<&([]*(?:mut |dyn |impl )?/, "");
  const begins = (/** @type {readonly string[]} */ names) => Math.max(0, ...names.filter((crate) => bare.startsWith(crate)).map((crate) => crate.length));
  const named = parts.map(({ owns, leaves = [] }) => (begins(leaves) > 0 ? 0 : begins(owns)));
  const longest = Math.max(...named);
  if (longest > 0) return named.indexOf(longest);
  return bare.startsWith("loopscope") ? parts.length - 1 : undefined;
}
