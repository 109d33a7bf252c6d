/** Draws the cards of the first screen: fetches a trace, builds its model and draws it, each in an engine of its own. */
import type { CardDrawn, DrawCard } from "../engine/protocol";
import type { Step } from "../engine/wire";
import { fileNameOf } from "../base/address";
import { fetchTrace } from "../engine/fetch";
import type { ByteSource, Files } from "./files";
import type { EngineLike } from "./session";

const HANDLE = 1;

/** Draws a card. The engine cannot be used for anything else afterwards. */
export async function drawCard(engine: EngineLike, files: Pick<Files, "of">, { id, url, width, height }: DrawCard): Promise<CardDrawn> {
  const fetched = await fetchTrace(url, new AbortController().signal, () => undefined);
  const drawn = "blob" in fetched ? draw(engine, files.of(fetched.blob), fileNameOf(url), width, height) : null;
  return { type: "card", id, svg: drawn };
}

function draw(engine: EngineLike, bytes: ByteSource, name: string, width: number, height: number): string | null {
  if (engine.open(HANDLE, name, [{ path: name, bytes }], {}, []) || finish(engine).type !== "done") return null;
  if (engine.start(HANDLE, { kind: "model", options: {} }) || !isFinished(finish(engine))) return null;
  const look = { width, height, theme: "variables", compact: false, whole: false, folded: false, zoom: undefined, selected: 0, closed: [], process: undefined, opened: [], card: true };
  const reply = engine.handle({ type: "modelFile", handle: HANDLE, what: "svg", look });
  return reply.type === "modelFile" ? reply.text : null;
}

/** Works until nothing is left to do. */
function finish(engine: EngineLike): Step {
  for (;;) {
    const step = engine.step();
    if (step.type !== "working" && !(step.type === "task" && step.report.type === "progress")) return step;
  }
}

function isFinished(step: Step): boolean {
  return step.type === "task" && step.report.type === "finished";
}
