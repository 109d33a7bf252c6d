// The start of the page: creates the workspace with the state of every feature, and renders the frame.

import "./styles/tokens.css";
import "./styles/base.css";
import { render } from "preact";
import { prefetched, startWorker } from "../engine/worker";
import { createAddresses } from "../features/addresses/state";
import { createModel } from "../features/model/state";
import { createNestText } from "../features/nest/textState";
import { createPredict } from "../features/predict/state";
import { sampleNeed } from "../workspace/samples";
import { createWorkspace, type Workspace, WorkspaceContext } from "../workspace/workspace";
import { App } from "./App";
import { keepOffline } from "./offline";

const workspace: Workspace = createWorkspace(() => startWorker(sampleNeed, () => workspace.settled.peek()));
workspace.themes.follow(document);

// What these features ask of the engine follows the selection from the beginning.
for (const create of [createAddresses, createPredict, createModel, createNestText]) workspace.feature<unknown>(create);
// First, so that a page that opens a trace at once draws no first screen.
workspace.address.start();

const page = document.getElementById("page");
if (page) {
  render(
    <WorkspaceContext.Provider value={workspace}>
      <App />
    </WorkspaceContext.Provider>,
    page,
  );
}

// What is kept has been fetched by then, so it is not fetched twice.
void prefetched.then(keepOffline);
