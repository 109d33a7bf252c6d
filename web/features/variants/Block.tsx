/** In the place Iterations: which variant comes when, and how long iterations of each take. */
import { counted } from "../../base/format";
import type { VariantsReply } from "../../engine/wire";
import type { Doors } from "./doors";
import type { VariantsState } from "./state";
import { Chosen } from "./Chosen";
import { Legend } from "./Legend";
import { Strip } from "./Strip";
import { LinkButton } from "../../components/Buttons";
import * as style from "./Block.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

/** What stands out, where there are times. */
function outliersOf({ timed, outliers }: VariantsReply): string {
  if (!timed) return "";
  if (outliers === 0) return "None takes much longer than others of its variant.";
  return outliers === 1 ? "1 iteration takes much longer than others of its variant." : `${counted(outliers, "iteration")} take much longer than others of their variant.`;
}

/** `canTell`: whether a process can be selected whose iterations have times. */
export function Block({ state, doors, canTell }: { state: VariantsState; doors: Doors; canTell: boolean }) {
  const reply = state.reply.value;
  if (!reply || reply.variants.length < 2) return null;
  const { timed } = reply;
  return (
    <section class={style.block} aria-label="Variants of the iterations" data-testid="variants-block">
      <div class={layout.head}>
        <h2>Variants</h2>
        <span class={prose.aside}>{timed ? "which comes when; the height is the duration" : canTell ? "which comes when; select a process to see how long each takes" : "which comes when"}</span>
      </div>
      <p data-testid="variants-say">
        {reply.sentence} {outliersOf(reply)}
      </p>
      <Legend reply={reply} />
      <Strip state={state} byDuration={timed} />
      <Chosen state={state} toRibbon={doors.nest}>
        <LinkButton onClick={doors.nest}>
          Show the loop with its branches
        </LinkButton>
        <LinkButton onClick={doors.flow}>
          Open the flow graph
        </LinkButton>
      </Chosen>
    </section>
  );
}
