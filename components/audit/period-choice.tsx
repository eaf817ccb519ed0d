"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ChangeEvent } from "react";
import { addressOfRoute } from "@/components/api/routes.ts";
import { useTableAddress } from "@/components/table/use-table-address.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import type { PortalRoute } from "@/lib/portal/portal-routes.ts";

const EXPORT: PortalRoute = "GET /api/audit/export";

/** The days the trail is read of, and all of what matches as a file. */
export function PeriodChoice({ asked }: { asked: Record<string, string | undefined> }) {
  const t = useTranslations("audit");
  const address = useTableAddress();
  const { from = "", to = "" } = asked;
  const follow = (name: string) => (event: ChangeEvent<HTMLInputElement>) =>
    address.push({ [name]: event.target.value });
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Field label={t("from")} className="max-sm:flex-1">
        <TextInput type="date" max={to || undefined} value={from} onChange={follow("from")} />
      </Field>
      <Field label={t("to")} className="max-sm:flex-1">
        <TextInput type="date" min={from || undefined} value={to} onChange={follow("to")} />
      </Field>
      {(from || to) && (
        <Button variant="ghost" onClick={() => address.push({ from: null, to: null })}>
          {t("clear")}
        </Button>
      )}
      <a
        href={addressOfRoute(EXPORT, {}, asked).url}
        download
        className="ml-auto inline-flex min-h-10 items-center justify-center gap-2 rounded-md border border-line-strong bg-surface px-4 font-medium hover:bg-sunken max-sm:w-full"
      >
        <Download aria-hidden className="size-4" />
        {t("csv")}
      </a>
    </div>
  );
}
