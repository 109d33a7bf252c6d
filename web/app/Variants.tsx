/** Loops of several variants in the places that show them, with the ways between these. */
import type { JSX } from "preact";
import { useModel } from "../features/model/state";
import { Block } from "../features/variants/Block";
import type { Doors } from "../features/variants/doors";
import { useProgramVariants, useVariants } from "../features/variants/state";
import { OfProgram, Variants, VariantsOffer } from "../features/variants/View";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace, type Workspace } from "../workspace/workspace";
import { goToPlace, goToView } from "./carry";

function doorsOf(workspace: Workspace): Doors {
  return {
    iterations: () => goToPlace(workspace, "iterations"),
    nest: () => {
      goToView(workspace, "nest");
      workspace.screen.variants.value = true;
    },
    flow: () => {
      goToView(workspace, "flow");
      void import("../features/flow/state").then(({ createFlow }) => workspace.feature(createFlow).showVariants());
    },
  };
}

export { VariantsOffer };

/** Those of the process that is viewed. */
export const ProcessVariants = (): JSX.Element => <Variants doors={doorsOf(useWorkspace())} />;

/** Those of the program that is shown. */
export const ProgramVariants = (): JSX.Element => <OfProgram summary={useModel().summary} doors={doorsOf(useWorkspace())} />;

/** Those of what the place Iterations shows: of the program, or of the process that is viewed. */
export function IterationVariants(): JSX.Element | null {
  const workspace = useWorkspace();
  const { screen, selection } = workspace;
  const [ofProgram, ofProcess] = [useProgramVariants(useModel().summary), useVariants()];
  const state = isOfProgram(screen.view.value, selection.shown.value) ? ofProgram : ofProcess;
  return <Block state={state} doors={doorsOf(workspace)} hasTimes={selection.shown.value?.summary.hasTimes === true} />;
}
