/** The selected iteration as a sentence to be read out, or how many there are. */
import { counted } from "../../base/format";
import type { Workspace } from "../../workspace/workspace";
import { columnOf } from "./columns";
import { createTime } from "./state";
import { inWords } from "./iterationWords";

export function spokenIteration(workspace: Workspace, selected: number | null): string {
  const time = workspace.feature(createTime);
  const known = time.iterations.value;
  if (!known) return "";
  const track = time.tracks.value?.shown;
  const rows = track?.rows ?? [];
  const row = rows[columnOf(rows, selected)];
  if (!row) return ` ${counted(known.iterations, "iteration")}.`;
  const { title, detail } = inWords(row, track?.process, known.timed ? "duration" : "bytes", time.meanOf.value);
  return ` ${title}: ${detail}.`;
}
