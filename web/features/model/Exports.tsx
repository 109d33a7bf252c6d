/** Copies and saves the model: as text or JSON, its picture as SVG or PNG. */
import { methodName } from "../../base/methods";
import { type ExportForm, ExportLinks } from "../../components/ExportLinks";
import { copyText, saveBlob, savePicture } from "../../components/save";
import { useWorkspace, type Workspace } from "../../workspace/workspace";
import { createModel } from "./state";
import * as inspector from "../../components/inspector.module.css";

async function modelAs(form: ExportForm, workspace: Workspace): Promise<{ text: string; fileName: string; mime: string } | null> {
  const { engine, selection, toast } = workspace;
  const model = workspace.feature(createModel);
  const handle = selection.shown.value?.handle;
  if (handle === undefined) return null;
  // A file shows which process is highlighted, since nobody can point at it.
  const look = { ...model.look.value, process: model.view.value.process ?? undefined };
  const reply = await engine.ask({ type: "modelFile", handle, what: form, look });
  if (!reply) toast.announce("The file could not be written");
  return reply;
}

async function saveModel(form: ExportForm, workspace: Workspace): Promise<void> {
  const reply = await modelAs(form, workspace);
  if (reply) saveBlob(workspace.toast, new Blob([reply.text], { type: reply.mime }), reply.fileName);
}

async function copyModel(workspace: Workspace): Promise<void> {
  const reply = await modelAs("text", workspace);
  if (reply) await copyText(workspace.toast, reply.text, "the model");
}

function saveGraph(workspace: Workspace): void {
  const model = workspace.feature(createModel);
  const picture = model.figure.value?.picture;
  const summary = model.summary.value;
  const name = workspace.selection.shown.value?.name ?? "trace";
  if (picture && summary) void savePicture(workspace.toast, picture, `${name}, all processes, ${methodName(summary.method, summary.k)}`, `${name}-model.png`);
}

export function ModelExports() {
  const workspace = useWorkspace();
  return (
    <div class={inspector.exports}>
      <ExportLinks
        what="model"
        jsonHint="which opens here again and merges with others"
        copy={() => void copyModel(workspace)}
        save={(form) => void saveModel(form, workspace)}
        savePng={() => saveGraph(workspace)}
      />
    </div>
  );
}
