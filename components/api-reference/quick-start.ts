import type { Call } from "./code-samples.ts";

/** The calls of the quick start, as the page shows them; neither controls a device. */
export const quickStart = {
  history: {
    method: "GET",
    path: "/v1/bidding-zones/NL/historical?start=2026-05-01T12:00:00Z&end=2026-05-01T13:00:00Z",
    headers: {},
    body: undefined,
  },
  preview: {
    method: "POST",
    path: "/v1/bidding-zones/NL/control/preview",
    headers: {},
    body: { type: "ZERO_EXPORT" },
  },
} as const satisfies Record<string, Call>;

/** Sets the two variables that every example reads; an unknown address is left to fill in. */
export const settingVariables = (serviceUrl: string) => `export CURTAIL_URL=${serviceUrl}
export CURTAIL_KEY=ck_…`;
