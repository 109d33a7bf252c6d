/** The places that a trace has: one that has nothing to say does not exist. */
import type { PlaceName } from "../base/places";
import type { Summary } from "../engine/wire";
import { hasIterations } from "../workspace/scope";

export function placesOf(summary: Summary | undefined): PlaceName[] {
  const times: PlaceName[] = summary?.hasTimes ? ["time"] : [];
  return ["overview", "loops", ...times, ...(hasIterations(summary) ? (["iterations"] as const) : [])];
}
