/** Fit, zoom, and the loop before or after, as buttons: the caps of the keys that do the same. */
import { type Move, move, possibleMoves } from "../workspace/movable";
import { useWorkspace } from "../workspace/workspace";
import { movableOf } from "./moves";
import * as style from "./Tools.module.css";

export function Tools() {
  // A phone has no keys to name.
  if (useWorkspace().screen.narrow.value) {
    return (
      <div class={style.tools} role="group" aria-label="Move in the picture">
        <Tool does="fit" cap="fit" name="Fit everything" />
        <Tool does="zoomIn" cap="+" name="Zoom in" />
        <Tool does="zoomOut" cap="−" name="Zoom out" />
        <Tool does="previousLoop" cap="‹" name="Previous loop by share" />
        <Tool does="nextLoop" cap="›" name="Next loop by share" />
      </div>
    );
  }
  return (
    <div class={style.tools} role="group" aria-label="Move in the picture">
      <Tool does="fit" cap="F" name="Fit everything" />
      <span aria-hidden="true">fit</span>
      <Tool does="zoomIn" cap="+" name="Zoom in" />
      <Tool does="zoomOut" cap="−" name="Zoom out" />
      <span aria-hidden="true">zoom</span>
      <Tool does="previousLoop" cap="[" name="Previous loop by share" />
      <Tool does="nextLoop" cap="]" name="Next loop by share" />
      <span aria-hidden="true">loop</span>
    </div>
  );
}

/** A button keeps the focus when it can do no more, so that the way back is one Tab away. */
function Tool({ does, cap, name }: { does: Move; cap: string; name: string }) {
  const picture = movableOf(useWorkspace());
  const can = possibleMoves(picture).has(does);
  return (
    <button type="button" class={style.tool} aria-label={name} aria-disabled={!can} title={`${name} (${cap})`} onClick={() => can && move(picture, does)}>
      <kbd aria-hidden="true">{cap}</kbd>
    </button>
  );
}
