/** The offer to read a process, or the program, as one loop of several variants; and, taken, the loop with its branches and which variant comes when. */
import type { ReadonlySignal } from "@preact/signals";
import type { ModelSummary } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import type { Doors } from "./doors";
import { Reading } from "./Reading";
import { useProgramVariants, useVariants, type VariantsState } from "./state";
import { LinkButton } from "../../components/Buttons";
import * as style from "./View.module.css";
import * as prose from "../../components/prose.module.css";

/** One line: what the reading holds, and the way to it and back. */
export function VariantsOffer() {
  const { screen } = useWorkspace();
  const state = useVariants();
  const toggle = (taken: boolean) => {
    if (screen.view.value !== "nest") screen.show("nest");
    screen.variants.value = taken;
  };
  return <Offer state={state} taken={screen.variants.value && screen.view.value === "nest"} take={toggle} />;
}

/** The offer and, where it is taken, what it offers. */
export function Variants({ doors }: { doors: Doors }) {
  const { screen } = useWorkspace();
  const state = useVariants();
  return (
    <>
      <VariantsOffer />
      {screen.variants.value && <Reading state={state} doors={doors} />}
    </>
  );
}

/** The same of the whole program. `summary`: its model. */
export function OfProgram({ summary, doors }: { summary: ReadonlySignal<ModelSummary | null>; doors: Doors }) {
  const { screen } = useWorkspace();
  const state = useProgramVariants(summary);
  const taken = screen.variants.value;
  return (
    <>
      <Offer state={state} taken={taken} take={(take) => (screen.variants.value = take)} />
      {taken && <Reading state={state} doors={doors} />}
    </>
  );
}

function Offer({ state, taken, take }: { state: VariantsState; taken: boolean; take: (taken: boolean) => void }) {
  if (!state.reply.value) return null;
  return (
    <p class={`${prose.quiet} ${style.offer}`} data-testid="variants-offer">
      A loop counts equal iterations only. Counted with those that differ a little: {state.reply.value.sentence}{" "}
      <LinkButton aria-expanded={taken} onClick={() => take(!taken)}>
        {taken ? "Show as recorded" : "Show variants"}
      </LinkButton>
    </p>
  );
}
