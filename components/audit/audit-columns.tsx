import type { useTranslations } from "next-intl";
import { toMillis } from "@/lib/time/instant.ts";
import { type Formats } from "@/lib/i18n/format.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { utcStamp } from "@/lib/time/amsterdam.ts";
import { operationKey } from "@/lib/i18n/audit-target.ts";
import { optionalMessage } from "@/lib/i18n/optional-message.ts";
import type { AuditLine } from "@/lib/portal/audit-log/audit.ts";
import { AuditTarget } from "./audit-target.tsx";
import { AuditOutcomeBadge } from "./outcome-badge.tsx";

type AuditTranslator = ReturnType<typeof useTranslations<"audit">>;
const column = columnHelper<AuditLine>();
/** What an operation is called; its own name where there is no better one. */
export const operationLabel = (operation: string, t: AuditTranslator): string =>
  optionalMessage(t, operationKey(operation), operation);

/** When something was done, in local time and in UTC. */
export const whenColumn = <Line extends AuditLine>(t: AuditTranslator, f: Formats) =>
  columnHelper<Line>().accessor((line) => line.at, {
    id: "at",
    header: t("columns.at"),
    meta: { whole: true },
    cell: ({ getValue }) => (
      <span className="block">
        {t("local", { day: f.day(getValue()), time: f.seconds(getValue()) })}
        <span className="block text-xs text-muted">
          {t("utc", { time: utcStamp(toMillis(getValue())) })}
        </span>
      </span>
    ),
  });

const whatColumn = (t: AuditTranslator) =>
  column.accessor("operation", {
    header: t("columns.operation"),
    meta: { heads: true },
    cell: ({ getValue }) => <span className="font-medium">{operationLabel(getValue(), t)}</span>,
  });

const whoColumn = (t: AuditTranslator) =>
  column.accessor("who", {
    header: t("columns.user"),
    cell: ({ row: { original } }) => (
      <span className="block min-w-0 wrap-anywhere lg:min-w-52">
        {original.who}
        {original.role !== "staff" && (
          <span className="block text-xs text-muted">
            {t(original.role === "customer" ? "roles.customer" : "roles.nobody")}
          </span>
        )}
        {original.address && (
          <span className="block text-xs text-muted">
            {t("fromAddress", { address: original.address })}
          </span>
        )}
      </span>
    ),
  });

const targetColumn = (t: AuditTranslator) =>
  column.accessor("target", {
    header: t("columns.target"),
    cell: ({ row: { original } }) => <AuditTarget line={original} />,
  });

const outcomeColumn = (t: AuditTranslator) =>
  column.accessor("outcome", {
    header: t("columns.outcome"),
    cell: ({ row: { original } }) => <AuditOutcomeBadge line={original} />,
  });

export const auditColumns = (t: AuditTranslator, f: Formats): Columns<AuditLine> =>
  column.columns([
    whatColumn(t),
    targetColumn(t),
    whoColumn(t),
    whenColumn<AuditLine>(t, f),
    outcomeColumn(t),
  ]);
