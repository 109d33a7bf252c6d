/** Who waits for whom: a table of all pairs where processes are few, else the pairs that wait longest. */
import type { JSX } from "preact";
import { count, counted, often, span } from "../../base/format";
import type { TimeSummary } from "../../engine/wire";
import { type PairWait, pairsOf, waitedFor, why } from "./details";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** With more processes than this there is a list of pairs. */
const MOST_IN_TABLE = 8;
/** Pairs of that list. */
const LISTED = 8;

export function WhoWaits({ summary, narrow }: { summary: TimeSummary; narrow: boolean }): JSX.Element {
  const { processes, clocks } = summary;
  const waits = pairsOf(summary.waits);
  if (!clocks.comparable) return <p class={prose.quiet}>Not known: the clocks of the processes disagree.</p>;
  if (waits.length === 0) return <p class={prose.quiet}>No process waits for another.</p>;
  const numbers = processes.map(({ process }) => process);
  if (numbers.length > MOST_IN_TABLE || narrow) return <List waits={waits} />;
  const of = new Map(waits.map((pair) => [`${pair.process} ${pair.partner}`, pair]));
  const total = (process: number): number => waits.reduce((sum, pair) => sum + (pair.process === process ? pair.time : 0), 0);
  return (
    <>
      <p class={prose.quiet} data-testid="waited-for">{waitedFor(waits)}</p>
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
                <b>{span(total(process))}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function List({ waits }: { waits: readonly PairWait[] }): JSX.Element {
  const more = Math.max(0, waits.length - LISTED);
  return (
    <>
      <p class={prose.quiet} data-testid="waited-for">{waitedFor(waits)}</p>
      <table class={tabular.table}>
        <thead>
          <tr>
            <th scope="col">process</th>
            <th scope="col">waits for</th>
            <th scope="col">time</th>
            <th scope="col">mostly because that one</th>
          </tr>
        </thead>
        <tbody>
          {waits.slice(0, LISTED).map((pair) => (
            <tr key={`${pair.process} ${pair.partner}`} title={inWords(pair)}>
              <th scope="row">{pair.process}</th>
              <td>{pair.partner}</td>
              <td>{span(pair.time)}</td>
              <td>
                {why(pair.reason)}
                {pair.loop > 0 && ` in L${pair.loop}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class={`${prose.small} ${prose.quiet}`}>and {counted(more, "pair")} that wait less</p>}
    </>
  );
}

/** A pair, in a sentence. */
function inWords({ process, partner, time, count: calls, reason, loop }: PairWait): string {
  return `process ${process} waits ${span(time)} for process ${partner}, ${calls > 2 ? `${count(calls)} times` : often(calls)}; most of it because ${partner} ${why(reason)}${loop > 0 ? ` in L${loop}` : ""}`;
}
