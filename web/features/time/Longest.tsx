/** The longest iterations, each a door to it: those that stand out, or if none does those that take longest. */
import { Fragment } from "preact";
import { count, counted, span } from "../../base/format";
import { shortRanges } from "../../base/kinds";
import { useTime } from "./state";
import { numberOf } from "./iterationNames";
import * as style from "./View.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";

/** Iterations that stand out and are listed. */
const MOST_OUTLIERS = 6;
/** Characters of the numbers of the others. */
const NUMBERS_ROOM = 80;

interface Props {
  /** How many are listed, at most. */
  most?: number;
  choose: (iteration: number, process: number | null) => void;
}

export function Longest({ most = MOST_OUTLIERS, choose }: Props) {
  const known = useTime().iterations.value;
  if (!known) return null;
  const several = known.processes.length > 1;
  const standsOut = new Set(known.outliers.map(({ index }) => index));
  const listed = [...known.outliers, ...known.longest.filter(({ index }) => !standsOut.has(index))].slice(0, most);
  const more = known.outlierCount - listed.length;
  const others = known.outliers.slice(listed.length).map(({ index }) => index + 1).sort((a, b) => a - b);
  const begins = ({ index }: { index: number }) => (known.places.length > 0 ? known.places.some(({ from }) => from === index) : known.entered > 1 && index % known.count === 0);
  const first = listed.length > 2 && listed.every(begins);
  return (
    <>
      <ol class={style.outliers}>
        {listed.map(({ index, period, process, cause }) => (
          <li key={index}>
            <button type="button" class={controls.link} aria-label={`Iteration ${count(index + 1)}`} onClick={() => choose(index, null)}>
              {numberOf(known, index)}
            </button>
            <b>{span(period)}</b>
            <span class={prose.quiet}>
              {several && `on process ${process}, the slowest, `}
              {cause}
              {standsOut.has(index) && "; stands out"}
            </span>
          </li>
        ))}
      </ol>
      <p class={prose.aside}>{first && "Each is the first after the loop is entered. "}A number shows where that iteration spends its time beside the others.</p>
      {known.short.length > 0 && (
        <p class={prose.small} data-testid="short">
          Unusually short:{" "}
          {known.short.slice(0, MOST_OUTLIERS).map(({ index, period }, at) => (
            <Fragment key={index}>
              {at > 0 && ", "}
              <button type="button" class={controls.link} aria-label={`Iteration ${count(index + 1)}`} onClick={() => choose(index, null)}>
                {numberOf(known, index)}
              </button>{" "}
              ({span(period)})
            </Fragment>
          ))}
          {known.shortCount > MOST_OUTLIERS && `, and ${count(known.shortCount - MOST_OUTLIERS)} more`}
        </p>
      )}
      {more > 0 && (
        <p class={prose.aside}>
          {counted(more, "more iteration")} {more === 1 ? "stands" : "stand"} out
          {more === others.length && `: ${shortRanges(others, NUMBERS_ROOM)}`}.
        </p>
      )}
    </>
  );
}
