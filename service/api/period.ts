import { DAY_MS } from "../../lib/time/amsterdam.ts";
import { invalid } from "./problems.ts";

/** The longest period of a query, in days. */
const MAX_DAYS = 366;

/**
 * The period of a query, in ms.
 * @throws ApiProblem 422 if it ends before it starts or is longer than 366 days
 */
export function checkPeriod(fromMs: number, toMs: number): { fromMs: number; toMs: number } {
  if (fromMs > toMs)
    throw invalid([
      { pointer: "query/start", detail: "must not be after end", code: "start-after-end" },
    ]);
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw invalid([
      {
        pointer: "query/start",
        detail: `must be at most ${MAX_DAYS} days before end`,
        code: "range-too-long",
        values: { days: MAX_DAYS },
      },
    ]);
  return { fromMs, toMs };
}
