/** What the overview says of the model in words, and of a trace that has little of one. */
import { useRef } from "preact/hooks";
import { counted, listed, percent, span, times } from "../base/format";
import { Block } from "../features/overview/Block";
import { Collectives, mainOf, rowsOf } from "../features/overview/Collectives";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { useWorkspace } from "../workspace/workspace";
import { LinkButton } from "../components/Buttons";
import * as prose from "../components/prose.module.css";

/** Collective operations that are named before and after the main loop. */
const MOST_JOINED = 6;

/** What is done before the main loop, in one iteration of it, and after it. */
export function ModelInWords() {
  const model = useModel().summary;
  const summary = model.value;
  const time = useTime();
  const measured = time.summary.value;
  const iterations = time.iterations.value;
  // With times it is known where a process computes; the words stay while another loop is selected.
  const timed = useRef({ of: summary, words: "" });
  if (iterations?.id === 1) timed.current = { of: summary, words: iterations.words };
  else if (measured?.rounds.words) timed.current = { of: summary, words: measured.rounds.words };
  if (!summary) return null;
  const iteration = (timed.current.of === summary && timed.current.words) || summary.iteration;
  // In the order in which they are run.
  const rows = rowsOf({ model: summary, times: null }).sort((a, b) => b.at - a.at);
  const [, , sentBefore = 0, sentAfter = 0, , ofIteration = 0] = summary.outside;
  const main = mainOf(summary);
  const part = (at: 0 | 1, took: number | undefined) => {
    const events = summary.outside[at] ?? 0;
    const lasts = took === undefined ? "" : `, ${span(took)}${summary.processes > 1 ? " in the mean" : ""}`;
    if (events === 0) return summary.iteration && `${at === 0 ? "Before" : "After"} ${main.name}${lasts}: no event.`;
    const joined = rows.flatMap((row) => (row.outside[at] > 0 ? [`${row.name} of ${row.processes}${row.outside[at] > 1 ? ` ${times(row.outside[at])}` : ""}`] : []));
    const sent = summary.outside[at + 2] ?? 0;
    const more = joined.length - MOST_JOINED;
    const named = [...(sent > 0 ? [`${counted(sent, "message")} sent`] : []), ...joined.slice(0, MOST_JOINED), ...(more > 0 ? [counted(more, "more collective")] : [])];
    const step = sent > 0 && sent === ofIteration ? ` As many messages as one iteration sends: maybe a ${at === 0 ? "first" : "last"} step that differs.` : "";
    return `${at === 0 ? "Before" : "After"} ${main.name}${lasts}: ${counted(events, "event")} (${percent(events / summary.events)})${named.length > 0 ? `, among them ${listed(named)}` : ""}.${step}`;
  };
  const around = main.events > 0 ? Math.round(summary.events - (summary.outside[0] ?? 0) - (summary.outside[1] ?? 0) - main.events) : 0;
  const sentAround = Math.round(summary.messages - sentBefore - sentAfter - ofIteration * main.iterations);
  const joinedAround = rows.flatMap(({ name, between }) => (between > 0 ? [`${name}${between > 1 ? ` ${times(between)}` : ""}`] : []));
  const aroundIt = [...(sentAround > 0 ? [`${counted(sentAround, "message")} sent`] : []), ...joinedAround.slice(0, MOST_JOINED)];
  const where = main.name === "L1" ? "Around L1, in the loops that hold it" : "Between its places";
  const inLoops = around > 0 ? `${where}: ${counted(around, "event")}${aroundIt.length > 0 ? `, among them ${listed(aroundIt)}` : ""}.` : "";
  // Where partners are shown by themselves, that is all there is to say of the loops.
  const lines = summary.hubs ? [] : [part(0, measured?.before), iteration && `One iteration of the main loop: ${iteration}`, inLoops, part(1, measured?.after)];
  return (
    <>
      {lines.filter(Boolean).map((line) => (
        <p key={line} class={prose.aside}>
          {line}
        </p>
      ))}
      {!time.hasTimes.value && summary.collectiveNames.length > 0 && (
        <Block title="Collectives" says="how often">
          <Collectives model={summary} times={null} />
        </Block>
      )}
    </>
  );
}

/** Where most messages have no recorded partner: what is shown instead, and the way to the other. */
export function Partners() {
  const { selection, opener } = useWorkspace();
  const now = selection.shown.value;
  if (!now?.summary.partnersOf || now.partial) return null;
  const { options, views, partnersOf } = now.summary;
  const isCalls = options.view === "calls";
  const other = isCalls ? "communication" : "calls";
  return (
    <p class={prose.quiet} data-testid="few-partners">
      Most of the {counted(partnersOf, "call")} that send or receive have no recorded partner. {isCalls ? "The loops are those of the calls of each process. " : "What is shown is that part of the run alone. "}
      {views.some(({ view, available }) => view === other && available) && (
        <LinkButton onClick={() => opener.configure({ view: other })}>
          {isCalls ? "Show the communication that is known" : "Show all calls"}
        </LinkButton>
      )}
    </p>
  );
}
