import type { Range } from "@/components/chart/ranges.ts";
import { packRows } from "@/components/chart/rows.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import {
  targetTitle,
  type ControlSummaryView,
  type ControlTranslator,
} from "../control-view-model.ts";

/** A block of a lane: a control, or a request that awaits approval. */
export type TimelineEntry =
  | { kind: "control"; id: string; from: number; to: number; control: ControlSummaryView }
  | { kind: "request"; id: string; from: number; to: number; request: ApprovalRequest };

/** Controls of one target, or requests; entries whose blocks would cover each other lie in different rows. */
export interface Lane {
  id: string;
  label: string;
  rows: TimelineEntry[][];
}

const REQUESTS = "requests";
const RULES = "rules";

const laneOf = ({ rule_id, target }: ControlSummaryView): string =>
  rule_id ? RULES : target ? `${target.kind} ${target.id}` : "unknown";

/**
 * The lanes of controls and requests within a range: the zone, its groups by name, those issued by
 * rules, and requests that await approval. Controls cancelled before their start are left out.
 */
export function toLanes(
  controls: readonly ControlSummaryView[],
  requests: readonly ApprovalRequest[],
  range: Range,
  t: ControlTranslator,
): Lane[] {
  const lanes = new Map<string, { label: string; entries: TimelineEntry[] }>();
  const add = (id: string, label: string, entry: TimelineEntry) => {
    if (entry.to <= range.from || entry.from >= range.to) return;
    const lane = lanes.get(id) ?? { label, entries: [] };
    lane.entries.push(entry);
    lanes.set(id, lane);
  };
  const inOrder = [...controls].sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  for (const control of inOrder) {
    if (wasCancelledBeforeStart(control)) continue;
    const id = laneOf(control);
    add(id, id === RULES ? t("timeline.rules") : targetTitle(control.target, t), {
      kind: "control",
      id: control.id,
      from: toMillis(control.time_from),
      to: toMillis(control.effective_to),
      control,
    });
  }
  for (const request of requests)
    add(REQUESTS, t("timeline.requests"), {
      kind: "request",
      id: request.id,
      from: toMillis(request.time_from),
      to: toMillis(request.time_to),
      request,
    });
  const order = (id: string) =>
    id.startsWith("bidding_zone") ? 0 : id === RULES ? 2 : id === REQUESTS ? 3 : 1;
  return [...lanes]
    .map(([id, { label, entries }]) => ({ id, label, rows: packRows(entries, range) }))
    .sort((a, b) => order(a.id) - order(b.id) || a.label.localeCompare(b.label));
}
