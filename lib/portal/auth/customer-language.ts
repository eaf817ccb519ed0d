import { DEFAULT_LANGUAGE, type Customer } from "../../contract/index.ts";
import { toLocale } from "../../i18n/locales.ts";
import { log, getErrorReason } from "../context/log.ts";
import { getRequestId } from "../context/request-context.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { setCustomerLanguage, type Account } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";

/** How long a sign-in waits for the customer's language, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Sets the language of a customer's accounts to the one the service returned. */
export const applyLanguage = (
  db: Database,
  { id, language }: Pick<Customer, "id" | "language">,
): Promise<void> => setCustomerLanguage(db, id, toLocale(language ?? DEFAULT_LANGUAGE));

/**
 * Reads the signed-in customer's language from the service. If that fails or takes over two
 * seconds, the account keeps its language.
 */
export async function syncLanguage(
  { db, client }: { db: Database; client: ServiceClient },
  { customerId }: Pick<Account, "customerId">,
): Promise<void> {
  if (customerId === null) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  const fetched = fetchLanguage(db, client, customerId).catch((error: unknown) =>
    log.warn({ reason: getErrorReason(error) }, "Failed to read the customer's language"),
  );
  await Promise.race([fetched, late]);
  clearTimeout(timer);
}

async function fetchLanguage(
  db: Database,
  client: ServiceClient,
  customer_id: string,
): Promise<void> {
  if (!(await client.capabilities()).has("getCustomer")) return;
  const input = { params: { customer_id }, query: {}, body: undefined };
  const { data } = await client.call("getCustomer", input, getRequestId());
  await applyLanguage(db, data);
}
