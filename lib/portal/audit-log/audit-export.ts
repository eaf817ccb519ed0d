import { z } from "zod";
import { operationName, namedThings, targetParts, targetWhom } from "../../i18n/audit-target.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { exportMessages, type ExportMessages } from "../../i18n/messages.ts";
import { localStamp, utcStamp } from "../../time/amsterdam.ts";
import { listAuditRows, type AuditFilter } from "../db/audit-trail.ts";
import type { Database } from "../db/database.ts";
import { csvFile, type FileColumn } from "../exports/export-file.ts";
import { portalAction } from "../http/portal-route.ts";
import { callsFilter, listAllCalls, type CallLine } from "./audit-calls.ts";
import { auditFilter, toAuditLine, type AuditLine } from "./audit.ts";
import { toMillis } from "../../time/instant.ts";
import { optionalMessage } from "../../i18n/optional-message.ts";

type Parts = ReturnType<typeof targetParts>;

/**
 * A target in one line for a file, as the audit page shows it, with ids unchanged. Parts without a
 * label are returned as stored.
 */
export function describeTarget(target: string | null, t: ExportMessages): string | null {
  if (target === null) return null;
  const { time_from, time_to, ...parts } = targetParts(target);
  const labels = [targetWhom(target), describeWindow({ time_from, time_to }, t)];
  for (const [name, value] of Object.entries(parts)) labels.push(describePart(name, value!, t));
  return labels.filter(Boolean).join("; ");
}

function describePart(name: string, value: string, t: ExportMessages): string {
  const resource = namedThings.find((one) => one.name === name);
  if (resource) return t(`audit.targets.${resource.noun}`, { id: value });
  if (name === "type") return optionalMessage(t, `controls.types.${value}.title`, value);
  if (name === "level") return getLevelLabel(value, t);
  if (name === "scopes") return t("audit.targets.scopes", { scopes: getScopeLabels(value, t) });
  return name === "name" || name === "reason" ? value : `${name}=${value}`;
}

const getScopeLabels = (scopes: string, t: ExportMessages) =>
  scopes
    .split(",")
    .map((scope) => optionalMessage(t, `apiKeys.scopes.${scope}`, scope))
    .join(", ");

/** The requested window. */
function describeWindow(
  { time_from, time_to }: Pick<Parts, "time_from" | "time_to">,
  t: ExportMessages,
): string {
  if (!time_to) return "";
  const end = formatTime(time_to, t);
  return time_from ? `${formatTime(time_from, t)} – ${end}` : t("audit.targets.atOnce", { end });
}

/** A time in UTC; a text that is no time unchanged. */
function formatTime(stamp: string, t: ExportMessages): string {
  const at = toMillis(stamp);
  return Number.isNaN(at) ? stamp : t("audit.utc", { time: utcStamp(at) });
}

/** The label of a staff role. */
const getLevelLabel = (level: string, t: ExportMessages): string =>
  optionalMessage(t, `layout.roles.${level}`, level);

/** Every matching line of the portal's audit trail, newest first, as CSV. */
export const exportAudit = portalAction({
  query: z.strictObject(auditFilter),
  async handle({ db, user, query, now, request, requestId }) {
    const t = await exportMessages(readerLocale(user, request.headers));
    const columns = [...timeColumns(t), ...userColumns(t), ...actionColumns(t)];
    return csvFile(toFileName("audit", now()), columns, listAllLines(db, query), requestId);
  },
});

/** Every matching call that the service recorded, newest first, as CSV. */
export const exportCalls = portalAction({
  query: z.strictObject(callsFilter),
  async handle({ user, query, now, request, requestId, createPortalClient }) {
    const t = await exportMessages(readerLocale(user, request.headers));
    const columns = [...timeColumns(t), ...callerColumns(t), ...actionColumns(t)];
    const calls = listAllCalls(await createPortalClient(), query);
    // The first batch is read before the response starts, so that an error is still a problem.
    const first = await calls.next();
    return csvFile(toFileName("api-calls", now()), columns, continueFrom(first, calls), requestId);
  },
});

const toFileName = (name: string, now: Date) => `${name}-${localStamp(now.getTime()).slice(0, 10)}`;

const timeColumns = (t: ExportMessages): FileColumn<AuditLine>[] => [
  { header: t("audit.export.local"), kind: "local", value: ({ at }) => toMillis(at) },
  { header: t("audit.export.utc"), kind: "utc", value: ({ at }) => toMillis(at) },
];

const userColumns = (t: ExportMessages): FileColumn<AuditLine>[] => [
  { header: t("audit.columns.user"), kind: "text", value: ({ who }) => who },
  { header: t("audit.columns.role"), kind: "text", value: ({ role }) => getRoleLabel(role, t) },
  {
    header: t("audit.export.level"),
    kind: "text",
    value: ({ level }) => level && getLevelLabel(level, t),
  },
  addressColumn(t),
  { header: t("audit.export.session"), kind: "text", value: ({ session_id }) => session_id },
];

const callerColumns = (t: ExportMessages): FileColumn<CallLine>[] => [
  { header: t("audit.columns.caller"), kind: "text", value: ({ caller }) => caller },
  { header: t("audit.export.keyName"), kind: "text", value: ({ key_name }) => key_name },
  { header: t("audit.calls.actor"), kind: "text", value: ({ actor }) => actor },
  addressColumn(t),
];

const addressColumn = (t: ExportMessages): FileColumn<AuditLine> => ({
  header: t("audit.export.address"),
  kind: "text",
  value: ({ address }) => address,
});

/** What was done, with its window and outcome. */
const actionColumns = (t: ExportMessages): FileColumn<AuditLine>[] => [
  {
    header: t("audit.columns.operation"),
    kind: "text",
    value: ({ operation }) => operationName(t, operation),
  },
  {
    header: t("audit.columns.target"),
    kind: "text",
    value: ({ target }) => describeTarget(target, t),
  },
  { header: t("audit.export.from"), kind: "local", value: ({ window }) => toMs(window?.from) },
  { header: t("audit.export.to"), kind: "local", value: ({ window }) => toMs(window?.to) },
  {
    header: t("audit.columns.outcome"),
    kind: "text",
    value: ({ outcome }) => t(`audit.outcomes.${outcome}`),
  },
  { header: t("audit.export.status"), kind: "number", value: ({ status }) => status },
  { header: t("audit.export.requestId"), kind: "text", value: ({ request_id }) => request_id },
];

const toMs = (stamp: string | undefined) => (stamp === undefined ? null : toMillis(stamp));

const getRoleLabel = (role: string, t: ExportMessages): string =>
  role === "customer" || role === "staff" ? t(`audit.roles.${role}`) : t("audit.roles.nobody");

const BATCH_SIZE = 1_000;

/** Reads the lines as fast as they are consumed, a batch at a time. */
async function* listAllLines(db: Database, filter: AuditFilter): AsyncGenerator<AuditLine, void> {
  let olderThan: number | undefined;
  for (;;) {
    const rows = await listAuditRows(db, filter, { limit: BATCH_SIZE, olderThan });
    yield* rows.map(toAuditLine);
    if (rows.length < BATCH_SIZE) return;
    olderThan = rows.at(-1)!.id;
  }
}

async function* continueFrom<Row>(
  first: IteratorResult<Row, void>,
  rest: AsyncGenerator<Row, void>,
): AsyncGenerator<Row, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
