/** Copies and saves the nest: as text or JSON, its picture as SVG or PNG. */
import { legendOf } from "../../base/legend";
import { type ExportForm, ExportLinks } from "../../components/ExportLinks";
import { copyText, saveBlob, savePicture } from "../../components/save";
import { useWorkspace, type Workspace } from "../../workspace/workspace";

/** The width of a picture that was not drawn on the page, in CSS pixels. */
const WIDTH = 960;

async function nestAs(form: ExportForm, { engine, ribbon, selection, toast }: Workspace): Promise<{ text: string; fileName: string; mime: string } | null> {
  const [shown, row] = [selection.shown.value, selection.row.value];
  if (!shown || !row) return null;
  const width = Math.round(ribbon.last.value?.reply.picture.width ?? WIDTH);
  const look = { ...ribbon.lookFor(width), compact: false };
  const reply = await engine.ask({ type: "export", handle: shown.handle, process: row.process, what: form, look });
  if (!reply) toast.announce("The file could not be written");
  return reply;
}

/** Puts the nest of the process on the clipboard, as text. */
export async function copyNest(workspace: Workspace): Promise<void> {
  const reply = await nestAs("text", workspace);
  if (reply) await copyText(workspace.toast, reply.text, "the nest");
}

async function saveNest(form: ExportForm, workspace: Workspace): Promise<void> {
  const reply = await nestAs(form, workspace);
  if (reply) saveBlob(workspace.toast, new Blob([reply.text], { type: reply.mime }), reply.fileName);
}

/** Saves the picture as it is, with its title above and what its colours mean below. */
function saveRibbon({ ribbon, selection, toast }: Workspace): void {
  const now = ribbon.last.value;
  const shown = selection.shown.value;
  if (!now || !shown) return;
  const { name, summary } = shown;
  const title = `${name}, process ${now.process}, ${summary.options.method}`;
  void savePicture(toast, now.reply.picture, title, `${name}-process-${now.process}.png`, legendOf(summary));
}

export function NestExports() {
  const workspace = useWorkspace();
  return (
    <ExportLinks
      what="nest"
      jsonHint="which opens here again"
      copyKey=" (C)"
      copy={() => void copyNest(workspace)}
      save={(form) => void saveNest(form, workspace)}
      savePng={() => saveRibbon(workspace)}
    />
  );
}
