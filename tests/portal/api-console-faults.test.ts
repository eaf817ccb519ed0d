import { expect, test } from "vitest";
import { PortalError } from "../../lib/portal/context/errors.ts";
import {
  sendConsoleCall,
  MAX_CONSOLE_BYTES,
  type ConsoleResponse,
} from "../../lib/portal/service-client/api-console-proxy.ts";
import { faults, startFaulty } from "./faults.ts";

const LIMIT_MS = 1_500;
/** Extra time for a loaded machine. */
const SLACK_MS = 4_000;
const call = {
  operation: "listControls",
  params: {},
  query: {},
  headers: {},
  key: "ck_of-the-reader",
} as const;

test.each(Object.entries(faults))(
  "an API console call to a service that %s ends in time, with an answer or an error message",
  async (_, fault) => {
    const { baseUrl, asked } = await startFaulty(fault);
    const begunMs = performance.now();
    const ended = await sendConsoleCall(baseUrl, call, "req-9", LIMIT_MS).catch(
      (error: unknown) => error as PortalError,
    );
    expect(performance.now() - begunMs).toBeLessThan(LIMIT_MS + SLACK_MS);
    expect(asked()).toBe(1);
    if (ended instanceof PortalError) expect(ended.problem.request_id).toBe("req-9");
    else
      expect(Buffer.byteLength((ended as ConsoleResponse).body)).toBeLessThan(
        MAX_CONSOLE_BYTES + 4,
      );
  },
);
