/** The selection at the right of the places: from the processes to what is selected. */
import { Fragment } from "preact";
import { useWorkspace } from "../workspace/workspace";
import { trailParts } from "./trail";
import * as style from "./Trail.module.css";

export function Trail() {
  const parts = trailParts(useWorkspace());
  if (parts.length === 0) return null;
  return (
    <nav class={style.trail} aria-label="Selection">
      {parts.map(({ label, select }, at) => (
        <Fragment key={label}>
          {at > 0 && (
            <span class={style.then} aria-hidden="true">
              ›
            </span>
          )}
          <button type="button" class={style.part} aria-current={at === parts.length - 1 ? "true" : undefined} onClick={select}>
            {label}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
