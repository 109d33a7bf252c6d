import { render } from "preact";
import { startLink } from "../state/link";
import { startRibbon } from "../state/ribbon";
import { startTree } from "../state/tree";
import { App } from "./App";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/landing.css";
import "./styles/nest.css";
import "./styles/panels.css";
import "./styles/paper.css";

const page = document.getElementById("page");
if (page) render(<App />, page);
startRibbon();
startTree();
startLink();
