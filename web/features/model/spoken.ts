/** The selected loop of the model, what is highlighted and what part is shown, as a sentence to be read out. */
import { count, percent, times } from "../../base/format";
import { showsAll } from "../../base/range";
import type { Workspace } from "../../workspace/workspace";
import { createModel } from "./state";

export function spokenModel(workspace: Workspace): string {
  const model = workspace.feature(createModel);
  if (model.running.value?.visible) return "The model is being built.";
  if (!model.summary.value) return "There is no model.";
  const [loop, axis, figure] = [model.loop.value, model.axis.value, model.figure.value];
  const { process, closed } = model.view.value;
  const folded = loop && closed.includes(loop.id) ? ", folded" : "";
  const what = loop
    ? `Loop L${loop.id} of the model selected: ${times(loop.count)}, ${percent(loop.share)} of the events, ${loop.members === 1 ? "process" : "processes"} ${loop.processes}${folded}.`
    : "No loop of the model selected.";
  const whose = process === null ? "" : ` The messages of process ${process} are highlighted.`;
  const part = axis && !showsAll(axis) ? ` Steps ${count(Math.round(axis.from))} to ${count(Math.round(axis.to))} of ${count(Math.round(axis.length))}.` : "";
  const message = figure?.messages[model.steppedTo.value];
  return `${what}${whose}${part}${message ? ` ${message.title}: ${message.detail}.` : ""}`;
}
