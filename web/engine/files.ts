/**
 * The engine's files, by name.
 *
 * The engine comes in parts (scripts/lib/split/assign.mjs): the main one, which every worker starts with, and others. Where each lies only
 * workers need to know (`web/worker/compiled.ts`).
 */
import { NAMES, type PartName } from "../../crate/wasm/pkg/parts/names.js";

export type { PartName };
export type FileName = "main" | PartName;

/** Names of all files, in the order in which they are worth having. */
export const FILES: readonly FileName[] = ["main", ...NAMES];

/** A file that the server did not send, which it may do the next time. */
export class NotFetched extends Error {}
