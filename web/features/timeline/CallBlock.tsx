/** The selected call in the inspector: where it stands, how long it lasts, for whom it waits and why, each a door. */
import { count, span } from "../../base/format";
import { sizeInWords } from "./callWords";
import { useTimeline } from "./state";
import * as style from "./CallBlock.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** `doors`: the other places that show what is selected. */
export function CallBlock({ doors }: { doors: readonly { label: string; open: () => void }[] }) {
  const state = useTimeline();
  const call = state.selection.value.call === null ? null : state.found.value?.call;
  if (!call) return null;
  const { enter, waited, leave } = call;
  const path = state.found.value?.path ?? [];
  const beside = (by: number) => void state.selectCall(call.process, 0, call.number + by);
  return (
    <section class={style.block} aria-label="Call">
      <div class={style.head}>
        <h3>{call.name}</h3>
        <span class={style.steps}>
          <button type="button" aria-label="Call before" disabled={call.number === 0} onClick={() => beside(-1)}>
            ‹
          </button>
          <button type="button" aria-label="Call after" disabled={call.number + 1 >= call.count} onClick={() => beside(1)}>
            ›
          </button>
        </span>
      </div>
      <p class={prose.small}>
        Process {call.process}, call {count(call.number + 1)} of {count(call.count)}
        {path.length > 0 && `: ${path.map(({ loop, iteration }) => `L${loop} number ${count(iteration + 1)}`).join(", ")}`}
      </p>
      <dl class={tabular.facts}>
        <dt>begins, ends</dt>
        <dd>{call.span}</dd>
        <dt>lasts</dt>
        <dd>
          <b>{span(leave - enter)}</b>
        </dd>
        {waited > enter && (
          <>
            <dt>waits</dt>
            <dd>{span(waited - enter)}</dd>
          </>
        )}
        {call.bytes !== undefined && (
          <>
            <dt>size</dt>
            <dd>{sizeInWords(call.bytes)}</dd>
          </>
        )}
        {call.tag !== undefined && (
          <>
            <dt>tag</dt>
            <dd>{call.tag}</dd>
          </>
        )}
      </dl>
      {call.why !== "" && (
        <>
          <h3>Why process {call.process} waits</h3>
          <p class={prose.aside}>{call.why}</p>
          <ol class={style.chain}>
            {call.chain.map(({ process, call: number, text }) => (
              <li key={process}>
                <b>{process}</b>
                <button type="button" class={controls.link} onClick={() => void state.selectCall(process, 0, number)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <p class={style.doors}>
        {doors.map(({ label, open }) => (
          <button type="button" key={label} class={`${controls.link} ${prose.small}`} onClick={open}>
            {label}
          </button>
        ))}
      </p>
    </section>
  );
}
