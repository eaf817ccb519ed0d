import type { AnswerOf, OperationId } from "../../contract/index.ts";
import type { Database } from "../db/database.ts";
import type { ServiceClient } from "./service-client.ts";

/** The portal's dependencies: its database, the client of the service, and the clock. */
export interface PortalDeps {
  db: Database;
  client: ServiceClient;
  now: () => Date;
}

/** The portal's response for one operation. */
export interface PortalResponse<K extends OperationId> {
  data: AnswerOf<K>;
  /** The total number of items; null if the service does not return it. */
  total: number | null;
  requestId: string;
}
