/** The bars of the list of processes, as the model sees them. */
import { counted, percent } from "../../base/format";
import { named } from "../../base/model";
import { once } from "../../base/once";
import type { Bar, Bars } from "../../components/ProcessList";
import type { ProcessRow } from "../../engine/wire";
import type { Workspace } from "../../workspace/workspace";
import { createModel } from "./state";

/** The events of every process in the model, and of them those inside the selected loops; null while there is no model. */
export function barsOfModel(workspace: Workspace): Bars | null {
  const model = workspace.feature(createModel);
  const part = model.part.value;
  const ids = part?.ids ?? [];
  const whole = model.summary.value;
  if (!whole || !part) return null;
  const [all, inside] = [byProcess(whole.eventsOf), byProcess(part.events)];
  const of = ({ process }: ProcessRow): Bar => {
    const events = all.events.get(process) ?? 0;
    const share = (inside.events.get(process) ?? 0) / Math.max(1, events);
    return { events, share, title: `${counted(events, "event")}; ${percent(share)} inside ${named(ids)}` };
  };
  return { of, longest: all.most, noun: "event", dark: ids.length > 0 ? ` The dark part is inside ${named(ids)} of the model.` : "" };
}

/** The events of some processes, and the most of one. */
const byProcess = once((pairs: readonly (readonly [number, number])[]) => ({
  events: new Map(pairs),
  most: pairs.reduce((most, [, events]) => Math.max(most, events), 1),
}));
