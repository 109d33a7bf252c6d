import type { CompareReport, EngineClient, ModelReport, PredictReport } from "../engine/client";
import type { Comparison, ModelSummary, Prediction, Problem, WantedOptions } from "../engine/wire";
export type TaskRequest = { kind: "compare"; process: number } | { kind: "predict"; depth: number } | { kind: "model"; options: WantedOptions };
export type TaskKind = TaskRequest["kind"];
export type RequestOf<K extends TaskKind> = Extract<TaskRequest, { kind: K }>;
export type TaskResult = ({ kind: "compare" } & Comparison) | ({ kind: "predict" } & Prediction) | ({ kind: "model" } & ModelSummary);
export type ResultOf<K extends TaskKind> = Extract<TaskResult, { kind: K }>;
export interface TaskSeconds { total: number; parts: Readonly<Record<string, number>> }
type Up<K extends TaskKind> = { type: "progress"; progress: { done: number; total: number } } | { type: "failed"; problem: Problem } | { type: "finished"; result: ResultOf<K>; seconds: TaskSeconds };
export function start<K extends TaskKind>(engine: EngineClient, handle: number, task: RequestOf<K>, on: (report: Up<K>) => void): () => void {
  const say = on as (r: unknown) => void;
  if (task.kind === "compare") {
    engine.compared = (r: CompareReport) => {
      if (r.handle !== handle) return;
      if (r.type === "comparing") say({ type: "progress", progress: { done: r.done, total: r.methods } });
      else if (r.type === "compared") say({ type: "finished", result: { kind: "compare", ...r.comparison }, seconds: { total: 0, parts: r.seconds } });
      else say({ type: "failed", problem: r.problem });
    };
    engine.compare(handle, (task as RequestOf<"compare">).process);
  } else if (task.kind === "predict") {
    engine.predicted = (r: PredictReport) => {
      if (r.handle !== handle) return;
      if (r.type === "predicting") say({ type: "progress", progress: { done: r.done, total: r.events } });
      else if (r.type === "predicted") say({ type: "finished", result: { kind: "predict", ...r.prediction }, seconds: { total: r.seconds, parts: {} } });
      else say({ type: "failed", problem: r.problem });
    };
    engine.predict(handle, (task as RequestOf<"predict">).depth);
  } else {
    engine.modelled = (r: ModelReport) => {
      if (r.handle !== handle) return;
      if (r.type === "modelling") say({ type: "progress", progress: { done: r.done, total: r.processes } });
      else if (r.type === "modelled") say({ type: "finished", result: { kind: "model", ...r.summary }, seconds: { total: r.seconds, parts: {} } });
      else say({ type: "failed", problem: r.problem });
    };
    engine.model(handle, (task as RequestOf<"model">).options);
  }
  return () => engine.leave(handle, task.kind);
}
