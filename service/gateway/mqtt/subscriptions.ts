import type { IConnackPacket, ISubscriptionMap, MqttClient } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import { filterOf } from "./topics.ts";

const SHARE = "$share/curtail-service";
const RETRY_MS = 30_000;

/**
 * The filters the service follows. Where the broker can, instances share what locations send, so
 * that each report comes once. Presence is retained, which a shared subscription does not deliver:
 * every instance follows it, as it stands at each connection and as it changes.
 */
export function subscriptionsOf(
  prefix: string,
  properties: IConnackPacket["properties"],
): ISubscriptionMap {
  const shared = properties?.sharedSubscriptionAvailable !== false;
  const reports = (filter: string) => (shared ? `${SHARE}/${filter}` : filter);
  return {
    [reports(filterOf(prefix, "acknowledgement"))]: { qos: 1 },
    [reports(filterOf(prefix, "measurement"))]: { qos: 1 },
    [filterOf(prefix, "presence")]: { qos: 1, rh: 0 },
  };
}

/** Subscribes on a new connection; a broker that refuses is asked again while it lasts. */
export async function subscribe(
  client: MqttClient,
  properties: IConnackPacket["properties"],
  prefix: string,
  log: GatewayLog,
): Promise<void> {
  try {
    await client.subscribeAsync(subscriptionsOf(prefix, properties));
  } catch (error) {
    if (!client.connected) return;
    log.error({ reason: (error as Error).message }, "MQTT broker refused the subscriptions");
    const timer = setTimeout(() => void subscribe(client, properties, prefix, log), RETRY_MS);
    client.once("close", () => clearTimeout(timer));
  }
}
