import { DEFAULT_LANGUAGE, type Customer } from "../../contract/index.ts";
import { toLocale } from "../../i18n/locales.ts";
import { log, getErrorReason } from "../context/log.ts";
import { getRequestId } from "../context/request-context.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { setCustomerLanguage, type Account } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";

/** As long as a sign-in waits to hear a customer's language, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Has a customer's accounts speak the customer's language, as the service has just told it. */
export const applyLanguage = (
  db: Database,
  { id, language }: Pick<Customer, "id" | "language">,
): Promise<void> => setCustomerLanguage(db, id, toLocale(language ?? DEFAULT_LANGUAGE));

/**
 * Asks the service for the language of the customer who signs in. Where it is away, or takes
 * longer than two seconds, the account keeps the language it had.
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
    log.warn({ reason: getErrorReason(error) }, "a customer's language could not be asked for"),
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
