/** The program that is shown as a loop of several variants. */
import type { JSX } from "preact";
import { useModel } from "../features/model/state";
import { OfProgram } from "../features/variants/View";

export function ProgramVariants(): JSX.Element {
  return <OfProgram summary={useModel().summary} />;
}
