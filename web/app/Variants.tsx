/** Loops of several variants in the places that show them, with the ways between these. */
import { useModel } from "../features/model/state";
import { Block } from "../features/variants/Block";
import { useProgramVariants, useVariants } from "../features/variants/state";
import { OfProgram, Variants, VariantsOffer } from "../features/variants/View";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import { doorsOf } from "./variantDoors";

export { VariantsOffer };

/** Those of the process that is viewed. */
export const ProcessVariants = (): JSX.Element => <Variants doors={doorsOf(useWorkspace())} />;

/** Those of the program that is shown. */
export const ProgramVariants = (): JSX.Element => <OfProgram summary={useModel().summary} doors={doorsOf(useWorkspace())} />;

/** Those of what the place Iterations shows: of the program, or of the process that is selected, if it has some. */
export function IterationVariants() {
  const workspace = useWorkspace();
  const { screen, selection, modelView } = workspace;
  const [ofProgram, ofProcess] = [useProgramVariants(useModel().summary), useVariants()];
  const isOfAll = isOfProgram(screen.view.value, selection.shown.value);
  const isChosen = modelView.view.value.process !== null;
  const state = isOfAll && !(isChosen && ofProcess.reply.value) ? ofProgram : ofProcess;
  return <Block state={state} doors={doorsOf(workspace)} canTell={!isChosen && selection.shown.value?.summary.hasTimes === true} />;
}
