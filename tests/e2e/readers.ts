import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Curtail } from "./curtail.ts";
import { openAgain, test as base, WATCHER, type Gate } from "./gate.ts";
import { demoCustomer, expect, signIn } from "./people.ts";
import { Service } from "./service.ts";

const RESIDENT = "resident@gate.example";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The sessions of two people of the portal behind the gate. */
interface Sessions {
  staff: Cookies;
  customer: Cookies;
}

async function inviteCustomer({ request }: BrowserContext, customer_id: string, origin: string) {
  const headers = { Origin: origin };
  const post = (path: string, data: object) => request.post(path, { headers, data });
  const invitee = { role: "customer", email: RESIDENT, customer_id };
  const invited = await post("/api/invitations", invitee);
  expect(invited.status(), await invited.text()).toBe(200);
  const { link } = (await invited.json()) as { link: string };
  const token = new URL(link, origin).pathname.split("/").at(-1)!;
  const { password } = WATCHER;
  const accepted = await post("/api/invitations/accept", { token, name: "Bewoner", password });
  expect(accepted.status(), await accepted.text()).toBe(200);
}

async function openSessions(browser: Browser, curtail: Curtail, gate: Gate): Promise<Sessions> {
  const { customer } = await demoCustomer(new Service(curtail));
  const portal = { ...curtail, portalUrl: gate.portalUrl, password: WATCHER.password };
  const session = async (email: string, then?: (context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: gate.portalUrl });
    await signIn(context, portal, email);
    await then?.(context);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  };
  openAgain(gate);
  const invite = (context: BrowserContext) => inviteCustomer(context, customer.id, gate.portalUrl);
  return { staff: await session(WATCHER.email, invite), customer: await session(RESIDENT) };
}

type Readers = Record<"staffReader" | "customerReader", Page> & { service: Service };

/** The test with a member of staff and a customer, each signed in on a page behind the gate. */
export const test = base.extend<Readers, { sessions: Sessions }>({
  sessions: [
    async ({ browser, curtail, gate }, provide) =>
      provide(await openSessions(browser, curtail, gate)),
    { scope: "worker", timeout: 180_000 },
  ],
  staffReader: async ({ page, context, gate, sessions }, provide) => {
    openAgain(gate);
    await context.addCookies(sessions.staff);
    await provide(page);
  },
  customerReader: async ({ page, context, gate, sessions }, provide) => {
    openAgain(gate);
    await context.addCookies(sessions.customer);
    await provide(page);
  },
  service: async ({ curtail }, provide) => provide(new Service(curtail)),
});

export { expect } from "@playwright/test";
