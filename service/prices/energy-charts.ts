import { z } from "zod";
import type { PriceZone } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  downloadBytes,
  expandHours,
  parseJson,
  PriceError,
  toDayAhead,
  type PriceSource,
} from "./price-source.ts";

const ADDRESS = "https://api.energy-charts.info";

const answer = z.object({
  license_info: z.string().min(1).max(500),
  unix_seconds: z.array(z.number().int()),
  price: z.array(z.number().nullable()),
  unit: z.string().regex(/^EUR ?\/ ?MWh$/, "is not EUR/MWh"),
});

/** Day-ahead prices of Energy-Charts (Fraunhofer ISE); its licence line comes with each answer. */
export function energyCharts(zone: PriceZone, address = ADDRESS): PriceSource {
  return {
    name: "energy-charts",
    zone,
    market: "day-ahead",
    everyMs: 15 * MINUTE_MS,
    daysBack: 1,
    async fetchPrices({ fromMs, toMs }) {
      const url = new URL("/price", address);
      url.searchParams.set("bzn", zone);
      url.searchParams.set("start", new Date(fromMs).toISOString());
      url.searchParams.set("end", new Date(toMs).toISOString());
      const text = new TextDecoder().decode(await downloadBytes(url));
      const found = parseJson(text, answer, "Energy-Charts");
      if (found.unix_seconds.length !== found.price.length)
        throw new PriceError("Energy-Charts answered with fewer prices than times.");
      const points = found.unix_seconds.flatMap((seconds, i) => {
        const price = found.price[i]!;
        return price === null ? [] : [{ timeMs: seconds * 1000, price }];
      });
      const prices = expandHours(points)
        .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
        .map(({ timeMs, price }) => toDayAhead(timeMs, price));
      return { attribution: found.license_info, vintages: [{ prices }] };
    },
  };
}
