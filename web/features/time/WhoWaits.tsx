/** Who waits for whom: a table of all pairs where processes are few, else the pairs that wait longest. */
import { count, counted, often, percent, span } from "../../base/format";
import type { TimeSummary } from "../../engine/wire";
import { type PairWait, pairsOf, waitedFor, why } from "./details";
import { sumOf } from "./words";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** With more processes than this there is a list of pairs. */
const MOST_IN_TABLE = 8;
/** Pairs of that list. */
const LISTED = 8;

export function WhoWaits({ summary, narrow }: { summary: TimeSummary; narrow: boolean }) {
  const { processes, clocks, begins, beginsInWords } = summary;
  const waits = pairsOf(summary.waits);
  if (!clocks.comparable) return <p class={prose.quiet}>Not known: the clocks of the processes disagree.</p>;
  const inCalls = inCallsInWords(summary);
  if (waits.length === 0) return <p class={prose.quiet}>No process waits for another. {inCalls}</p>;
  const numbers = processes.map(({ process }) => process);
  if (numbers.length > MOST_IN_TABLE || narrow) return <List waits={waits} inCalls={inCalls} begins={beginsInWords} />;
  const of = new Map(waits.map((pair) => [`${pair.process} ${pair.partner}`, pair]));
  const total = (counts: (pair: PairWait) => boolean): number => waits.reduce((sum, pair) => sum + (counts(pair) ? pair.time : 0), 0);
  return (
    <>
      <p class={prose.quiet} data-testid="waited-for">
        {waitedFor(waits)} {beginsInWords}
      </p>
      <table class={tabular.table}>
        <thead>
          <tr>
            <th scope="col">waits ↓ for →</th>
            {numbers.map((partner) => (
              <th key={partner} scope="col">
                {partner}
              </th>
            ))}
            <th scope="col">in all</th>
          </tr>
        </thead>
        <tbody>
          {numbers.map((process) => (
            <tr key={process}>
              <th scope="row">process {process}</th>
              {numbers.map((partner) => {
                const pair = of.get(`${process} ${partner}`);
                return (
                  <td key={partner} title={pair && inWords(pair)}>
                    {pair ? span(pair.time) : ""}
                  </td>
                );
              })}
              <td>
                <b>{span(total((pair) => pair.process === process))}</b>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">all</th>
            {numbers.map((partner) => (
              <td key={partner}>
                <b>{span(total((pair) => pair.partner === partner))}</b>
              </td>
            ))}
            <td>
              <b>{span(total(() => true))}</b>
            </td>
          </tr>
          {begins.length > 0 && (
            <tr title="How much of all waiting begins with that process: the others hand on what they wait for themselves.">
              <th scope="row">begins with</th>
              {begins.map((time, at) => (
                <td key={numbers[at]}>
                  <b>{time > 0 ? span(time) : ""}</b>
                </td>
              ))}
              <td />
            </tr>
          )}
        </tbody>
      </table>
      <p class={prose.aside}>{inCalls}</p>
    </>
  );
}

/** What processes spend in calls and is no wait: a reader who misses a wait finds it here. */
function inCallsInWords({ loops, heldUp }: TimeSummary): string {
  const all = loops.find(({ id }) => id === 0)?.total;
  if (!all || all.calls <= 0) return "";
  const held = heldUp.reduce((sum, time) => sum + time, 0);
  const until = held > all.calls / 20 ? `for ${span(held)} of it until the other process is in MPI again, else ` : "";
  return `Beyond that, all together are in calls for ${span(all.calls)} (${percent(all.calls / sumOf(all))} of their time): ${until}for copying, the network, waits that the trace does not show, or because the machine did something else.`;
}

function List({ waits, inCalls, begins }: { waits: readonly PairWait[]; inCalls: string; begins: string }) {
  const more = Math.max(0, waits.length - LISTED);
  const shown = waits.slice(0, LISTED);
  const reasons = new Set(shown.map(because));
  const differ = reasons.size > 1 || shown.length < 2;
  return (
    <>
      <p class={prose.quiet} data-testid="waited-for">
        {waitedFor(waits)}
        {!differ && ` Mostly because the other one ${[...reasons].join("")}.`} {begins}
      </p>
      <table class={tabular.table}>
        <thead>
          <tr>
            <th scope="col">process</th>
            <th scope="col">waits for</th>
            <th scope="col">time</th>
            {differ && <th scope="col">mostly because that one</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((pair) => (
            <tr key={`${pair.process} ${pair.partner}`} title={inWords(pair)}>
              <th scope="row">{pair.process}</th>
              <td>{pair.partner}</td>
              <td>{span(pair.time)}</td>
              {differ && <td>{because(pair)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class={prose.aside}>and {counted(more, "pair")} that wait less</p>}
      <p class={prose.aside}>{inCalls}</p>
    </>
  );
}

/** Why most of a wait is, and where. */
function because({ reason, loop }: Pick<PairWait, "reason" | "loop">): string {
  return `${why(reason)}${loop > 0 ? ` in L${loop}` : ""}`;
}

/** A pair, in a sentence. */
function inWords({ process, partner, time, count: calls, reason, loop }: PairWait): string {
  return `process ${process} waits ${span(time)} for process ${partner}, ${calls > 2 ? `${count(calls)} times` : often(calls)}; most of it because ${partner} ${because({ reason, loop })}`;
}
