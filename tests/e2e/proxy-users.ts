import type { Browser, BrowserContext } from "@playwright/test";
import type { Curtail } from "./start-stack.ts";
import { demoCustomer } from "./demo-fleet.ts";
import { openAgain, WATCHER, type FaultProxyPortal } from "./portal-behind-proxy.ts";
import { accepted, invited } from "./invitations.ts";
import { Service } from "./service.ts";
import { signIn } from "./sign-in.ts";

const RESIDENT = "resident@gate.example";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The sessions of two people of the portal behind the gate. */
export interface Sessions {
  staff: Cookies;
  customer: Cookies;
}

async function letResidentIn({ request }: BrowserContext, customer_id: string, origin: string) {
  const invitee = { role: "customer", email: RESIDENT, customer_id } as const;
  const token = await invited(request, origin, invitee);
  await accepted(request, origin, { token, name: "Bewoner", password: WATCHER.password });
}

/** Signs a member of staff in, and a customer that they invite. */
export async function openSessions(
  browser: Browser,
  curtail: Curtail,
  gate: FaultProxyPortal,
): Promise<Sessions> {
  const { customer } = await demoCustomer(new Service(curtail));
  const { portalUrl } = gate;
  const session = async (email: string, then?: (context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: portalUrl });
    await signIn(context, { portalUrl, password: WATCHER.password }, email);
    await then?.(context);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  };
  openAgain(gate);
  const letIn = (context: BrowserContext) => letResidentIn(context, customer.id, portalUrl);
  return { staff: await session(WATCHER.email, letIn), customer: await session(RESIDENT) };
}
