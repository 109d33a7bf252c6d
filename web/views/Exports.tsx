/** What can be taken away: the nest as text or JSON, the picture as SVG or PNG. */
import type { JSX } from "preact";
import { paint } from "../components/canvas";
import { copyText, saveBlob, say } from "../components/save";
import { engine } from "../state/open";
import { look, ribbon, row, selected, shown } from "../state/store";
import { theme } from "../state/theme";

type Kind = "json" | "text" | "svg";

async function exported(what: Kind): Promise<{ text: string; fileName: string; mime: string } | null> {
  const now = shown.value;
  const process = row.value?.process;
  if (!now || process === undefined) return null;
  const { path, zoom } = look.value;
  const width = Math.round(ribbon.value?.reply.picture.width ?? 960);
  const drawn = { width, theme: theme.value, compact: false, path, zoom, selected: selected.value };
  const reply = await engine.ask({ type: "export", handle: now.handle, process, what, look: drawn });
  if (!reply) say("That could not be written");
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

/** The picture as it stands, twice as fine as the screen's unit, on the colour it stands on. */
function savePng(): void {
  const now = ribbon.value;
  if (!now) return;
  const drawing = document.createElement("canvas");
  paint(drawing, now.reply.picture);
  const whole = document.createElement("canvas");
  whole.width = drawing.width;
  whole.height = drawing.height;
  const context = whole.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--canvas");
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(drawing, 0, 0);
  const name = `${shown.value?.name ?? "trace"}-process-${now.process}.png`;
  whole.toBlob((blob) => blob && saveBlob(blob, name), "image/png");
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
      <button type="button" class="link" title="Save the nest as JSON; it opens here again" onClick={() => void saveAs("json")}>
        JSON
      </button>
      <button type="button" class="link" title="Save the picture, to be scaled" onClick={() => void saveAs("svg")}>
        SVG
      </button>
      <button type="button" class="link" title="Save the picture" onClick={savePng}>
        PNG
      </button>
    </>
  );
}
