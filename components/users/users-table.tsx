"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Formats } from "@/lib/i18n/format.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { later } from "@/components/ui/dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { PortalUser } from "@/lib/portal/users/users.ts";

const ManageDialog = later(async () => (await import("./user-dialog.tsx")).ManageDialog);

type Texts = ReturnType<typeof useTranslations<"people">>;
interface Actions {
  ownId: string | undefined;
  onManage: (id: string) => void;
}

const column = columnsOf<PortalUser>();

const nameColumn = (t: Texts, ownId: string | undefined) =>
  column.accessor("name", {
    header: t("columns.name"),
    meta: { heads: true },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <span className="font-medium">{original.name}</span>
        {original.id === ownId && <span className="ml-1.5 text-muted">{t("you")}</span>}
        <span className="block text-muted wrap-anywhere max-sm:font-normal">{original.email}</span>
      </span>
    ),
  });

const levelColumn = (t: Texts) =>
  column.accessor("level", {
    header: t("columns.level"),
    cell: ({ row: { original } }) => original.level && t(`levels.${original.level}`),
  });

const seenColumn = (t: Texts, f: Formats) =>
  column.accessor("last_seen_at", {
    header: t("columns.seen"),
    meta: { whole: "xl" },
    cell: ({ getValue }) => {
      const seen = getValue();
      return seen ? f.moment(seen) : <span className="text-muted">{t("neverSeen")}</span>;
    },
  });

const stateColumn = (t: Texts, f: Formats) =>
  column.accessor("closed_at", {
    header: t("columns.state"),
    cell: ({ getValue }) => {
      const closed = getValue();
      return closed ? (
        <Badge tone="warn">{t("closedSince", { day: f.day(closed) })}</Badge>
      ) : (
        <Badge tone="good">{t("open")}</Badge>
      );
    },
  });

const manageColumn = (t: Texts, onManage: Actions["onManage"]) =>
  column.display({
    id: "change",
    header: () => <span className="sr-only">{t("columns.change")}</span>,
    meta: { align: "end" },
    cell: ({ row: { original } }) => (
      <Button
        size="sm"
        onClick={() => onManage(original.id)}
        aria-label={t("manageName", { name: original.name })}
      >
        {t("manage")}
      </Button>
    ),
  });

const columnsFor = (
  t: Texts,
  f: Formats,
  isStaff: boolean,
  { ownId, onManage }: Actions,
): Columns<PortalUser> => [
  ...column.columns([nameColumn(t, ownId)]),
  ...(isStaff ? column.columns([levelColumn(t)]) : []),
  ...column.columns([seenColumn(t, f), stateColumn(t, f), manageColumn(t, onManage)]),
];

/** Accounts, staff's with their levels, and the way to change them. */
export function PeopleTable({
  people,
  isStaff,
  ownId,
}: {
  people: PortalUser[];
  isStaff: boolean;
  /** The account of who looks. */
  ownId?: string;
}) {
  const t = useTranslations("people");
  const f = useFormats();
  const [managed, setManaged] = useState<string | null>(null);
  const columns = useMemo(
    () => columnsFor(t, f, isStaff, { ownId, onManage: setManaged }),
    [t, f, isStaff, ownId],
  );
  const person = people.find(({ id }) => id === managed);
  return (
    <>
      <RowsTable columns={columns} rows={people} noun={t("noun")} />
      {person && (
        <ManageDialog
          person={person}
          isOwn={person.id === ownId}
          onClose={() => setManaged(null)}
        />
      )}
    </>
  );
}
