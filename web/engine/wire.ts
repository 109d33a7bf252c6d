/**
 * The types that cross between page and engine, under the names the page uses.
 *
 * They are generated from the engine's own definitions when it is built; nothing is written twice.
 */
export type {
  ChosenOptions as Options,
  Comparison,
  DifferentPlace,
  OptionsRequest,
  FlatPicture as Picture,
  Item,
  LoopCard,
  MatrixCell,
  MethodFigures,
  ModelFigure,
  ModelLook,
  ModelLoopFacts as ModelLoop,
  ModelMessage,
  ModelRow,
  ModelSummary,
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
  Request,
  RibbonLook,
  RibbonStrip as Strip,
  SentencePart as Sentence,
  Step,
  Suggestion,
  Summary,
  TraceChoice,
  TableColumn,
  TableColumns,
  TaskProgress,
  TaskReport,
  TaskRequest,
  TaskResult,
  TrialFigures as Figures,
  WorkProgress as Progress,
} from "../../crate/wasm/pkg/loopscope_wasm";

/** The engine draws for one of the two. */
export type Theme = "light" | "dark";
