/** Where the program does elsewhere what the shown loop does: in which loops the listed iterations are, or doors to the others. */
import { count, often, percent } from "../base/format";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import { LinkButton } from "../components/Buttons";
import * as prose from "../components/prose.module.css";

/** Loops that are named. */
const MOST = 4;
/** Places that are named, in their order. */
const MOST_PLACES = 12;

export function SameElsewhere() {
  const { screen, selection } = useWorkspace();
  const model = useModel();
  const time = useTime();
  const summary = time.summary.value;
  const shown = model.selected.value;
  const places = time.iterations.value?.places ?? [];
  if (places.length > 0) {
    return (
      <p class={prose.aside} data-testid="places-of-main">
        The main loop runs in several places, and these are its iterations in their order:
        {places.slice(0, MOST_PLACES).map(({ id, from, end, first }, at) => (
          <span key={from}>
            {at > 0 ? ", " : " "}
            <LinkButton onClick={() => model.setView({ loop: id, iteration: first })}>
              {count(end - from)} in L{id}
            </LinkButton>
          </span>
        ))}
        {places.length > MOST_PLACES && `, and ${count(places.length - MOST_PLACES)} more`}.
      </p>
    );
  }
  if (!summary?.main.includes(shown) || !isOfProgram(screen.view.value, selection.shown.value)) return null;
  const others = summary.loops.filter(({ id }) => id !== shown && summary.main.includes(id));
  if (others.length === 0) return null;
  return (
    <p class={prose.aside} data-testid="same-elsewhere">
      The same is done
      {others.slice(0, MOST).map(({ id, count: iterations, entered, share }, at) => (
        <span key={id}>
          {at > 0 ? ", " : " "}
          <LinkButton onClick={() => model.select(id)}>
            {often(iterations * Math.max(1, entered))} in L{id}
          </LinkButton>{" "}
          ({percent(share)} of the time)
        </span>
      ))}
      {others.length > MOST && `, and in ${count(others.length - MOST)} more loops`}, not among these iterations.
    </p>
  );
}
