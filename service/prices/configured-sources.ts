import type { Env } from "../../lib/env.ts";
import { elia } from "./elia.ts";
import { energyCharts } from "./energy-charts.ts";
import { entsoeDayAhead, entsoeImbalance } from "./entsoe.ts";
import type { PriceSource } from "./price-source.ts";
import { replay } from "./replay.ts";
import { tennet } from "./tennet.ts";

/**
 * The configured price sources; the demo replays past prices if none is set. `lib/env.ts` has
 * validated the settings.
 */
export function configuredPriceSources(env: Env): PriceSource[] {
  if (!env.PRICE_SOURCES) return env.DEMO ? [replay()] : [];
  const zone = env.PRICE_ZONE;
  const entsoe = { zone, token: env.ENTSOE_TOKEN ?? "" };
  return env.PRICE_SOURCES.flatMap((name) => {
    switch (name) {
      case "energy-charts":
        return [energyCharts(zone)];
      case "entsoe":
        return [entsoeDayAhead(entsoe), entsoeImbalance(entsoe)];
      case "tennet":
        return [tennet(env.TENNET_API_KEY ?? "")];
      case "elia":
        return [elia()];
    }
  });
}
