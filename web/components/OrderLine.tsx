/** Under a sentence: what varies and is not shown, and the way to the other view. */
import type { JSX } from "preact";
import { useWorkspace } from "../workspace/workspace";
import * as prose from "./prose.module.css";
import * as controls from "./controls.module.css";
import * as style from "./OrderLine.module.css";

/** `says`: what varies, a sentence of the engine; empty where nothing does. */
export function OrderLine({ says }: { says: string | undefined }): JSX.Element | null {
  const { traces, opener } = useWorkspace();
  const options = traces.options.value;
  if (!options || traces.loaded.value?.summary.source !== "trace") return says ? <p class={prose.quiet}>{says}</p> : null;
  const isRecorded = options.order === "recorded";
  if (!isRecorded && !says) return null;
  const ofCalls = options.view === "calls";
  return (
    <p class={`${prose.quiet} ${style.line}`} data-testid="order">
      {isRecorded ? (ofCalls ? "Calls stand as they were recorded, with their sizes." : "Receives stand in the order in which they came.") : says}{" "}
      <button type="button" class={controls.link} onClick={() => opener.configure({ order: isRecorded ? "auto" : "recorded" })}>
        {isRecorded ? (ofCalls ? "Leave out what changes" : "Show in one order") : "Show as recorded"}
      </button>
    </p>
  );
}
