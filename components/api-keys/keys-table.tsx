"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";
import { keyColumns, type KeyChange } from "./key-columns.tsx";
import { getPreviousKeyExpiry } from "./key-state.ts";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";

const RevokeDialog = dynamic(async () => (await import("./revoke-dialog.tsx")).RevokeDialog);
const RotateDialog = dynamic(async () => (await import("./rotate-dialog.tsx")).RotateDialog);

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
