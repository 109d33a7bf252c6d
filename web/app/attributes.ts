/** What the place Iterations can be about: a trace has only attributes that say something of it, those that vary first. */
import type { Attribute } from "../base/places";
import { createAddresses } from "../features/addresses/state";
import { noMessages } from "../workspace/scope";
import type { Workspace } from "../workspace/workspace";

export const ATTRIBUTE_LABELS: Readonly<Record<Attribute, { label: string; title: string }>> = {
  duration: { label: "duration", title: "From the first event of an iteration to that of the next" },
  waits: { label: "waits", title: "How long the processes wait in an iteration" },
  bytes: { label: "bytes", title: "Bytes sent in an iteration" },
  events: { label: "events", title: "Events of an iteration" },
  records: { label: "records", title: "An attribute of the loop or its events: chart, map, table, file" },
  foretold: { label: "predicted", title: "How often the current loop predicts what comes next" },
  addresses: { label: "addresses", title: "Which addresses an iteration touches" },
};

export function attributesOf(workspace: Workspace): Attribute[] {
  const summary = workspace.selection.shown.value?.summary;
  const timed: Attribute[] = summary?.hasTimes ? ["duration", "waits"] : [];
  const addresses: Attribute[] = workspace.feature(createAddresses).exists.value ? ["addresses"] : [];
  const counts: Attribute[] = noMessages(summary) === "" ? ["bytes", "events"] : [];
  const records: Attribute[] = counts.length > 0 && summary?.source === "trace" ? ["records"] : [];
  return timed.length > 0 ? [...timed, ...counts, ...records, "foretold", ...addresses] : [...addresses, "foretold", ...counts, ...records];
}

/** The one that is shown: the chosen one, if the trace has it. */
export function attributeOf(workspace: Workspace): Attribute {
  const all = attributesOf(workspace);
  const wanted = workspace.screen.attribute.value;
  return wanted && all.includes(wanted) ? wanted : (all[0] ?? "foretold");
}
