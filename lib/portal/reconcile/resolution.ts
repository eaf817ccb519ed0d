import type { EffectiveWindow, OperationId } from "../../contract/index.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import type { Intent } from "../db/audit.ts";

/** What is known of a call whose answer was lost. */
export interface Finding {
  result: "took-effect" | "did-not-happen" | "cannot-be-known";
  /** The id of the control it made. */
  controlId?: string;
  window?: EffectiveWindow | null;
}

/** What the search for a call stands on. */
export interface Search {
  client: ServiceClient;
  capabilities: ReadonlySet<OperationId>;
  intent: Intent;
  requestId: string;
  now: Date;
  /** Of these controls, those that another call is known to have made. */
  findClaimed(controlIds: string[]): Promise<ReadonlySet<string>>;
  /** The same, without those of the same order of the same person. */
  findClaimedByOthers(controlIds: string[]): Promise<ReadonlySet<string>>;
}

/**
 * A call that was sent may still arrive for so long, in milliseconds; what is not there then did
 * not happen.
 */
export const MAX_ARRIVAL_MS = 2 * 60_000;

export const hasSettled = ({ now, intent }: Pick<Search, "now" | "intent">): boolean =>
  now.getTime() - intent.at.getTime() > MAX_ARRIVAL_MS;

/** It is not there: for certain only once it cannot arrive any more. */
export const toNotFoundResult = (search: Search): Finding | null =>
  hasSettled(search) ? { result: "did-not-happen" } : null;
