import { serveEmptyPage } from "./baseline-page.ts";
import { HttpClient } from "../chaos/http-client.ts";
import { startProduct } from "../chaos/product.ts";
import { answersPerSecond } from "./http-reads.ts";
import type { AddRow } from "./rows.ts";

const STAFF = "staff@demo.example";
const PATH = "/api/controls?page_size=1";

/**
 * `portal-read`: requests per second of a signed-in user's list of controls through the portal. The
 * floor is a route handler of the same Next that only fetches the same list from the same service.
 */
export async function portalReads({ seconds }: { seconds: number }, addRow: AddRow): Promise<void> {
  const product = await startProduct();
  try {
    const { serviceUrl, portalUrl, apiKey, demoPassword } = product;
    const browser = new HttpClient(portalUrl);
    await browser.signIn(STAFF, demoPassword);
    const headers = { Cookie: browser.cookieHeader };
    const fetched = { url: `${serviceUrl}/v1/controls?page_size=1`, key: apiKey };
    // Building it takes longer than the service works on after its start.
    const empty = await serveEmptyPage(fetched);
    try {
      const readPortal = () => answersPerSecond(portalUrl + PATH, headers, seconds);
      const readFloor = () => answersPerSecond(`${empty.url}api/fetch`, {}, seconds);
      // V8 compiles a portal while it serves: the first seconds measure that.
      await readPortal();
      await readFloor();
      const [value, floor] = [await readPortal(), await readFloor()];
      const what = `GET ${PATH}, signed in`;
      addRow({ name: "portal-read", what, unit: "req/s", value, floor, ratio: value / floor });
    } finally {
      await empty.stop();
    }
  } finally {
    await product.stop();
  }
}
