/** What can be taken away: the nest as text or JSON, the picture as SVG or PNG. */
import type { JSX } from "preact";
import { legendOf } from "../../base/legend";
import { copyText, saveBlob, savePicture } from "../../components/save";
import { engine } from "../../workspace/open";
import { say } from "../../workspace/say";
import { look, ribbon, row, selected, shown } from "../../workspace/store";
import { theme } from "../../workspace/theme";

type Kind = "json" | "text" | "svg";

async function exported(what: Kind): Promise<{ text: string; fileName: string; mime: string } | null> {
  const now = shown.value;
  const process = row.value?.process;
  if (!now || process === undefined) return null;
  const { path, zoom } = look.value;
  const width = Math.round(ribbon.value?.reply.picture.width ?? 960);
  const drawn = { width, theme: theme.value, compact: false, path, zoom, selected: selected.value };
  const reply = await engine.ask({ type: "export", handle: now.handle, process, what, look: drawn });
  if (!reply) say("The file could not be written");
  return reply;
}

/** The nest of the process, as text, on the clipboard. */
export async function copyNest(): Promise<void> {
  const reply = await exported("text");
  if (reply) await copyText(reply.text, "the nest");
}

async function saveAs(what: Kind): Promise<void> {
  const reply = await exported(what);
  if (reply) saveBlob(new Blob([reply.text], { type: reply.mime }), reply.fileName);
}

/** The picture as it stands, with what it is above and what its colours mean below. */
function savePng(): void {
  const now = ribbon.value;
  const summary = shown.value?.summary;
  if (!now || !summary) return;
  const name = shown.value?.name ?? "trace";
  const title = `${name}, process ${now.process}, ${summary.options.method}`;
  savePicture(now.reply.picture, title, `${name}-process-${now.process}.png`, legendOf(summary));
}

export function Exports(): JSX.Element {
  return (
    <>
      <button type="button" class="link" title="Copy the nest as text (C)" onClick={() => void copyNest()}>
        Copy
      </button>
      <button type="button" class="link" title="Save the nest as text" onClick={() => void saveAs("text")}>
        Text
      </button>
      <button type="button" class="link" title="Save the nest as JSON, which opens here again" onClick={() => void saveAs("json")}>
        JSON
      </button>
      <button type="button" class="link" title="Save the picture as SVG, which stays sharp at any size" onClick={() => void saveAs("svg")}>
        SVG
      </button>
      <button type="button" class="link" title="Save the picture as PNG" onClick={savePng}>
        PNG
      </button>
    </>
  );
}
