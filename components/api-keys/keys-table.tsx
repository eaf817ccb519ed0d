"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";
import { getPreviousKeyExpiry, endMoment, getKeyState, isScope } from "./key-state.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";

type KeyTranslator = ReturnType<typeof useTranslations<"apiKeys">>;
const column = columnHelper<ApiKey>();

/** What is done to a key, and to which. */
interface KeyChange {
  id: string;
  kind: "rotate" | "revoke";
}

interface KeyRow {
  t: KeyTranslator;
  f: Formats;
  /** When the keys were read, in milliseconds. */
  now: number;
  /** A group's name by its id. */
  nameOf: (groupId: string) => string;
  onChange: (change: KeyChange) => void;
}

const nameColumn = ({ t, f }: KeyRow) =>
  column.accessor("name", {
    header: t("columns.name"),
    meta: { heads: true },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0 sm:min-w-28 xl:min-w-36">
        <span className="block font-medium wrap-anywhere">{original.name}</span>
        <code className="block text-xs text-muted">{`${original.prefix}…`}</code>
        <span className="block text-xs text-muted">
          {t("createdOn", { day: f.day(original.created_at) })}
        </span>
      </span>
    ),
  });

const scopesColumn = ({ t }: KeyRow) =>
  column.accessor("scopes", {
    header: t("columns.scopes"),
    cell: ({ getValue }) =>
      getValue()
        .map((scope) => (isScope(scope) ? t(`scopes.${scope}`) : scope))
        .join(", "),
  });

/** The rates of a key, if it has its own. */
function Rate({ of: { t, f }, rate }: { of: KeyRow; rate: ApiKey["rate"] }) {
  const { reads_per_minute: reads = null, changes_per_minute: changes = null } = rate ?? {};
  return (
    <span className="block text-xs text-muted">
      {reads !== null && <span className="block">{t("reads", { count: f.count(reads) })}</span>}
      {changes !== null && (
        <span className="block">{t("changes", { count: f.count(changes) })}</span>
      )}
    </span>
  );
}

const limitsColumn = (display: KeyRow) => {
  const { t, nameOf } = display;
  return column.accessor("limits", {
    header: t("columns.limits"),
    cell: ({ row: { original } }) => {
      const { limits, rate } = original;
      const zones = limits?.bidding_zones.map((zone) => t("limitZone", { zone })) ?? [];
      const groups = limits?.group_ids.map(nameOf) ?? [];
      return (
        <span className="block sm:min-w-24 lg:min-w-28 xl:min-w-36">
          {limits ? (
            [...zones, ...groups].join(", ")
          ) : (
            <span className="text-muted">{t("unlimited")}</span>
          )}
          <Rate of={display} rate={rate} />
        </span>
      );
    },
  });
};

const usedColumn = ({ t, f }: KeyRow) =>
  column.accessor("last_used_at", {
    header: t("columns.used"),
    meta: { whole: "xl" },
    cell: ({ getValue }) => {
      const used = getValue();
      return used ? f.moment(used) : <span className="text-muted">{t("neverUsed")}</span>;
    },
  });

/** The state of a key, and until when it and the key before its last rotation work. */
function KeyStatus({ of: { t, f, now }, apiKey }: { of: KeyRow; apiKey: ApiKey }) {
  const { state, since } = getKeyState(apiKey, now);
  const { expires_at } = apiKey;
  const previous = getPreviousKeyExpiry(apiKey, now);
  return (
    <span className="flex flex-col items-start gap-0.5 text-xs text-muted max-sm:items-end sm:min-w-24 lg:min-w-28 xl:min-w-36">
      <Badge tone={state === "inForce" ? "good" : "neutral"}>{t(`states.${state}`)}</Badge>
      {since && <span>{endMoment(since, f)}</span>}
      {state === "inForce" && (
        <span>
          {expires_at ? t("expiresAt", { moment: endMoment(expires_at, f) }) : t("neverExpires")}
        </span>
      )}
      {previous && <span>{t("previousUntil", { moment: f.moment(previous) })}</span>}
    </span>
  );
}

const stateColumn = (display: KeyRow) =>
  column.display({
    id: "state",
    header: display.t("columns.state"),
    cell: ({ row: { original } }) => <KeyStatus of={display} apiKey={original} />,
  });

const changeColumn = ({ t, now, onChange }: KeyRow) =>
  column.display({
    id: "change",
    header: () => <span className="sr-only">{t("columns.change")}</span>,
    meta: { align: "end" },
    cell: ({ row: { original } }) =>
      getKeyState(original, now).state === "inForce" && (
        <span className="flex justify-end gap-2 sm:max-xl:flex-col">
          {(["rotate", "revoke"] as const).map((kind) => (
            <Button
              key={kind}
              size="sm"
              onClick={() => onChange({ id: original.id, kind })}
              aria-label={t(`${kind}.actionName`, { name: original.name })}
            >
              {t(`${kind}.action`)}
            </Button>
          ))}
        </span>
      ),
  });

/** The columns of the service's API keys. */
const keyColumns = (display: KeyRow): Columns<ApiKey> =>
  column.columns([
    nameColumn(display),
    scopesColumn(display),
    limitsColumn(display),
    usedColumn(display),
    stateColumn(display),
    changeColumn(display),
  ]);

const RevokeDialog = dynamic(async () => (await import("./key-dialogs.tsx")).RevokeDialog);
const RotateDialog = dynamic(async () => (await import("./key-dialogs.tsx")).RotateDialog);

/** The service's API keys, with their actions; `now` is when they were read, in milliseconds. */
export function KeysTable({
  keys,
  groups,
  now,
}: {
  keys: ApiKey[];
  groups: GroupOption[];
  now: number;
}) {
  const t = useTranslations("apiKeys");
  const f = useFormats();
  const [changing, setChanging] = useState<KeyChange | null>(null);
  const columns = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    const nameOf = (id: string) => names.get(id) ?? id;
    return keyColumns({ t, f, now, nameOf, onChange: setChanging });
  }, [t, f, now, groups]);
  const key = keys.find(({ id }) => id === changing?.id);
  const close = () => setChanging(null);
  return (
    <div className="rounded-lg border border-line bg-surface">
      <RowsTable columns={columns} rows={keys} noun={t("noun")} />
      {key && changing?.kind === "rotate" && (
        <RotateDialog apiKey={key} previous={getPreviousKeyExpiry(key, now)} onClose={close} />
      )}
      {key && changing?.kind === "revoke" && <RevokeDialog apiKey={key} onClose={close} />}
    </div>
  );
}
