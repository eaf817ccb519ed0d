import {
  createServiceClient,
  serviceLimits,
} from "../../lib/portal/service-client/service-client.ts";
import { API_KEY } from "./fake-service.ts";

/** Reads from each service named on the command line, and prints how the memory stood: JSON. */
const WAIT_MS = 1_000;
const input = { params: {}, query: { page: 0, page_size: 10 }, body: undefined };
const limits = { ...serviceLimits, readMs: WAIT_MS, controlMs: WAIT_MS };

const before = process.memoryUsage.rss();
for (const baseUrl of process.argv.slice(2)) {
  const client = createServiceClient({ baseUrl, apiKey: API_KEY }, limits);
  await client.call("listControls", input, "req-9").then(
    () => {
      throw new Error(`${baseUrl} was answered`);
    },
    () => undefined,
  );
}
// Later effects of an abort, after the response was given up.
await new Promise((resolve) => setTimeout(resolve, WAIT_MS + 500));
const mostBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ before, mostBytes }));
