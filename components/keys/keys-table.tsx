"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { toMillis, type Formats } from "@/components/format.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";
import { stateOf } from "./key-state.ts";
import type { GroupChoice } from "./limits-choice.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { isScope } from "./scopes.ts";

type Texts = ReturnType<typeof useTranslations<"keys">>;
const column = columnsOf<ApiKey>();

const nameColumn = (t: Texts) =>
  column.accessor("name", {
    header: t("columns.name"),
    meta: { heads: true },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <span className="block font-medium wrap-anywhere">{original.name}</span>
        <code className="text-xs text-muted">{`${original.prefix}…`}</code>
      </span>
    ),
  });

const scopesColumn = (t: Texts) =>
  column.accessor("scopes", {
    header: t("columns.scopes"),
    cell: ({ getValue }) =>
      getValue()
        .map((scope) => (isScope(scope) ? t(`scopes.${scope}`) : scope))
        .join(", "),
  });

const limitsColumn = (t: Texts, nameOf: (groupId: string) => string) =>
  column.accessor("limits", {
    header: t("columns.limits"),
    cell: ({ getValue }) => {
      const limits = getValue();
      if (!limits) return <span className="text-muted">{t("unlimited")}</span>;
      return [...limits.bidding_zones, ...limits.group_ids.map(nameOf)].join(", ");
    },
  });

const createdColumn = (t: Texts, f: Formats) =>
  column.accessor("created_at", {
    header: t("columns.created"),
    meta: { from: "lg", whole: true },
    cell: ({ getValue }) => f.day(getValue()),
  });

const usedColumn = (t: Texts, f: Formats) =>
  column.accessor("last_used_at", {
    header: t("columns.used"),
    meta: { whole: "xl" },
    cell: ({ getValue }) => {
      const used = getValue();
      return used ? f.moment(used) : <span className="text-muted">{t("neverUsed")}</span>;
    },
  });

const expiresColumn = (t: Texts, f: Formats) =>
  column.accessor("expires_at", {
    header: t("columns.expires"),
    meta: { whole: "xl" },
    cell: ({ getValue }) => {
      const expires = getValue();
      return expires ? f.moment(expires) : <span className="text-muted">{t("never")}</span>;
    },
  });

const stateColumn = (t: Texts, f: Formats, now: number) =>
  column.display({
    id: "state",
    header: t("columns.state"),
    cell: ({ row: { original } }) => {
      const { state, since } = stateOf(original, now);
      const tone = state === "inForce" ? "good" : "neutral";
      const previous = original.previous_until;
      return (
        <>
          <Badge tone={tone}>{t(`states.${state}`, { day: since ? f.day(since) : "" })}</Badge>
          {state === "inForce" && previous && toMillis(previous) > now && (
            <span className="block text-xs text-muted">
              {t("previousUntil", { moment: f.moment(previous) })}
            </span>
          )}
        </>
      );
    },
  });

interface Change {
  id: string;
  kind: "rotate" | "revoke";
}

const changeColumn = (t: Texts, now: number, onChange: (change: Change) => void) =>
  column.display({
    id: "change",
    header: () => <span className="sr-only">{t("columns.change")}</span>,
    meta: { align: "end" },
    cell: ({ row: { original } }) =>
      stateOf(original, now).state === "inForce" && (
        <span className="flex justify-end gap-2">
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

interface Shown {
  t: Texts;
  f: Formats;
  now: number;
  nameOf: (groupId: string) => string;
  onChange: (change: Change) => void;
}

const columnsFor = ({ t, f, now, nameOf, onChange }: Shown): Columns<ApiKey> =>
  column.columns([
    nameColumn(t),
    scopesColumn(t),
    limitsColumn(t, nameOf),
    createdColumn(t, f),
    usedColumn(t, f),
    expiresColumn(t, f),
    stateColumn(t, f, now),
    changeColumn(t, now, onChange),
  ]);

/** The service's API keys, and changing them; `now` is when they were read, in milliseconds. */
export function KeysTable({
  keys,
  groups,
  now,
}: {
  keys: ApiKey[];
  groups: GroupChoice[];
  now: number;
}) {
  const t = useTranslations("keys");
  const f = useFormats();
  const [changing, setChanging] = useState<Change | null>(null);
  const columns = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    const nameOf = (id: string) => names.get(id) ?? id;
    return columnsFor({ t, f, now, nameOf, onChange: setChanging });
  }, [t, f, now, groups]);
  const key = keys.find(({ id }) => id === changing?.id);
  const Changing = changing?.kind === "rotate" ? RotateDialog : RevokeDialog;
  return (
    <div className="rounded-lg border border-line bg-surface">
      <RowsTable columns={columns} rows={keys} noun={t("noun")} />
      {key && <Changing apiKey={key} onClose={() => setChanging(null)} />}
    </div>
  );
}
