/** The opening under way: what is read, how far, how fast, and Cancel. The bar shows bytes that were read: it stops when they do. */
import { bytes, bytesOf, count, counted, filesOf, rate } from "../base/format";
import type { Opening } from "../workspace/traces";
import { lastPart } from "../base/names";
import { useWorkspace } from "../workspace/workspace";
import { CancelButton } from "../components/Buttons";
import * as style from "./Loading.module.css";
import * as prose from "../components/prose.module.css";
import * as meter from "../components/meter.module.css";

export function Loading({ opening }: { opening: Opening }) {
  const { opener } = useWorkspace();
  const share = shareOf(opening);
  return (
    <section class={style.loading} aria-label="Opening">
      <div class={style.row}>
        <p class={prose.cut}>
          <Doing opening={opening} />
        </p>
        <CancelButton onClick={opener.cancel} />
      </div>
      <div
        class={meter.bar}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      >
        <i style={{ transform: `scaleX(${share ?? 0})` }} />
      </div>
      <p class={style.numbers}>
        {numbers(opening).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </section>
  );
}

function Doing({ opening }: { opening: Opening }) {
  const { screen } = useWorkspace();
  const { progress } = opening;
  if (opening.rebuild || progress?.phase === "loops") {
    return (
      <>
        Finding the loops of <b>{opening.name}</b>
      </>
    );
  }
  if (!progress) {
    return (
      <>
        Fetching <b>{opening.name}</b>
      </>
    );
  }
  const file = lastPart(progress.file) || opening.name;
  return (
    <>
      Reading <b>{file}</b>
      {progress.processesDone > 0 && !screen.narrow.value ? " and finding loops" : ""}
    </>
  );
}

function shareOf({ progress, fetched }: Opening): number | null {
  if (progress?.phase === "loops") return progress.processes > 0 ? progress.processesDone / progress.processes : null;
  if (progress) return progress.totalBytes > 0 ? Math.min(1, progress.bytes / progress.totalBytes) : null;
  if (fetched) return fetched.totalBytes > 0 ? Math.min(1, fetched.bytes / fetched.totalBytes) : null;
  return null;
}

/** How many files are read. */
export function filesRead({ progress, origin }: Opening): string {
  if (!progress) return "";
  return filesOf(progress.filesDone, progress.files, origin.kind === "files" ? origin.files.length : 1);
}

function numbers(opening: Opening): string[] {
  const { progress, fetched, started, at } = opening;
  const seconds = Math.max(0.05, (at - started) / 1000);
  if (progress?.phase === "loops") {
    return [`${count(progress.processesDone)} of ${counted(progress.processes, "process")}`, counted(progress.events, "event")];
  }
  if (progress) {
    const parts = [bytesOf(progress.bytes, progress.totalBytes), counted(progress.events, "event")];
    const files = filesRead(opening);
    if (files) parts.unshift(files);
    if (progress.events > 0) parts.push(`${rate(progress.events / seconds)} events/s`);
    return parts;
  }
  if (fetched && fetched.bytes > 0) return [bytesOf(fetched.bytes, fetched.totalBytes), `${bytes(fetched.bytes / seconds)}/s`];
  return ["Waiting for the first bytes"];
}
