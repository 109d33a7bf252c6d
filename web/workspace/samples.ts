/**
 * The samples: real runs, packed, next to the page.
 */
import type { SampleNeed } from "../engine/enginePort";

export interface Sample {
  id: string;
  title: string;
  /** The name the opened trace gets. */
  name: string;
  processes: number;
  events: number;
  /** What an event is called, if not `event`. */
  noun?: string;
  /** What its card shows, and what is seen first when it is opened. */
  shows: "model" | "nest";
  caption: string;
}

export const SAMPLES: readonly Sample[] = [
  { id: "bt", title: "BT", name: "bt.A.16", processes: 16, events: 154_784, shows: "model", caption: "one loop, ×200: exchanges with six neighbours" },
  { id: "sp", title: "SP", name: "sp.A.16", processes: 16, events: 308_352, shows: "model", caption: "groups of four, different in each direction" },
  { id: "cg", title: "CG", name: "cg.A.16", processes: 16, events: 94_256, shows: "model", caption: "rows and columns of a grid, ×26 in ×15" },
  { id: "lu", title: "LU", name: "lu.A.16", processes: 16, events: 1_518_760, shows: "model", caption: "waves across a grid and back, ×62 in ×249" },
  { id: "mg", title: "MG", name: "mg.B.16", processes: 16, events: 91_776, shows: "model", caption: "ever coarser grids" },
  { id: "lulesh", title: "LULESH", name: "lulesh-s8.8", processes: 8, events: 22_520, shows: "model", caption: "each with the seven others in three rounds, ×99" },
  { id: "matmul", title: "Matrix product", name: "matmul", processes: 1, events: 68_609, noun: "access", shows: "nest", caption: "memory accesses, in steps of 8 and 256 bytes" },
];

/** Runs on 4 processes with the times of their calls, beside the page. */
export const TIMED: readonly { title: string; address: string }[] = [
  { title: "LU", address: "timed/lu.S.4.tar.zst" },
  { title: "CG", address: "timed/cg.S.4.lsz" },
];

export function sampleOf(id: string): Sample | undefined {
  return SAMPLES.find((sample) => sample.id === id);
}

/** What a sample at an address needs of the engine, besides what every trace does; nothing if there is no sample. */
export function sampleNeed(url: string): SampleNeed | undefined {
  const sample = SAMPLES.find(({ id }) => traceAddress(id) === url);
  if (!sample) return undefined;
  return sample.shows === "model" ? { part: "model", toOpen: false } : { part: "numbers", toOpen: true };
}

/** Where the page's own files lie, whatever path it is served from. */
function own(path: string): string {
  return new URL(path, document.baseURI).href;
}

export function traceAddress(id: string): string {
  return own(`samples/${id}.tar.zst`);
}
