/** The column of a question, for the place Iterations. */
import { AskInspector as Column } from "../features/ask/Inspector";

export function AskInspector() {
  return <Column />;
}
