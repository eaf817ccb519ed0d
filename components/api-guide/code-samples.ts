/** The languages a call is shown in. */
export const codeLanguages = ["curl", "typescript", "python"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** A call as a program of each language. The address and the key come from two variables. */
export type Samples = Record<CodeLanguage, string>;

const HISTORY =
  "/v1/bidding-zones/NL/historical?start=2026-05-01T12:00:00Z&end=2026-05-01T13:00:00Z";
const PREVIEW = "/v1/bidding-zones/NL/control/preview";

/** The calls of the quick start, as the page shows them; neither controls a device. */
export const quickStart = {
  history: {
    curl: `curl -sS "$CURTAIL_URL${HISTORY}" \\
  -H "X-API-Key: $CURTAIL_KEY"`,
    typescript: `import { createClient } from "@curtail/client";

const curtail = createClient({
  baseUrl: process.env.CURTAIL_URL!,
  apiKey: process.env.CURTAIL_KEY!,
});
const history = await curtail.getBiddingZoneHistorical({
  path: { bidding_zone_id: "NL" },
  query: { start: "2026-05-01T12:00:00Z", end: "2026-05-01T13:00:00Z" },
});
console.log(JSON.stringify(history, null, 2));`,
    python: `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["CURTAIL_URL"] + "${HISTORY}",
    headers={"X-API-Key": os.environ["CURTAIL_KEY"]},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
  },
  preview: {
    curl: `curl -sS -X POST "$CURTAIL_URL${PREVIEW}" \\
  -H "X-API-Key: $CURTAIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"type": "ZERO_EXPORT"}'`,
    typescript: `import { createClient } from "@curtail/client";

const curtail = createClient({
  baseUrl: process.env.CURTAIL_URL!,
  apiKey: process.env.CURTAIL_KEY!,
});
const preview = await curtail.previewBiddingZoneControl({
  path: { bidding_zone_id: "NL" },
  body: { type: "ZERO_EXPORT" },
});
console.log(JSON.stringify(preview, null, 2));`,
    python: `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["CURTAIL_URL"] + "${PREVIEW}",
    method="POST",
    headers={
        "X-API-Key": os.environ["CURTAIL_KEY"],
        "Content-Type": "application/json",
    },
    data=json.dumps({"type": "ZERO_EXPORT"}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
  },
} satisfies Record<string, Samples>;

/** Sets the two variables that every example reads; an unknown address is left to fill in. */
export const settingVariables = (serviceUrl: string) => `export CURTAIL_URL=${serviceUrl}
export CURTAIL_KEY=ck_…`;
