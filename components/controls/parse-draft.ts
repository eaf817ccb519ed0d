import { isDate } from "@/lib/time/local-input.ts";
import type { Draft, Target } from "./control-draft.ts";
import { reasonNames, typeNames } from "./control-view-model.ts";
import { isTime, quickWindows, type LocalMoment, type WindowChoice } from "./window.ts";

type DraftParams = (name: string) => string;

const parseOption = <T extends string>(names: readonly T[], value: string): T | null =>
  names.find((name) => name === value) ?? null;

function parseDateTime(text: string): LocalMoment {
  const [date = "", rest = ""] = text.split("T");
  const [time = "", which] = rest.split("_");
  return {
    date: isDate(date) ? date : "",
    time: isTime(time) ? time : "",
    second: which === "2",
  };
}

function parseWindow(params: DraftParams): WindowChoice {
  if (params("window") === "exact")
    return { kind: "exact", from: parseDateTime(params("from")), to: parseDateTime(params("to")) };
  return { kind: parseOption(quickWindows, params("window")) ?? "this-quarter" };
}

/** The draft in a URL. Values are parsed one by one: an invalid one is ignored. */
export const parseDraft = (params: DraftParams, target: Target | null): Draft => ({
  target,
  type: parseOption(typeNames, params("type")),
  window: parseWindow(params),
  reason: parseOption(reasonNames, params("reason")),
});
