/** The selected iteration as a sentence to be read out, or how many there are. */
import { counted } from "../../base/format";
import { columnOf } from "./columns";
import type { TimeState } from "./state";
import { inWords } from "./iterationWords";

export function spokenIteration(time: TimeState): string {
  const known = time.iterations.value;
  if (!known) return "";
  const track = time.tracks.value?.shown;
  const rows = track?.rows ?? [];
  const row = rows[columnOf(rows, time.iteration.value)];
  if (!row) return ` ${counted(known.iterations, "iteration")}.`;
  const { title, detail } = inWords(known, row, track?.process, known.timed ? "duration" : "bytes", time.meanOf.value);
  return ` ${title}: ${detail}.`;
}
