/** What can be taken away: the nest as text or JSON, the picture as SVG or PNG. */
import type { JSX } from "preact";
import { paint } from "../components/canvas";
import { copyText, saveBlob } from "../components/save";
import { engine } from "../state/open";
import { say } from "../state/say";
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

/** Around the picture, and the height of a line of words above or below it, in CSS pixels. */
const MARGIN = 16;
const LINE = 24;

/** The picture as it stands, on the colour it stands on, with what it is above and what its colours mean below. */
function savePng(): void {
  const now = ribbon.value;
  const summary = shown.value?.summary;
  if (!now || !summary) return;
  const { picture } = now.reply;
  const drawing = document.createElement("canvas");
  paint(drawing, picture);
  const density = drawing.width / picture.width;
  const tags = summary.tags.filter(({ slot }) => slot > 0);
  const whole = document.createElement("canvas");
  whole.width = Math.round((picture.width + 2 * MARGIN) * density);
  whole.height = Math.round((picture.height + 2 * MARGIN + LINE + (tags.length > 0 ? LINE : 0)) * density);
  const context = whole.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  context.fillStyle = colour("--canvas");
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(drawing, Math.round(MARGIN * density), Math.round((MARGIN + LINE) * density));
  context.scale(density, density);
  context.textBaseline = "alphabetic";
  const name = shown.value?.name ?? "trace";
  context.font = '600 12px "Inter", sans-serif';
  context.fillStyle = colour("--ink");
  context.fillText(`${name}, process ${now.process}, ${summary.options.method}`, MARGIN, MARGIN + 12, picture.width);
  context.font = '400 11px "Inter", sans-serif';
  let x = MARGIN;
  const y = MARGIN + LINE + picture.height + 18;
  const write = (text: string): void => {
    context.fillStyle = colour("--ink2");
    context.fillText(text, x, y);
    x += context.measureText(text).width + 16;
  };
  if (tags.length > 0) write("tag");
  for (const { label, slot } of tags) {
    context.fillStyle = colour(`--t${slot}`);
    context.fillRect(x, y - 5, 14, 2);
    x += 20;
    write(label);
  }
  whole.toBlob((blob) => blob && saveBlob(blob, `${name}-process-${now.process}.png`), "image/png");
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
