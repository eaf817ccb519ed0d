import { OutlookSums, type CountedSite, type Horizon } from "../engine/outlook-sums.ts";
import { Turns } from "../planning/turns.ts";
import type { Areas } from "../threads/forecast-thread.ts";
import type { ForecastThreads } from "../threads/forecast-threads.ts";
import { packSites } from "../threads/site-portion.ts";

/** Sums the forecasts of sites by area: those of many sites in threads. */
export class OutlookThreads {
  constructor(private readonly threads: ForecastThreads) {}

  /** The sums of these sites from `startMs` on; they are among `total` sites that are to be summed. */
  async sum(
    sites: readonly CountedSite[],
    startMs: number,
    horizon: Horizon,
    total = sites.length,
  ): Promise<Areas> {
    const sums = new OutlookSums(startMs, horizon);
    if (total < this.threads.manySites) {
      const turns = new Turns();
      for (const [i, site] of sites.entries()) {
        if (turns.isOver(i)) await turns.next();
        sums.add(site);
      }
    } else {
      const { sitesPerPortion } = this.threads;
      await Promise.all(
        Array.from({ length: Math.ceil(sites.length / sitesPerPortion) }, async (_, portion) => {
          const from = portion * sitesPerPortion;
          const some = sites.slice(from, from + sitesPerPortion);
          const span = { startMs, quarters: horizon.quarters };
          const areas = await this.threads.run((memory) => ({
            kind: "areas",
            portion: packSites(some, span, memory),
            horizon,
          }));
          sums.merge(areas!);
        }),
      );
    }
    return sums.areas;
  }
}
