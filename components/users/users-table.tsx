"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Formats } from "@/lib/i18n/format.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { PortalUser } from "@/lib/portal/users/users.ts";

const UserDialog = dynamic(async () => (await import("./user-dialog.tsx")).UserDialog);

type UserTranslator = ReturnType<typeof useTranslations<"users">>;
interface Actions {
  ownId: string | undefined;
  onManage: (id: string) => void;
}

const column = columnHelper<PortalUser>();

const nameColumn = (t: UserTranslator, ownId: string | undefined) =>
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

const levelColumn = (t: UserTranslator) =>
  column.accessor("level", {
    header: t("columns.level"),
    cell: ({ row: { original } }) => original.level && t(`levels.${original.level}`),
  });

const lastSeenColumn = (t: UserTranslator, f: Formats) =>
  column.accessor("last_seen_at", {
    header: t("columns.seen"),
    meta: { whole: "xl" },
    cell: ({ getValue }) => {
      const seen = getValue();
      return seen ? f.moment(seen) : <span className="text-muted">{t("neverSeen")}</span>;
    },
  });

const stateColumn = (t: UserTranslator, f: Formats) =>
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

const manageColumn = (t: UserTranslator, onManage: Actions["onManage"]) =>
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

const createColumns = (
  t: UserTranslator,
  f: Formats,
  isStaff: boolean,
  { ownId, onManage }: Actions,
): Columns<PortalUser> => [
  ...column.columns([nameColumn(t, ownId)]),
  ...(isStaff ? column.columns([levelColumn(t)]) : []),
  ...column.columns([lastSeenColumn(t, f), stateColumn(t, f), manageColumn(t, onManage)]),
];

/** Accounts, staff's with their levels, and the way to change them. */
export function UsersTable({
  users,
  isStaff,
  ownId,
}: {
  users: PortalUser[];
  isStaff: boolean;
  /** The account of who looks. */
  ownId?: string;
}) {
  const t = useTranslations("users");
  const f = useFormats();
  const [managed, setManaged] = useState<string | null>(null);
  const columns = useMemo(
    () => createColumns(t, f, isStaff, { ownId, onManage: setManaged }),
    [t, f, isStaff, ownId],
  );
  const person = users.find(({ id }) => id === managed);
  return (
    <>
      <RowsTable columns={columns} rows={users} noun={t("noun")} />
      {person && (
        <UserDialog person={person} isOwn={person.id === ownId} onClose={() => setManaged(null)} />
      )}
    </>
  );
}
