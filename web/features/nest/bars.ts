/** The bars of the list of processes, as the nests see them. */
import { counted, mainTimes, percent } from "../../base/format";
import { once } from "../../base/once";
import type { Bar, Bars } from "../../components/ProcessList";
import type { ProcessRow, Summary } from "../../engine/wire";
import type { Workspace } from "../../workspace/workspace";

/** The events of every process, and of them those inside its main loop. */
export function barsOfNests({ selection }: Workspace): Bars {
  const summary = selection.shown.value?.summary;
  const { longest, same } = comparedOf(summary?.processes ?? NONE);
  const noun = summary?.noun ?? "event";
  const of = ({ events, mainLoop }: ProcessRow): Bar => {
    const share = mainLoop?.share ?? 0;
    const main = mainLoop ? `main loop ${mainTimes(mainLoop)}, ${percent(share)}` : "no loop";
    return { events, share, title: `${counted(events, noun)}; ${main}` };
  };
  return { of, longest, noun, dark: ` The dark part is inside its main loop${same}.` };
}

const NONE: Summary["processes"] = [];

/** What all rows together say. */
const comparedOf = once((rows: Summary["processes"]) => ({
  longest: rows.reduce((most, { events }) => Math.max(most, events), 1),
  same: inAll(rows),
}));

/** `, ×249 in all 16`, if the main loops run equally often. */
function inAll(rows: Summary["processes"]): string {
  const first = rows[0]?.mainLoop;
  if (!first || rows.length < 2) return "";
  const same = rows.every(({ mainLoop }) => mainLoop?.count === first.count && mainLoop.runs === first.runs);
  return same ? `, ${mainTimes(first)} in all ${rows.length}` : "";
}
