import type { EffectiveWindow } from "../../controls/effective-window.ts";
import type { OperationId } from "../../contract/index.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import type { Intent } from "../db/audit.ts";

/** The outcome of a call whose response was lost. */
export interface Finding {
  result: "took-effect" | "did-not-happen" | "cannot-be-known";
  /** The id of the control it issued. */
  controlId?: string;
  window?: EffectiveWindow | null;
}

/** The context of a lookup. */
export interface Search {
  client: ServiceClient;
  capabilities: ReadonlySet<OperationId>;
  intent: Intent;
  requestId: string;
  now: Date;
  /** Of these controls, those that another call issued. */
  findClaimed(controlIds: string[]): Promise<ReadonlySet<string>>;
  /** The same, without the same order of the same user. */
  findClaimedByOthers(controlIds: string[]): Promise<ReadonlySet<string>>;
}

/**
 * A sent call may arrive this late, in milliseconds; after that a missing result did not happen.
 */
export const MAX_ARRIVAL_MS = 2 * 60_000;

export const hasSettled = ({ now, intent }: Pick<Search, "now" | "intent">): boolean =>
  now.getTime() - intent.at.getTime() > MAX_ARRIVAL_MS;

/** The finding for a missing result: certain only once it cannot appear any more. */
export const toNotFoundResult = (search: Search): Finding | null =>
  hasSettled(search) ? { result: "did-not-happen" } : null;
