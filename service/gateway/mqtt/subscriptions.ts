import type { IConnackPacket, ISubscriptionMap, MqttClient } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import { buildFilter, buildInstanceFilter } from "./topics.ts";

type BrokerProperties = IConnackPacket["properties"];

const SHARE = "$share/curtail-service";
const RETRY_MS = 30_000;

/** Whether the broker splits reports between instances. */
export const canShare = (properties: BrokerProperties): boolean =>
  properties?.sharedSubscriptionAvailable !== false;

/**
 * The topic filters of the service. With a shared subscription, if the broker supports it, each
 * report reaches one instance. Retained messages are not delivered to shared subscriptions, so
 * every instance subscribes directly to presence, to pauses and to the stopped instances.
 */
function getSubscriptions(prefix: string, properties: BrokerProperties): ISubscriptionMap {
  const reports = (filter: string) => (canShare(properties) ? `${SHARE}/${filter}` : filter);
  return {
    [reports(buildFilter(prefix, "acknowledgement"))]: { qos: 1 },
    [reports(buildFilter(prefix, "measurement"))]: { qos: 1 },
    [buildFilter(prefix, "presence")]: { qos: 1, rh: 0 },
    [buildFilter(prefix, "pause")]: { qos: 1, rh: 0 },
  };
}

/** Subscribes on a new connection; retries while the connection lasts if the broker refuses. */
export async function subscribe(
  client: MqttClient,
  properties: BrokerProperties,
  prefix: string,
  log: GatewayLog,
): Promise<void> {
  try {
    await client.subscribeAsync(getSubscriptions(prefix, properties));
  } catch (error) {
    if (!client.connected) return;
    log.error({ reason: (error as Error).message }, "MQTT broker refused the subscriptions");
    const timer = setTimeout(() => void subscribe(client, properties, prefix, log), RETRY_MS);
    client.once("close", () => clearTimeout(timer));
  }
}

/** Ends the subscriptions of a session, so that the broker adds nothing to it. */
export async function unsubscribe(
  client: MqttClient,
  properties: BrokerProperties,
  prefix: string,
): Promise<void> {
  const filters = Object.keys(getSubscriptions(prefix, properties));
  await client.unsubscribeAsync([...filters, buildInstanceFilter(prefix)]);
}
