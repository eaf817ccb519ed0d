import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MeasuredPortal } from "./measured-portal.ts";

const PAGES = fileURLToPath(new URL("../app/(portal)", import.meta.url));

/** Every signed-in page by its folder, `/locations/[id]/devices/new`; new pages are included. */
export const pagePatterns: string[] = readdirSync(PAGES, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`)
  .sort();

/** The pages of customers. */
export const customersPages = [
  "/",
  "/account",
  "/controls",
  "/devices",
  "/devices/[id]",
  "/history",
  "/locations",
  "/locations/[id]",
  "/notices",
  "/statements",
];

/** The pages of staff, and the not-found page. */
export const staffPages = pagePatterns.filter(
  (pattern) => pattern !== "/history" && pattern !== "/notices",
);

/** A page to measure, with the session to use. */
export interface MeasuredPage {
  name: string;
  url: string;
  cookie: string;
}

type Addresses = Omit<MeasuredPortal, "stop">;

export const people = { staff: "staff@demo.example", customer: "customer@demo.example" };
const pagesOf = {
  // Lighthouse does not measure a 404.
  staff: staffPages.filter((pattern) => !pattern.includes("...")),
  customer: customersPages,
};
const openPages = ["/sign-in", "/docs"];

/** Signs in and returns the session cookie. */
export async function sessionCookie(
  { portalUrl, password }: Addresses,
  email: string,
): Promise<string> {
  const csrf = await fetch(`${portalUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const answer = await fetch(`${portalUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: portalUrl, Cookie: cookies.join("; ") },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const session = answer.headers.getSetCookie().find((cookie) => cookie.includes("session="));
  if (!session) throw new Error(`${email} could not sign in: ${answer.status}.`);
  return session.split(";")[0]!;
}

async function firstId({ serviceUrl, apiKey }: Addresses, path: string): Promise<string> {
  const response = await fetch(`${serviceUrl}/v1/${path}`, { headers: { "X-API-Key": apiKey } });
  const { data } = (await response.json()) as { data?: { id: string }[] };
  const [first] = data ?? [];
  if (!first) throw new Error(`There is nothing under /v1/${path}.`);
  return first.id;
}

async function webhookId({ serviceUrl, apiKey }: Addresses): Promise<string> {
  const created = await fetch(`${serviceUrl}/v1/webhooks`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      name: "Trading desk",
      url: "https://example.com/curtail",
      events: ["curtail.control.delivered"],
      enabled: false,
    }),
  });
  return ((await created.json()) as { id: string }).id;
}

async function idsOf(addresses: Addresses, who: keyof typeof people) {
  const controls = await fetch(`${addresses.serviceUrl}/v1/bidding-zones/NL/control`, {
    method: "POST",
    headers: { "X-API-Key": addresses.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ type: "ZERO_EXPORT" }),
  });
  const search = who === "customer" ? `?search=${people.customer}` : "";
  const customer = await firstId(addresses, `customers${search}`);
  return new Map([
    ["controls", ((await controls.json()) as { id: string }).id],
    ["customers", customer],
    ["groups", await firstId(addresses, "groups")],
    ["webhooks", await webhookId(addresses)],
    ["rules", await firstId(addresses, "rules")],
    ["locations", await firstId(addresses, `locations?customer_id=${customer}`)],
    ["devices", await firstId(addresses, `devices?customer_id=${customer}`)],
  ]);
}

/** All pages: of staff, of customers and public. */
export async function measuredPages(addresses: Addresses): Promise<MeasuredPage[]> {
  const { portalUrl } = addresses;
  const pages = openPages.map((path) => ({ name: path, url: portalUrl + path, cookie: "" }));
  for (const who of ["staff", "customer"] as const) {
    const cookie = await sessionCookie(addresses, people[who]);
    const ids = await idsOf(addresses, who);
    for (const pattern of pagesOf[who]) {
      const path = pattern.replace(
        /(\w+)\/\[id\]/,
        (_, noun: string) => `${noun}/${ids.get(noun)}`,
      );
      pages.push({ name: `${who} ${pattern}`, url: portalUrl + path, cookie });
    }
  }
  return pages;
}
