/** How the iterations of the selected loop differ: an attribute at a time. */
import { Words } from "../components/Figure";
import { Later, type Load } from "../components/Later";
import { Switch } from "../components/Switch";
import { Addresses } from "../features/addresses/View";
import { Predict } from "../features/predict/View";
import { Ribbon } from "../features/nest/Ribbon";
import { isOfRounds } from "../features/time/rounds";
import { RoundsChoice } from "../features/time/RoundsChoice";
import { useTime } from "../features/time/state";
import { IterationsView } from "../features/time/View";
import { useModel } from "../features/model/state";
import { mayVary } from "../features/model/variants";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import { ATTRIBUTE_LABELS, attributeOf, attributesOf } from "./attributes";
import { CountsOfBroken } from "./Counts";
import { chooseIteration, selectedIteration } from "./iteration";
import { SameElsewhere } from "./SameElsewhere";
import * as layout from "../components/layout.module.css";
import * as prose from "../components/prose.module.css";
import * as style from "./Loops.module.css";

/** Of loops as recorded, where the program is shown as loops of each process by itself. */
const BY_CHANCE = "Processes take turns in no fixed order, so this loop is chance: a few turns that happened to come in the same order. The loop of each process by itself is in Overview.";

const loadAsk: Load = async () => (await import("./Ask")).Ask;
const loadVariants: Load = async () => (await import("./Variants")).IterationVariants;
const loadGrowth: Load = async () => (await import("../features/growth/View")).Growth;

export function Iterations() {
  const workspace = useWorkspace();
  const { screen, details, modelView, selection } = workspace;
  const model = useModel();
  const known = useTime().iterations.value;
  const rounds = known !== null && isOfRounds(known);
  // Events of rounds are not counted.
  const all = attributesOf(workspace).filter((one) => one !== "events" || !rounds);
  const chosen = attributeOf(workspace);
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value);
  const byTurns = ofProgram && model.byTurns.value;
  const isMain = ofProgram && model.selected.value === 1;
  return (
    <>
      {all.length > 1 && (
        <div class={style.bar}>
          <Switch name="What the iterations are looked at for" options={all.map((value) => ({ value, ...ATTRIBUTE_LABELS[value] }))} chosen={chosen} choose={(value) => (screen.attribute.value = value)} />
        </div>
      )}
      {chosen === "addresses" && (
        <>
          <p class={layout.sentence} data-testid="sentence">
            {details.reply.value && <Words parts={details.reply.value.sentence} />}
          </p>
          <Ribbon />
          <Addresses />
        </>
      )}
      {chosen === "foretold" && <Predict />}
      {chosen === "records" && <Later key="records" load={loadAsk} until={<p class={layout.sentence} data-testid="sentence" />} />}
      {chosen !== "addresses" && chosen !== "foretold" && chosen !== "records" && (
        <>
          {byTurns && !rounds && <p class={prose.clear}>{BY_CHANCE}</p>}
          <RoundsChoice />
          <IterationsView
            measure={chosen}
            selected={selectedIteration(workspace)}
            process={modelView.view.value.process}
            choose={(iteration, process) => chooseIteration(workspace, iteration, process)}
            about={
              <>
                <SameElsewhere />
                {isMain && <CountsOfBroken />}
              </>
            }
          />
          {(mayVary(model.summary.value) || details.others.value?.variants) && <Later key="variants" load={loadVariants} />}
          <Later key="growth" load={loadGrowth} />
        </>
      )}
    </>
  );
}
