import type { SceneCalls } from "./documented-calls.ts";
import type { World } from "./service.ts";

const sam = { "Control-Actor": "sam@example.org" };
const noor = { "Control-Actor": "noor@example.org" };
const key = (name: string) => ({ "Idempotency-Key": name });

/** The part of the scene with alerts: the prices of tomorrow are missing. */
export async function playAlerts(world: World, { ids, call, refused }: SceneCalls): Promise<void> {
  const alertRule = await call("createAlertRule", {
    headers: { ...key("alert-prices"), ...sam },
    body: {
      kind: "prices_stale",
      target: { kind: "bidding_zone", id: "NL" },
      thresholds: { due_at: "13:30" },
    },
  });
  ids.alert_rule_id = alertRule.id!;
  await refused(
    "createAlertRule",
    { body: { kind: "weather_stale", target: { kind: "group", id: ids.group_id! } } },
    422,
  );
  await call("updateAlertRule", { headers: noor, body: { thresholds: { due_at: "10:00" } } });
  await call("getAlertRule");
  await call("listAlertRules", { query: { page: 1, page_size: 5 } });
  await world.service.runAlerts();
  const [alert] = (await world.call("listAlerts")).data.data;
  ids.alert_id = alert!.id;
  await call("listAlerts", { query: { state: "open" } });
  await call("silenceAlert", {
    headers: { ...key("silence-prices"), ...sam },
    body: { until: "2026-05-01T18:00:00Z", reason: "The exchange publishes later today" },
  });
  await call("getAlert");
  await call("deleteAlertRule", { headers: noor });
}
