import { runAlerts } from "../../lib/portal/alerts/alerts.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { createServiceClient } from "../../lib/portal/service-client/service-client.ts";
import { API_KEY } from "./fake-service.ts";

/** One run of the alerts in a process of its own, which a test kills. */
const [databaseUrl, baseUrl, smtpUrl, now] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
const client = createServiceClient({ baseUrl, apiKey: API_KEY });
const settings = { smtpUrl, from: "portal@mailing.example", publicUrl: "https://portal.example" };
await runAlerts({ db, client, now: () => new Date(now) }, settings);
await pool.end();
