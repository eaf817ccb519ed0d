import type { OperationId } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import { portalMetrics } from "../context/metrics.ts";

/** Makes a call of the service, and tells log and metrics how it ended: never what was said. */
export async function toldCall<T>(
  operation: OperationId,
  requestId: string,
  call: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const tell = (outcome: string) => {
    const ms = performance.now() - start;
    log.debug({ requestId, operation, outcome, ms: Math.round(ms) }, "called the service");
    portalMetrics().called(operation, outcome, ms / 1000);
  };
  try {
    const answer = await call();
    tell("answered");
    return answer;
  } catch (error) {
    tell(error instanceof PortalError ? error.problem.type.split(":").at(-1)! : "internal");
    throw error;
  }
}
