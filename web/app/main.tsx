// First, for they order all that follow.
import "./styles/tokens.css";
import "./styles/base.css";
import { render } from "preact";
import { startLink } from "../workspace/link";
import { startAddresses } from "../features/addresses/state";
import { startCompare } from "../features/compare/state";
import { startPredict } from "../features/predict/state";
import { startModel } from "../features/model/state";
import { startRibbon } from "../features/nest/state";
import { startTree } from "../features/nest/textState";
import { App } from "./App";

const page = document.getElementById("page");
if (page) render(<App />, page);
startRibbon();
startCompare();
startAddresses();
startPredict();
startModel();
startTree();
startLink();
