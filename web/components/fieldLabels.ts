/** What the fields of events are called, by which two can be told apart. */

/** What a field is called on the page, and what it means. The terminal's word for it is the key. */
export const FIELDS: Readonly<Record<string, { label: string; says: string }>> = {
  name: { label: "name", says: "the call, the collective or the local event; a send never equals a receive" },
  peer: { label: "peer", says: "the number of the process at the other end" },
  "peer:rel": { label: "distance", says: "how far the other process is from this one" },
  tag: { label: "tag", says: "the tag of the message" },
  bytes: { label: "size", says: "the number of bytes" },
  "bytes:pow2": { label: "size, roughly", says: "the number of bytes, down to a power of two" },
  comm: { label: "group", says: "the processes that take part (communicator)" },
  op: { label: "reduction", says: "the operation of a reduction: sum, maximum" },
  root: { label: "root", says: "the process that a collective starts from or ends at" },
  site: { label: "call site", says: "where the call is made: address, line or path of functions" },
};

export function fieldLabel(field: string): string {
  return FIELDS[field]?.label ?? field;
}
