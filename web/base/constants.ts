/** Limits and delays that several parts of the page share. */

/** Work that is done sooner shows nothing of its progress. */
export const QUIET_MS = 100;

/** In a picture narrower than this, in CSS pixels, the words are the short ones. */
export const COMPACT_BELOW = 560;

/** With more processes than this, those that do the same share a row. */
export const FOLD_ABOVE = 64;

/** The K of nested loop recognition if the user chooses none: the most items in one iteration of a loop. */
export const DEFAULT_K = 1000;

/** Of a picture, so many messages or pairs are also written as text, for screen readers. */
export const MOST_SPOKEN = 400;
