import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Labels } from "./control-view-model.ts";

/** Power that changes no figure, in kW. */
const NOTHING_KW = 0.05;

/**
 * The average change over the window, and the average of what is 90 % certain in each interval, in a
 * sentence; null where nothing changes or the service does not say how certain it is.
 */
export function describeCertainty(
  { results, sure }: Pick<ControlPreview, "results" | "sure">,
  { t, f }: Labels,
): string | null {
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last || sure?.length !== results.length) return null;
  const hours = (toMillis(last.time_to) - toMillis(first.time_from)) / HOUR_MS;
  const changeKw = sumEffectsKwh(results) / hours;
  const sureKw = sumEffectsKwh(results.map((one, i) => ({ ...one, delta: sure[i]! }))) / hours;
  if (Math.abs(changeKw) < NOTHING_KW) return null;
  const change = f.kw(changeKw, { signed: true });
  if (Math.abs(sureKw) < NOTHING_KW) return t("preview.notSure", { change });
  return t("preview.sure", { change, sure: f.kw(sureKw, { signed: true }) });
}
