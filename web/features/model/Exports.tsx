/** What can be taken away of the model: text, JSON, the picture as SVG or PNG. */
import type { JSX } from "preact";
import { copyText, saveBlob, savePicture } from "../../components/save";
import { modelFigure, modelLook, modelSummary } from "./state";
import { modelAt } from "../../workspace/modelView";
import { engine } from "../../workspace/open";
import { say } from "../../workspace/say";
import { shown } from "../../workspace/store";
import { methodOf } from "./Choosers";

async function file(what: string): Promise<{ text: string; fileName: string; mime: string } | null> {
  const handle = shown.value?.handle;
  if (handle === undefined) return null;
  // A file says who stands out, since nobody can point at it.
  const look = { ...modelLook.value, process: modelAt.value.process ?? undefined };
  const reply = await engine.ask({ type: "modelFile", handle, what, look });
  if (!reply) say("The file could not be written");
  return reply;
}

async function save(what: string): Promise<void> {
  const reply = await file(what);
  if (reply) saveBlob(new Blob([reply.text], { type: reply.mime }), reply.fileName);
}

async function copy(): Promise<void> {
  const reply = await file("text");
  if (reply) await copyText(reply.text, "the model");
}

function savePng(): void {
  const picture = modelFigure.value?.picture;
  const summary = modelSummary.value;
  const name = shown.value?.name ?? "trace";
  if (picture && summary) savePicture(picture, `${name}, all processes, ${methodOf(summary.method, summary.k)}`, `${name}-model.png`);
}

export function ModelExports(): JSX.Element {
  return (
    <div class="exports">
      <button type="button" class="link" title="Copy the model as text" onClick={() => void copy()}>
        Copy
      </button>
      <button type="button" class="link" title="Save the model as text" onClick={() => void save("text")}>
        Text
      </button>
      <button type="button" class="link" title="Save the model as JSON, which opens here again and merges with others" onClick={() => void save("json")}>
        JSON
      </button>
      <button type="button" class="link" title="Save the picture as SVG, which stays sharp at any size" onClick={() => void save("svg")}>
        SVG
      </button>
      <button type="button" class="link" title="Save the picture as PNG" onClick={savePng}>
        PNG
      </button>
    </div>
  );
}
