/** The column of the selected loop, of the nest or of the model: whichever is shown. */
import type { JSX } from "preact";
import { ModelInspector } from "../features/model/Inspector";
import { NestInspector } from "../features/nest/Inspector";
import { useWorkspace } from "../workspace/workspace";

export function Inspector(): JSX.Element {
  return useWorkspace().screen.tab.value === "model" ? <ModelInspector /> : <NestInspector />;
}
