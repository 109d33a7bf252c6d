/**
 * The types that cross between page and engine, under the names the page uses.
 *
 * They are generated from the engine's own definitions when it is built; nothing is written twice.
 */
import type { FlowReply, Request as Untagged, Tagged, TaskRequest as UntaggedTask } from "../../crate/wasm/pkg/loopscope_wasm";

export type {
  AskAnswer,
  AskConstruct,
  AskLine,
  AskPlace,
  AskQuery,
  AskRange,
  AskReply,
  AskWhat,
  ChosenOptions as Options,
  Comparison,
  DifferentPlace,
  FlowFileKind,
  FlowLink,
  FlowLook,
  ExcessRow,
  ExcessSummary,
  FlowPart,
  FlowQuery,
  FlowSpineInfo,
  GrowthSummary,
  GrowthWindow,
  ProcessGrowth,
  DominoStep,
  LoopGains,
  PredictedProcess,
  PredictedRun,
  ReducedTrace,
  WhatIfAnswer,
  WhatIfChange,
  WhatIfQuery,
  WhatIfOver,
  WhatIfRule,
  IterationGains,
  WhatIfSummary,
  OptionsRequest,
  FlatPicture as Picture,
  Item,
  IterationGrouping,
  IterationRow,
  IterationsSummary,
  IterationTrack,
  LabBandName,
  LabExample,
  LabFigure,
  LabFileKind,
  LabInput,
  LabQuery,
  LabReply,
  LabStation,
  LabStep,
  LoopCard,
  LoopCell,
  LoopTime,
  MatrixCell,
  MethodFigures,
  ModelFigure,
  ModelLook,
  HubsMain,
  ModelLoopFacts as ModelLoop,
  ModelMessage,
  ModelRow,
  ModelSummary,
  VariantsReply,
  OpenedLoop as Opened,
  PictureHit as Hit,
  PlaceSide,
  PictureStyle as Style,
  Prediction,
  PredictionCounts,
  Problem,
  ProblemLine,
  ProcessRow,
  Reply,
  RibbonLook,
  RibbonStrip as Strip,
  SentencePart as Sentence,
  Step,
  Suggestion,
  Summary,
  TraceChoice,
  OpenedIteration,
  OutlierIteration,
  TimelineCall,
  TimelineLook,
  TimelineRow,
  TimelineStrip,
  TimelineSummary,
  TableColumn,
  TableColumns,
  TaskProgress,
  TaskReport,
  TaskResult,
  TimeParts,
  TimeSummary,
  TrialFigures as Figures,
  WorkProgress as Progress,
} from "../../crate/wasm/pkg/loopscope_wasm";

/** A query of the page. */
export type Request = Tagged<Untagged, "type">;
/** A background task that the page starts. */
export type TaskRequest = Tagged<UntaggedTask, "kind">;

/** A drawn flow graph. */
export type FlowPicture = Extract<FlowReply, { drawn: unknown }>["drawn"];

/** The engine draws for one of the two. */
export type Theme = "light" | "dark";

/** A flow graph as text. */
export type FlowText = Extract<FlowReply, { text: unknown }>["text"];
