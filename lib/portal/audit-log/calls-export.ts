import { z } from "zod";
import { operationName } from "../../i18n/audit-operations.ts";
import { instantMs } from "../../contract/index.ts";
import { localStamp } from "../../time/stamps.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { allCalls, callsFilter, type RecordedLine } from "./audit-calls.ts";
import { csvFile, type FileColumn } from "../exports/export-file.ts";
import { fileTexts, type FileTexts } from "../../i18n/translator.ts";
import { portalAction } from "../http/portal-route.ts";
import { targetWords } from "./audit-target-labels.ts";

/** Every recorded call that matches, newest first, as a file for a spreadsheet. */
export const exportCalls = portalAction({
  query: z.strictObject(callsFilter),
  async handle({ user, query, now, request, requestId, createPortalClient }) {
    const t = await fileTexts(readerLocale(user, request.headers));
    const name = `api-calls-${localStamp(now().getTime()).slice(0, 10)}`;
    const calls = allCalls(await createPortalClient(), query);
    // The first are read before the answer begins: a service that refuses leaves no broken file.
    const first = await calls.next();
    return csvFile(name, columns(t), goneOn(first, calls), requestId);
  },
});

async function* goneOn<Row>(
  first: IteratorResult<Row, void>,
  rest: AsyncGenerator<Row, void>,
): AsyncGenerator<Row, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

const columns = (t: FileTexts): FileColumn<RecordedLine>[] => [
  { header: t("audit.export.local"), kind: "local", value: ({ at }) => instantMs(at) },
  { header: t("audit.export.utc"), kind: "utc", value: ({ at }) => instantMs(at) },
  { header: t("audit.columns.caller"), kind: "text", value: ({ caller }) => caller },
  { header: t("audit.export.keyName"), kind: "text", value: ({ key_name }) => key_name },
  { header: t("audit.calls.actor"), kind: "text", value: ({ actor }) => actor },
  { header: t("audit.export.address"), kind: "text", value: ({ address }) => address },
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
  { header: t("audit.export.from"), kind: "local", value: ({ window }) => millis(window?.from) },
  { header: t("audit.export.to"), kind: "local", value: ({ window }) => millis(window?.to) },
  {
    header: t("audit.columns.outcome"),
    kind: "text",
    value: ({ outcome }) => t(`audit.outcomes.${outcome}`),
  },
  { header: t("audit.export.status"), kind: "number", value: ({ status }) => status },
  { header: t("audit.export.requestId"), kind: "text", value: ({ request_id }) => request_id },
];

const millis = (stamp: string | undefined) => (stamp === undefined ? null : instantMs(stamp));
