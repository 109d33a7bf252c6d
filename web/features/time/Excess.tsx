/** Why the selected iteration takes longer than the others, or less long: a sentence, and the parts that differ most. */
import { useEffect, useRef } from "preact/hooks";
import { capital, counted, span } from "../../base/format";
import { keyed } from "../../base/keyed";
import { Words } from "../../components/Figure";
import { UnderWay } from "../../components/UnderWay";
import type { ExcessRow, ExcessSummary } from "../../engine/wire";
import { moreOf, restOf } from "./excessWords";
import { useTime } from "./state";
import { numberOf } from "./iterationNames";
import { isOfRounds, unitOf } from "./rounds";
import { placeOf } from "./places";
import * as style from "./View.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** How far below the top of the window the block is brought into view, in CSS pixels. */
const ABOVE = 220;

/** The sentence alone; nothing while it is not there. */
export function ExcessSentence() {
  const found = useTime().excess.value;
  if (!found) return null;
  return (
    <p class={prose.small} data-testid="excess">
      <Words parts={found.sentence} />
    </p>
  );
}

/** The selected iteration beside the others. */
export function Excess() {
  const time = useTime();
  const found = time.excess.value;
  const busy = time.excessRunning.value;
  const box = useRef<HTMLElement>(null);
  // An iteration may have been picked in a list further down.
  useEffect(() => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    const main = document.getElementById("main");
    if (top < 0) (main && main.scrollTop > 0 ? main : window).scrollBy({ top: top - ABOVE });
  }, [found]);
  if (!found) {
    if (!busy?.visible) return null;
    return (
      <UnderWay label="Comparing iterations" counts="Compared so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Comparing the iteration with the others
      </UnderWay>
    );
  }
  const { id = 0, count: each = 1, places = [] } = time.iterations.value ?? {};
  const isLast = placeOf({ places }, found.index)?.isLast ?? (found.index + 1) % Math.max(1, each) === 0;
  return (
    <section class={style.block} aria-label="The iteration beside the others" ref={box}>
      <div class={layout.head}>
        <h2>{capital(unitOf({ id }))} {numberOf({ places }, found.index)} beside the others</h2>
        <span class={prose.aside}>
          process {found.process}; median of {counted(found.compared, "iteration")}
          {found.byNumber && " with its number"}
          {found.near && " around it"}
        </span>
      </div>
      <p data-testid="excess">
        <Words parts={found.sentence} />
      </p>
      {isLast && !isOfRounds({ id }) && <p class={prose.aside}>It is the last one: it lasts until the next event after the loop, or to the end of its own last call.</p>}
      {found.rows.length > 0 && <Table found={found} />}
    </section>
  );
}

function Table({ found }: { found: ExcessSummary }) {
  const rest = restOf(found);
  return (
    <div class={`${tabular.scrolls} ${style.parts}`} role="region" aria-label="The parts of the iteration" tabIndex={0}>
      <table class={tabular.table}>
        <thead>
          <tr>
            <th scope="col">what the process does</th>
            <th scope="col">in</th>
            <th scope="col">waits for</th>
            <th scope="col">here</th>
            <th scope="col">median</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {keyed(found.rows, ({ loop: of, part, name }) => `${of} ${part} ${name}`).map(({ key, item }) => (
            <tr key={key}>
              <th scope="row">{doingOf(item)}</th>
              <td>{isOfRounds({ id: item.loop }) ? "the round" : `L${item.loop}`}</td>
              <td>{item.waitsFor === undefined ? "" : `process ${item.waitsFor}`}</td>
              <td>{span(item.time)}</td>
              <td>{span(item.median)}</td>
              <td>{moreOf(item.time - item.median)}</td>
            </tr>
          ))}
          {rest !== 0 && (
            <tr>
              <th scope="row">all else</th>
              <td />
              <td />
              <td />
              <td />
              <td>{moreOf(rest)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              <b>together</b>
            </th>
            <td />
            <td />
            <td>{span(found.period)}</td>
            <td>{span(found.median)}</td>
            <td>
              <b>{moreOf(found.period - found.median)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function doingOf({ part, name }: ExcessRow): string {
  switch (part) {
    case "computes":
      return "computes";
    case "inCall":
      return `in ${name}, without its waits`;
    case "waits":
      return `waits in ${name}`;
  }
}
