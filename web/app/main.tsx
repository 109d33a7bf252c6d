import { render } from "preact";
import { startWorker } from "../engine/worker";
import { createAddresses } from "../features/addresses/state";
import { createCompare } from "../features/compare/state";
import { createModel } from "../features/model/state";
import { createNestText } from "../features/nest/textState";
import { createPredict } from "../features/predict/state";
import { createWorkspace, WorkspaceContext } from "../workspace/workspace";
import { App } from "./App";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/landing.css";
import "./styles/nest.css";
import "./styles/panels.css";
import "./styles/compare.css";
import "./styles/predict.css";
import "./styles/model.css";
import "./styles/paper.css";
import "./styles/addresses.css";
import "./styles/columns.css";
import "./styles/safe.css";

const workspace = createWorkspace(startWorker);
workspace.themes.follow(document);

const page = document.getElementById("page");
if (page) {
  render(
    <WorkspaceContext.Provider value={workspace}>
      <App />
    </WorkspaceContext.Provider>,
    page,
  );
}

// What these features ask of the engine follows the selection from the beginning.
for (const create of [createCompare, createAddresses, createPredict, createModel, createNestText]) workspace.feature<unknown>(create);
workspace.address.start();
