/** The kinds a location sends. */
export const reportKinds = ["acknowledgement", "measurement", "presence", "pause"] as const;
export type ReportKind = (typeof reportKinds)[number];
const KINDS = ["setpoint", ...reportKinds] as const;
/** The kind of message on a location's topic. */
export type TopicKind = (typeof KINDS)[number];

const VERSION = "v1";
const NO_TOPIC_LEVEL = /[%/+#\p{Cc}\p{Noncharacter_Code_Point}]/gu;

/**
 * An opaque id as one topic level: `%`, `/`, `+`, `#` and characters that brokers refuse (control
 * characters, noncharacters) are percent-encoded as UTF-8.
 */
export const topicLevel = (id: string): string =>
  id.toWellFormed().replace(NO_TOPIC_LEVEL, encodeURIComponent);

/** The id of a topic level; undefined if `topicLevel` cannot produce that level. */
export function decodeId(level: string): string | undefined {
  try {
    const id = decodeURIComponent(level);
    return id !== "" && !id.includes("\0") && topicLevel(id) === level ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The topic of one location, `<prefix>/v1/locations/<location_id>/<kind>`. */
export const buildTopic = (prefix: string, locationId: string, kind: TopicKind): string =>
  `${prefix}/${VERSION}/locations/${topicLevel(locationId)}/${kind}`;

/** The filter for this topic of all locations. */
export const buildFilter = (prefix: string, kind: TopicKind): string =>
  `${prefix}/${VERSION}/locations/+/${kind}`;

/** The location and kind of a topic below the prefix; undefined for any other topic. */
export function readTopic(
  prefix: string,
  topic: string,
): { locationId: string; kind: TopicKind } | undefined {
  const head = `${prefix}/${VERSION}/locations/`;
  if (!topic.startsWith(head)) return undefined;
  const [level = "", name, ...rest] = topic.slice(head.length).split("/");
  const kind = KINDS.find((one) => one === name);
  const locationId = decodeId(level);
  return kind && locationId !== undefined && rest.length === 0 ? { locationId, kind } : undefined;
}

/** The topic that says whether an instance of the service has stopped, `<prefix>/v1/services/<id>`. */
export const buildInstanceTopic = (prefix: string, clientId: string): string =>
  `${prefix}/${VERSION}/services/${topicLevel(clientId)}`;

/** The filter for this topic of all instances. */
export const buildInstanceFilter = (prefix: string): string => `${prefix}/${VERSION}/services/+`;

/** The client id in such a topic; undefined for any other topic. */
export function readInstanceTopic(prefix: string, topic: string): string | undefined {
  const head = `${prefix}/${VERSION}/services/`;
  return topic.startsWith(head) ? decodeId(topic.slice(head.length)) : undefined;
}

/** Why this prefix is not a valid first level; undefined if it is. */
export function prefixFault(prefix: string): string | undefined {
  const plain = prefix !== "" && !/[+#\p{Cc}\p{Noncharacter_Code_Point}]/u.test(prefix);
  if (plain && !prefix.startsWith("$") && !/^\/|\/$|\/\//.test(prefix)) return undefined;
  return "must be topic levels such as curtail or acme/curtail, without +, #, a leading $ or empty levels";
}
