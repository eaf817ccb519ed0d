import { WEBHOOK_TEST, type WebhookUpdate } from "../../lib/contract/index.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import { getGroup } from "../store/groups.ts";
import { isInScope, type KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import { listDeliveries, readDelivery, resendEvents } from "../store/webhook-deliveries.ts";
import { enqueueFor } from "../store/webhook-queue.ts";
import {
  changeWebhook,
  countWebhooks,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  readWebhook,
  removeWebhook,
  rotateSecret,
  type WebhookOwner,
} from "../store/webhooks.ts";
import { findUrlFault } from "../webhooks/public-addresses.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem, invalid, unknown, type Fault } from "./problems.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";

/** Webhooks of one key. */
const MAX_WEBHOOKS = 100;

interface Caller {
  caller: string;
  scopes: readonly string[];
  reach: KeyRestrictions | null;
}

/** Whose webhooks a key sees: those that it created, and all of them if it manages keys. */
const getOwner = ({ caller, scopes }: Caller): WebhookOwner =>
  scopes.includes("keys") ? null : caller;

/** @throws ApiProblem 422 for an address or a group that cannot be used; 403 beyond the key's limits */
async function assertUsable(
  { webhookNetworks }: Pick<Deps, "webhookNetworks">,
  db: Db,
  given: WebhookUpdate,
  { reach }: Caller,
): Promise<void> {
  const faults: Fault[] = [];
  const urlFault = given.url === undefined ? null : findUrlFault(given.url, webhookNetworks);
  if (urlFault !== null) faults.push({ pointer: "#/url", ...urlFault });
  for (const [i, id] of (given.group_ids ?? []).entries()) {
    const pointer = `#/group_ids/${i}`;
    if (reach ? !(await isInScope(db, "group", id, reach)) : !(await getGroup(db, id)))
      faults.push({ pointer, detail: "must be the id of a group", code: "unknown-group" });
  }
  for (const [i, zone] of (given.bidding_zones ?? []).entries())
    if (reach && !reach.zones.includes(zone))
      faults.push({
        pointer: `#/bidding_zones/${i}`,
        detail: "must be within what the API key is limited to",
      });
  if (faults.length > 0) throw invalid(faults);
}

/** Secrets are returned once; a replay of the same request omits them. */
const unseen = <T extends { secret: string | null }>(answer: T): T => ({ ...answer, secret: null });

/** Webhooks and what was sent to them. */
export const webhooks = (
  deps: Deps,
): Handlers<
  | "listWebhooks"
  | "createWebhook"
  | "getWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhookSecret"
  | "testWebhook"
  | "listWebhookDeliveries"
  | "resendWebhookEvents"
> => {
  const read = async (db: Db, id: string, by: Caller) => {
    const webhook = await readWebhook(db, id, getOwner(by), deps.now());
    if (!webhook) throw unknown("webhook");
    return webhook;
  };
  const lock = async (tx: Db, id: string, by: Caller) => {
    if (!(await lockWebhook(tx, id, getOwner(by)))) throw unknown("webhook");
  };
  return {
    listWebhooks: async ({ query, ...by }) => {
      const { rows, total } = await listWebhooks(deps.db, query, getOwner(by), deps.now());
      return new PagedResult({ data: rows }, total);
    },

    createWebhook: ({ body, change, ...by }) =>
      change(async (tx) => {
        await assertUsable(deps, tx, body, by);
        if ((await countWebhooks(tx, by.caller)) >= MAX_WEBHOOKS)
          throw new ApiProblem("conflict", `A key may have ${MAX_WEBHOOKS} webhooks at most.`);
        const { id, secret } = await insertWebhook(tx, body, by.caller, deps.now());
        return { ...(await read(tx, id, by)), secret };
      }, unseen),

    getWebhook: ({ params, ...by }) => read(deps.db, params.webhook_id, by),

    updateWebhook: ({ params: { webhook_id: id }, body, change, ...by }) =>
      change(async (tx) => {
        await lock(tx, id, by);
        await assertUsable(deps, tx, body, by);
        await changeWebhook(tx, id, body, deps.now());
        return read(tx, id, by);
      }),

    deleteWebhook: ({ params: { webhook_id: id }, change, ...by }) =>
      change(async (tx) => {
        await lock(tx, id, by);
        await removeWebhook(tx, id, deps.now());
        return { id };
      }),

    rotateWebhookSecret: ({ params: { webhook_id: id }, body, change, ...by }) =>
      change(async (tx) => {
        await lock(tx, id, by);
        const until = new Date(deps.now() + body.grace_hours * HOUR_MS);
        const secret = await rotateSecret(tx, id, until, deps.now());
        return { ...(await read(tx, id, by)), secret };
      }, unseen),

    testWebhook: ({ params: { webhook_id: id }, change, ...by }) =>
      change(async (tx) => {
        const { enabled } = await read(tx, id, by);
        if (!enabled)
          throw new ApiProblem(
            "conflict",
            "This webhook is switched off. Switch it on first.",
            undefined,
            {},
            "webhook-off",
          );
        const timeMs = deps.now();
        const event = {
          type: WEBHOOK_TEST,
          timeMs,
          subject: id,
          data: { webhook_id: id },
        } as const;
        return readDelivery(tx, await enqueueFor(tx, id, event, timeMs));
      }),

    listWebhookDeliveries: async ({ params, query, ...by }) => {
      await read(deps.db, params.webhook_id, by);
      const { rows, total } = await listDeliveries(deps.db, params.webhook_id, query);
      return new PagedResult({ data: rows }, total);
    },

    resendWebhookEvents: ({ params: { webhook_id: id }, body, change, ...by }) =>
      change(async (tx) => {
        await lock(tx, id, by);
        return { resent: await resendEvents(tx, id, body.delivery_ids, deps.now()) };
      }),
  };
};
