import type { AnswerOf, OperationId } from "../../contract/index.ts";
import type { Database } from "../db/database.ts";
import type { ServiceClient } from "./service-client.ts";

/** What the portal's own work needs: its database, the client of the service, and the clock. */
export interface PortalDeps {
  db: Database;
  client: ServiceClient;
  now: () => Date;
}

/** What the portal answers for one operation. */
export interface PortalResponse<K extends OperationId> {
  data: AnswerOf<K>;
  /** How many there are in all; null where the service does not say. */
  total: number | null;
  requestId: string;
}
