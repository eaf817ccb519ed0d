import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";

/** No site is sent to a thread. */
export const withoutThreads = new ForecastThreads(Infinity);

/** Counts the sites that are summed, times quarter-hours. */
export class CountingThreads {
  summed = 0;
  isBroken = false;
  /** Called before sites are summed. */
  onSum: (() => Promise<void>) | null = null;

  constructor(
    private readonly inner: Pick<OutlookThreads, "sum"> = new OutlookThreads(withoutThreads),
  ) {}

  sum: OutlookThreads["sum"] = async (sites, startMs, horizon, total) => {
    if (this.isBroken) throw new Error("a thread ended");
    await this.onSum?.();
    this.summed += sites.length * horizon.quarters;
    return this.inner.sum(sites, startMs, horizon, total);
  };

  /** How many quarter-hours of each of these sites have been summed since the last call. */
  take(sites: number): number {
    const each = this.summed / sites;
    this.summed = 0;
    return each;
  }
}
