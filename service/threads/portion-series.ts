import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { FloatScratch } from "../engine/float-arrays.ts";
import { forecast } from "../engine/forecast.ts";
import type { SeriesWindow, ThreadRequest } from "./forecast-thread.ts";
import { unpackSites } from "./site-portion.ts";

/** The start of a site's forecast and how many quarter-hours it has. */
export function getSeriesSpan(
  { withBatteriesMs, withoutMs, toMs }: SeriesWindow,
  hasBatteries: boolean,
): { startMs: number; count: number } {
  const startMs = hasBatteries ? withBatteriesMs : withoutMs;
  return { startMs, count: Math.ceil((toMs - startMs) / QUARTER_MS) };
}

const scratch = new FloatScratch(2_000);
let typicalPvKw = new Float64Array(0);

/** Computes the forecast of each site of a portion into the request's memory. */
export function fillSeries({
  portion,
  window,
  kw,
  stride,
}: Extract<ThreadRequest, { kind: "series" }>): void {
  let at = 0;
  for (const { site, model } of unpackSites(portion)) {
    const { startMs, count } = getSeriesSpan(window, site.batteries.length > 0);
    if (typicalPvKw.length < count) typicalPvKw = new Float64Array(count);
    const typical = typicalPvKw.subarray(0, count);
    const { pvKw, loadKw } = forecast(site, model, startMs, count, scratch.take, typical);
    kw.set(pvKw, at);
    kw.set(loadKw, at + count);
    scratch.clear();
    at += stride;
  }
}
