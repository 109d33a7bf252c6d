/** What the iterations come to, for the attribute that they are looked at for, and the process that is selected. */
import { bytes, counted, percent, span } from "../../base/format";
import type { IterationsSummary, Sentence } from "../../engine/wire";
import type { Shown } from "./details";
import type { Measure } from "./draw";
import { nameOf, numberOf } from "./iterationNames";
import { isOfRounds, unitOf } from "./rounds";
import { meanOfProcesses, sumOf } from "./words";

const plain = (text: string): Sentence => ({ text, strong: false });
const strong = (text: string): Sentence => ({ text, strong: true });

/** `track`: what is shown, null while it is not there; `meanOf`: of how many processes it is, 0 for one. */
export function sentenceOf(known: IterationsSummary, track: Shown | null, measure: Measure, meanOf: number): readonly Sentence[] {
  if (!track?.figures || (measure === "duration" && track.process === undefined)) return known.sentence;
  const { process, events, figures } = track;
  const who = process === undefined ? "" : `Process ${process}: `;
  const iterations = `${who}${counted(known.iterations, unitOf(known))} of ${nameOf(known)}`;
  const mean = meanOf > 1 ? ` (${meanOfProcesses(meanOf)})` : "";
  const all = sumOf(figures);
  const share = (part: number) => percent(all > 0 ? part / all : 0);
  switch (measure) {
    case "duration":
      return [
        strong(iterations),
        plain(`. The median takes ${span(figures.median)}; the longest, number ${numberOf(known, figures.longestAt)}, takes `),
        strong(span(figures.longest)),
        plain(`. Of their time the process computes ${share(figures.compute)}, is in calls ${share(figures.calls)} and `),
        strong(`waits ${share(figures.wait)}`),
        plain("."),
      ];
    case "waits":
      return [
        plain(`${iterations}: waits are `),
        strong(share(figures.wait)),
        plain(` of their time${mean}: ${span(figures.medianWait)} in the median, and `),
        strong(span(figures.longestWait)),
        plain(` at most, in number ${numberOf(known, figures.longestWaitAt)}.`),
      ];
    case "bytes": {
      const carried = ([least, most]: [number, number]) => (least === most ? bytes(most) : `${bytes(least)} to ${bytes(most)}`);
      const sent = figures.bytes[1] > 0 || figures.collectiveBytes[1] === 0;
      const given = figures.collectiveBytes[1] > 0;
      return [
        plain(`${iterations}: ${meanOf > 1 ? "a process" : "each"} `),
        ...(sent ? [plain("sends "), strong(figures.bytes[1] > 0 ? carried(figures.bytes) : "nothing"), ...(given ? [plain(" in messages")] : [])] : []),
        ...(given ? [plain(sent ? " and " : "sends "), strong(carried(figures.collectiveBytes)), plain(" in collective operations")] : []),
        plain(meanOf > 1 ? ` in each${mean}.` : "."),
      ];
    }
    case "events":
      if (isOfRounds(known)) return [plain(`${iterations}: how many events each has${mean}.`)];
      return [plain(`${iterations}: each has `), strong(counted(events, "event")), plain(meanOf > 1 ? ` on a process${mean}, and the same in all iterations.` : ", the same in all iterations.")];
  }
}
