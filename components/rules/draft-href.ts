import type { AdviceItem } from "@/lib/contract/advice.ts";
import { HOUR_MS, localMinute } from "@/lib/time/amsterdam.ts";

/** A local moment as the form of a control takes it; `_2` is the second of two equal hours. */
function toParam(at: string): string {
  const ms = Date.parse(at);
  const text = localMinute(ms);
  return localMinute(ms - HOUR_MS) === localMinute(ms) ? `${text}_2` : text;
}

/** The form of a control, filled in as advised. */
export function getDraftHref({ target, type, time_from, time_to }: AdviceItem): string {
  const params = new URLSearchParams({
    target: target.id,
    type,
    reason: "price",
    window: "exact",
    from: toParam(time_from),
    to: toParam(time_to),
  });
  return `/controls/new?${params}`;
}
