import { z } from "zod";
import { operationName } from "../../i18n/audit-operations.ts";
import { localStamp } from "../../time/stamps.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { auditFilter } from "./audit.ts";
import { csvFile, type FileColumn } from "../exports/export-file.ts";
import { fileTexts, type FileTexts } from "../../i18n/translator.ts";
import { portalAction } from "../http/portal-route.ts";
import { levelWord, targetWords } from "./audit-target-labels.ts";
import { outcomeOf, readLines, type TrailFilter, type TrailLine } from "../db/audit-trail.ts";
import type { Database } from "../db/database.ts";

const BATCH = 1_000;

/** Every line of the trail that matches, newest first, as a file for a spreadsheet. */
export const exportAudit = portalAction({
  query: z.strictObject(auditFilter),
  async handle({ db, user, query, now, request, requestId }) {
    const t = await fileTexts(readerLocale(user, request.headers));
    const name = `audit-${localStamp(now().getTime()).slice(0, 10)}`;
    return csvFile(name, columns(t), allLines(db, query), requestId);
  },
});

const columns = (t: FileTexts): FileColumn<TrailLine>[] => [
  { header: t("audit.export.local"), kind: "local", value: ({ at }) => at.getTime() },
  { header: t("audit.export.utc"), kind: "utc", value: ({ at }) => at.getTime() },
  { header: t("audit.columns.who"), kind: "text", value: ({ who }) => who },
  { header: t("audit.columns.role"), kind: "text", value: roleIn(t) },
  {
    header: t("audit.export.level"),
    kind: "text",
    value: ({ level }) => level && levelWord(level, t),
  },
  { header: t("audit.export.address"), kind: "text", value: ({ address }) => address },
  { header: t("audit.export.session"), kind: "text", value: ({ sessionId }) => sessionId },
  {
    header: t("audit.columns.operation"),
    kind: "text",
    value: ({ operation }) => operationName(t, operation),
  },
  {
    header: t("audit.columns.target"),
    kind: "text",
    value: ({ target }) => targetWords(target, t),
  },
  { header: t("audit.export.from"), kind: "local", value: millis("windowFrom") },
  { header: t("audit.export.to"), kind: "local", value: millis("windowTo") },
  {
    header: t("audit.columns.outcome"),
    kind: "text",
    value: (line) => t(`audit.outcomes.${outcomeOf(line)}`),
  },
  { header: t("audit.export.status"), kind: "number", value: ({ status }) => status },
  { header: t("audit.export.requestId"), kind: "text", value: ({ requestId }) => requestId },
];

const millis = (name: "windowFrom" | "windowTo") => (line: TrailLine) =>
  line[name]?.getTime() ?? null;

const roleIn =
  (t: FileTexts) =>
  ({ role }: TrailLine): string =>
    role === "customer" || role === "staff" ? t(`audit.roles.${role}`) : t("audit.roles.nobody");

/** Read as fast as they are taken, a thousand at a time. */
async function* allLines(db: Database, filter: TrailFilter): AsyncGenerator<TrailLine, void> {
  let olderThan: number | undefined;
  for (;;) {
    const lines = await readLines(db, filter, { limit: BATCH, olderThan });
    yield* lines;
    if (lines.length < BATCH) return;
    olderThan = lines.at(-1)!.id;
  }
}
