import type { Env } from "../../lib/env.ts";
import type { ControlLimits } from "../engine/limits.ts";
import { parseNetworks } from "../webhooks/public-addresses.ts";
import type { Deps } from "./deps.ts";

/** What the configuration says of the API. */
export type ApiSettings = Pick<
  Deps,
  | "brands"
  | "publicUrl"
  | "mediaUrl"
  | "configuredKey"
  | "controlLimits"
  | "webhookNetworks"
  | "rates"
>;

export const getApiSettings = (env: Env): ApiSettings => ({
  brands: env.FLEX_BRANDS.split(",").map((brand) => brand.trim()),
  publicUrl: env.SERVICE_PUBLIC_URL ?? null,
  mediaUrl: env.MEDIA_URL ?? env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
  configuredKey: env.FLEX_API_KEY ?? null,
  controlLimits: getControlLimits(env),
  webhookNetworks: parseNetworks(env.WEBHOOK_ALLOWED_NETWORKS),
  rates: {
    reads: env.RATE_READS,
    changes: env.RATE_CHANGES,
    configured: env.RATE_PORTAL,
    unknown: env.RATE_UNKNOWN,
  },
});

const getControlLimits = (env: Env): ControlLimits => ({
  maxHours: env.CONTROL_MAX_HOURS,
  aheadHours: env.CONTROL_AHEAD_HOURS,
  maxKw: env.CONTROL_MAX_KW ?? null,
  maxShare: env.CONTROL_MAX_SHARE ?? null,
  zonePerHour: env.CONTROL_ZONE_PER_HOUR ?? null,
  approval: env.CONTROL_APPROVAL,
  requestMinutes: env.CONTROL_REQUEST_MINUTES,
});
