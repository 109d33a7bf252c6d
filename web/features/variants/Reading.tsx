/** The loop of several variants that is taken: which variant comes when, and the loop with its branches. */
import type { Doors } from "./doors";
import type { VariantsState } from "./state";
import { Chosen } from "./Chosen";
import { Legend } from "./Legend";
import { Strip } from "./Strip";
import { LinkButton } from "../../components/Buttons";
import * as style from "./Reading.module.css";
import * as prose from "../../components/prose.module.css";

export function Reading({ state, doors }: { state: VariantsState; doors: Doors | null }) {
  const reply = state.reply.value;
  if (!reply) return null;
  return (
    <section class={style.reading} aria-label="Variants of the iterations" data-testid="variants">
      {reply.variants.length > 1 && (
        <>
          <Legend reply={reply} />
          <Strip state={state} />
          <Chosen state={state}>
            {doors && (
              <>
                <LinkButton onClick={doors.flow}>
                  Open the flow graph
                </LinkButton>
                <LinkButton onClick={doors.iterations}>
                  Open Iterations
                </LinkButton>
              </>
            )}
          </Chosen>
          <p class={prose.aside}>
            In order: <span class={prose.mono}>{reply.order}</span>
          </p>
        </>
      )}
      <div class={style.text} tabIndex={0} role="group" aria-label="The loop with its branches">
        <pre class={prose.mono}>{reply.text}</pre>
      </div>
    </section>
  );
}
