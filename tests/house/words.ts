// Names that were replaced by the field's terms, and must not come back.
//
// Only names that say nothing else in their folder are listed, so a finding is never noise: identifiers of the code,
// outside of comments, strings and the text of the page.

import { parseSync } from "vite";
import { code } from "./rust";
import { type Finding, lineAt, type Source } from "./tree";

interface OldWord {
  /** The old name. */
  word: string;
  /** What it is called now. */
  now: string;
  /** Where the old name must not stand: paths that begin so. */
  below: string[];
}

const words = (below: string[], pairs: Record<string, string>): OldWord[] => Object.entries(pairs).map(([word, now]) => ({ word, now, below }));

/** Identifiers, by the folders in which they are settled. */
export const OLD_WORDS: OldWord[] = [
  ...words(["crate/", "tests/"], {
    Told: "CallArgs",
    UNTOLD: "DEFAULT_TAG",
    Deeds: "CallEffects",
    post_together: "post_collective",
    Misfits: "NestingErrors",
    give_items_away: "stream_items",
    numbers_given: "assigned_ranks",
    WantedOptions: "OptionsRequest",
    Unmodelled: "TaskFailed",
    uncompared: "TaskFailed",
  }),
  ...words(["crate/core/"], {
    Standing: "FrontStatus",
    Need: "Demand",
    NOBODY: "Option<ProcessIndex>",
    derived: "from_loop",
    turned: "rotations",
    flying: "in_flight",
    Marks: "SparseBitSet",
    Outs: "MergedList",
    Trouble: "Defect",
    Gone: "Absorbed",
    Meetings: "CollectiveProgress",
    Settled: "Canonical",
    disagreement: "first_mismatch",
    InOrder: "SmallSort",
    Taken: "DrainedColumns",
    write_set: "numbers::set_text",
  }),
  ...words(["crate/draw/"], {
    Cast: "RowAssignment",
    Spot: "EventMark",
    Flight: "Crossing",
    Volley: "SendGroup",
    comb: "untangle, or bars",
    Comb: "Bars",
    Look: "TickStyle",
    Looks: "TickStyles",
    still: "for_export",
  }),
  ...words(["crate/formats/"], {
    Said: "EventKind, or EventKey",
    Began: "PendingRequest",
    Prepared: "PersistentRequest",
    Building: "Assembler",
    Conversion: "ProcessConverter",
    Gatherer: "a name with Collection",
    Happening: "PajeEvent",
    Once: "Interner",
    Later: "DeferredNotes",
  }),
  // `Reading::Together` of a format is another thing.
  ...words(["crate/formats/src/mpi/"], { Together: "Collective" }),
  ...words(["crate/session/"], {
    Said: "OpenReport",
    Elsewhere: "RemoteFile",
    Wanted: "OptionsRequest",
    refusal: "error_note",
    companion: "side_file",
  }),
  ...words(["web/"], {
    Look: "ViewState",
    lookAt: "setView",
    looks: "viewByHandle",
    heard: "onReport",
    broke: "onCrash",
    Beside: "TaskKind",
    standOut: "highlightProcess",
    standingLine: "highlightedLine",
    wayTo: "pathTo",
    chosenWay: "selectedPath",
    Instead: "EmptyState",
  }),
];

/** Names of files and folders that were replaced, as the end of a path. */
export const OLD_FILES: Record<string, string> = {
  "formats/src/told/": "formats/src/mpi/",
  "/gather.rs": "/collection.rs",
  "/carry.rs": "/transfer.rs",
  "/given.rs": "/remote.rs",
  "/descend.rs": "/containers.rs",
  "/conclude.rs": "/finish.rs",
  "/companion.rs": "/side_file.rs",
  "/recognise.rs": "/recognize.rs",
  "system/agree.rs": "system/verify.rs",
  "model/cast.rs": "model/row_assignment.rs",
  "model/flights.rs": "model/crossings.rs",
};

/** Old names that still stand somewhere, as `folder word`. Whoever replaces one strikes it out; nobody adds one. */
export const WORD_DEBTS: string[] = [
  "crate/ WantedOptions",
];

/** Every old name outside of the debts, with the new one, and every debt that is paid. */
export function oldWords(files: Source[], old: OldWord[], oldFiles: Record<string, string>, debts: string[]): Finding[] {
  const still = new Set<string>();
  const findings: Finding[] = [];
  const add = (debt: string, finding: Finding) => (debts.includes(debt) ? still.add(debt) : findings.push(finding));
  for (const file of files) {
    for (const [name, now] of Object.entries(oldFiles)) {
      if (file.path.endsWith(name) || (name.endsWith("/") && file.path.includes(name))) add(`file ${name}`, { file: file.path, line: 0, what: `\`${name}\` is called \`${now}\` now` });
    }
    const here = old.filter(({ below }) => below.some((folder) => file.path.startsWith(folder)));
    if (here.length === 0) continue;
    const known = new Map(here.map((entry) => [entry.word, entry]));
    for (const { name, position } of file.path.endsWith(".rs") ? rustNames(file.text) : scriptNames(file)) {
      const entry = known.get(name);
      if (entry !== undefined) add(`${entry.below[0]} ${name}`, { file: file.path, line: lineAt(file.text, position), what: `\`${name}\` is called \`${entry.now}\` now` });
    }
  }
  const paid = debts.filter((debt) => !still.has(debt)).map((debt) => ({ file: "tests/house/words.ts", line: 0, what: `\`${debt}\` stands nowhere any more: remove it from WORD_DEBTS` }));
  return [...findings, ...paid];
}

function rustNames(text: string): { name: string; position: number }[] {
  return [...code(text).matchAll(/\b[A-Za-z_]\w*\b/g)].map((found) => ({ name: found[0], position: found.index }));
}

function scriptNames(file: Source): { name: string; position: number }[] {
  const found: { name: string; position: number }[] = [];
  const seen = new Set<number>(); // `import { a }` has a name twice in one place
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const at = node as { type?: string; name?: unknown; start?: number };
    if ((at.type === "Identifier" || at.type === "JSXIdentifier") && typeof at.name === "string" && !seen.has(at.start ?? 0)) {
      seen.add(at.start ?? 0);
      found.push({ name: at.name, position: at.start ?? 0 });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file.path, file.text).program);
  return found;
}
