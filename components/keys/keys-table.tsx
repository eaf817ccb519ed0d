"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Formats } from "@/components/format.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";
import { stateOf } from "./key-state.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";
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
      return <Badge tone={tone}>{t(`states.${state}`, { day: since ? f.day(since) : "" })}</Badge>;
    },
  });

const revokeColumn = (t: Texts, now: number, onRevoke: (id: string) => void) =>
  column.display({
    id: "change",
    header: () => <span className="sr-only">{t("columns.change")}</span>,
    meta: { align: "end" },
    cell: ({ row: { original } }) =>
      stateOf(original, now).state === "inForce" && (
        <Button
          size="sm"
          onClick={() => onRevoke(original.id)}
          aria-label={t("revoke.actionName", { name: original.name })}
        >
          {t("revoke.action")}
        </Button>
      ),
  });

const columnsFor = (
  t: Texts,
  f: Formats,
  now: number,
  onRevoke: (id: string) => void,
): Columns<ApiKey> =>
  column.columns([
    nameColumn(t),
    scopesColumn(t),
    createdColumn(t, f),
    usedColumn(t, f),
    expiresColumn(t, f),
    stateColumn(t, f, now),
    revokeColumn(t, now, onRevoke),
  ]);

/** The service's API keys, and revoking them; `now` is when they were read, in milliseconds. */
export function KeysTable({ keys, now }: { keys: ApiKey[]; now: number }) {
  const t = useTranslations("keys");
  const f = useFormats();
  const [revoking, setRevoking] = useState<string | null>(null);
  const columns = useMemo(() => columnsFor(t, f, now, setRevoking), [t, f, now]);
  const key = keys.find(({ id }) => id === revoking);
  return (
    <div className="rounded-lg border border-line bg-surface">
      <RowsTable columns={columns} rows={keys} noun={t("noun")} />
      {key && <RevokeDialog apiKey={key} onClose={() => setRevoking(null)} />}
    </div>
  );
}
