/**
 * A workspace: one engine, the trace that is open in it, and what is viewed of it. Nothing of it is global, so two
 * workspaces on one page have nothing in common.
 *
 * Features keep their state in it, too: `feature(create)` gives the one that belongs to this workspace, and creates it when
 * it is asked for the first time. Components find the workspace around them by `useWorkspace()`.
 */
import { computed, type ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { EngineClient, type Port, type Report } from "../engine/client";
import { PageAddress } from "./address";
import { Chooser } from "./choose";
import { ColumnMatching } from "./columns";
import { Consent } from "./consent";
import { DetailState } from "./details";
import { ModelViewState } from "./modelView";
import { Opener } from "./opener";
import { FilePicker } from "./picker";
import { ProcessGroups } from "./processes";
import { RibbonState } from "./ribbon";
import { ScreenState } from "./screen";
import { SelectionState } from "./selection";
import { ThemeState } from "./theme";
import { Toast } from "./toast";
import { Traces } from "./traces";

export interface Workspace {
  readonly engine: EngineClient;
  readonly traces: Traces;
  readonly selection: SelectionState;
  readonly details: DetailState;
  readonly ribbon: RibbonState;
  readonly modelView: ModelViewState;
  readonly groups: ProcessGroups;
  readonly choose: Chooser;
  readonly opener: Opener;
  readonly matching: ColumnMatching;
  readonly consent: Consent;
  readonly picker: FilePicker;
  readonly screen: ScreenState;
  readonly themes: ThemeState;
  readonly toast: Toast;
  readonly address: PageAddress;
  /** Whether nothing is being opened, and picture and address are those of the selection. */
  readonly settled: ReadonlySignal<boolean>;
  /** An engine with a worker of its own, for what is not about the open trace. */
  engineOfItsOwn(report: (report: Report) => void): EngineClient;
  /** The state of a feature in this workspace. */
  feature<T>(create: CreateFeature<T>): T;
}

/** Creates the state of a feature for a workspace. */
type CreateFeature<T> = (workspace: Workspace) => T;

/** Creates a workspace. `startWorker` starts the worker with its engine, and another one after a crash. */
export function createWorkspace(startWorker: () => Port): Workspace {
  const traces = new Traces();
  const screen = new ScreenState();
  const themes = new ThemeState();
  const toast = new Toast();
  const consent = new Consent();
  const selection = new SelectionState(traces);
  const engine: EngineClient = new EngineClient(startWorker, (report) => opener.onReport(report));
  const opener: Opener = new Opener({ engine, traces, selection, screen, consent, toast });
  const details = new DetailState(engine, selection);
  const ribbon = new RibbonState(engine, selection, themes);
  const modelView = new ModelViewState(traces);
  const matching = new ColumnMatching({ engine, traces, selection, opener, toast });
  const address = new PageAddress({ traces, selection, ribbon, details, modelView, screen, opener, toast });
  ribbon.follow();
  // In the place Iterations no ribbon is drawn.
  details.follow(() => ribbon.drawn.value !== null || screen.view.value === "iterations");

  const features = new Map<unknown, unknown>();
  const workspace: Workspace = {
    engine,
    traces,
    screen,
    themes,
    toast,
    consent,
    selection,
    opener,
    details,
    ribbon,
    modelView,
    matching,
    address,
    choose: new Chooser(selection, details, ribbon, modelView),
    picker: new FilePicker(),
    groups: new ProcessGroups(screen, selection),
    settled: computed(() => traces.opening.value === null && ribbon.isSettled.value && address.isWritten.value),
    engineOfItsOwn: (report) => new EngineClient(startWorker, report),
    feature<T>(create: CreateFeature<T>): T {
      if (!features.has(create)) features.set(create, create(workspace));
      return features.get(create) as T;
    },
  };
  return workspace;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

/** The workspace around a component. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("A component is rendered outside of a workspace");
  return workspace;
}

/** The state of a feature in the workspace around a component. */
export function useFeature<T>(create: CreateFeature<T>): T {
  return useWorkspace().feature(create);
}
