import { BLEND_SHARES, LEADS } from "./forecast-blending.ts";
import { PV_END } from "./forecast-pv.ts";
import { QUANTILE_PARAMETERS } from "./forecast-quantiles.ts";

/** Leads in quarter-hours at which the method is scored and its parameters are trained. */
export const RING_LEADS = [1, 4, 16] as const;
export const RING = 16;
/** For each lead: decaying sums of difference × earlier difference, and of earlier difference². */
export const PRODUCT = PV_END;
export const SQUARE = PRODUCT + RING_LEADS.length;
/**
 * Quarter-hours since the last known difference, that difference in kW, number of trained
 * quarter-hours.
 */
export const AGE = SQUARE + RING_LEADS.length;
export const LAST_DIFFERENCE = AGE + 1;
export const SEEN = LAST_DIFFERENCE + 1;
/** The last measured load in kW. */
export const LAST_KW = SEEN + 1;
/**
 * The differences of the last quarter-hours in kW, by number of the quarter-hour; NaN if unknown.
 */
export const DIFFERENCES = LAST_KW + 1;
/** The load of the last day in kW, by number of the quarter-hour; NaN if unknown. */
export const VALUES = DIFFERENCES + RING;
export const DAY = 96;
/**
 * For each of `LEADS`: decaying absolute errors of each share of the value that many quarter-hours
 * before.
 */
export const ERRORS = VALUES + DAY;
/** The quantiles of the error as a share of the mean of the typical day. */
export const QUANTILES = ERRORS + LEADS.length * BLEND_SHARES.length;
/** The length of `ForecastModel.numbers`. */
export const MODEL_NUMBERS = QUANTILES + QUANTILE_PARAMETERS;
