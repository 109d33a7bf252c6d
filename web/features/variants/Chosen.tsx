/** The chosen iteration in a sentence, and the ways to the same iteration elsewhere. */
import type { ComponentChildren } from "preact";
import { counted, count, span } from "../../base/format";
import { variantName } from "../../base/variants";
import type { VariantsState } from "./state";
import { LinkButton } from "../../components/Buttons";
import * as style from "./Chosen.module.css";
import * as prose from "../../components/prose.module.css";

interface Props {
  state: VariantsState;
  /** Shows the ribbon, where it is not in sight. */
  toRibbon?: () => void;
  /** More ways. */
  children?: ComponentChildren;
}

export function Chosen({ state, toRibbon, children }: Props) {
  const reply = state.reply.value;
  const at = reply?.columns[state.column.value];
  if (!reply || !at) return null;
  const { variants, timed } = reply;
  const name = variantName(at.variant, variants.length);
  const median = variants[at.variant]?.median ?? 0;
  const figures = [
    state.showEvents && counted(at.end - at.first, "event"),
    timed && span(at.duration) + (at.standsOut ? `, where others of its variant take ${span(median)}` : ""),
  ].filter(Boolean);
  return (
    <p class={`${prose.small} ${style.chosen}`}>
      <span>
        Iteration {count(at.iteration + 1)} is variant {name}
        {figures.length > 0 && `: ${figures.join(", ")}`}.
      </span>
      {state.showEvents && (
        <LinkButton
          onClick={() => {
            toRibbon?.();
            state.show();
          }}
        >
          Show its events in the ribbon
        </LinkButton>
      )}
      {children}
    </p>
  );
}
