/** What is looked at, as a sentence that is read out whenever it changes: every move by key changes it. */
import type { JSX } from "preact";
import { verdict } from "../features/compare/rows";
import { count, counted, percent, times } from "../base/format";
import { countsOf, foretold } from "../features/predict/chart";
import { addresses, addressKey, addressStrip, hasAddresses } from "../features/addresses/state";
import { compared, comparing } from "../features/compare/state";
import { modelFigure, modelling, modelLoop, modelSelected, modelSummary, modelWindow, steppedTo } from "../features/model/state";
import { modelAt } from "../workspace/modelView";
import { allProcesses, predicted, predicting } from "../features/predict/state";
import { tab } from "../workspace/screen";
import { card, look, row, shown, strips } from "../workspace/store";
import { isAll } from "../base/model";

export function Spoken(): JSX.Element | null {
  if (!shown.value || !row.value) return null;
  return <>{sentence()}</>;
}

function sentence(): string {
  switch (tab.value) {
    case "nest":
      return nest();
    case "model":
      return model();
    case "table":
      return `All ${counted(shown.value?.summary.processes.length ?? 0, "process")} in a table. Process ${row.value?.process ?? 0}.`;
    case "compare":
      return compare();
    case "predict":
      return predict();
  }
}

function nest(): string {
  const loop = card.value;
  const noun = shown.value?.summary.noun ?? "event";
  const what = loop
    ? `Loop L${loop.id} selected: ${times(loop.count)}, ${counted(loop.period, noun)} each time, ${percent(loop.share)}`
    : "No loop selected";
  const opened = strips.value.find((strip) => loop && strip.opened?.loop === loop.id)?.opened;
  const place = opened ? `, iteration ${count(opened.iteration + 1)} of ${count(opened.count)} shown` : "";
  const zoomed = look.value.zoom.flatMap(([from, to], index) => {
    const title = to > from ? strips.value[index]?.title : undefined;
    return title ? [` ${title}: ${noun}s ${count(Math.floor(from) + 1)} to ${count(Math.ceil(to))}.`] : [];
  });
  return `Process ${row.value?.process ?? 0}. ${what}${place}.${zoomed.join("")}${pattern()}`;
}

/** Which addresses are shown below the ribbon. */
function pattern(): string {
  if (!hasAddresses() || addressStrip.value === 0) return "";
  const now = addresses.value?.key === addressKey() ? addresses.value.reply : null;
  return now ? ` Addresses of: ${now.title}.` : "";
}

function model(): string {
  if (modelling.value?.visible) return "The model is being made.";
  const loop = modelLoop.value;
  const figure = modelFigure.value;
  const { process, closed } = modelAt.value;
  if (!modelSummary.value) return "There is no model.";
  const what = loop
    ? `Loop L${loop.id} of the model selected: ${times(loop.count)}, ${percent(loop.share)} of the events, ${loop.members === 1 ? "process" : "processes"} ${loop.processes}${closed.includes(modelSelected.value) ? ", folded" : ""}.`
    : "No loop of the model selected.";
  const whose = process === null ? "" : ` The messages of process ${process} stand out.`;
  const message = figure?.messages[steppedTo.value];
  const stepped = message ? ` ${message.title}: ${message.detail}.` : "";
  const now = modelWindow.value;
  const part = now && figure && !isAll(now, [now.from, now.to]) ? ` Steps ${count(Math.round(now.from))} to ${count(Math.round(now.to))} of ${count(Math.round(figure.length))}.` : "";
  return `${what}${whose}${part}${stepped}`;
}

function compare(): string {
  const process = row.value?.process ?? 0;
  if (comparing.value?.visible) return `Process ${process}. The methods are being compared.`;
  const done = compared.value?.result;
  return done ? `Process ${process}. ${verdict(done, shown.value?.summary.noun ?? "event")}` : `Process ${process}.`;
}

function predict(): string {
  const process = row.value?.process ?? 0;
  if (predicting.value?.visible) return "The trace is being predicted.";
  const done = predicted.value?.result;
  if (!done) return `Process ${process}.`;
  const all = done.processes.length > 1 && allProcesses.value;
  return `${all ? "All processes" : `Process ${process}`}. ${foretold(countsOf(done, all ? null : process), shown.value?.summary.noun ?? "event")}`;
}
