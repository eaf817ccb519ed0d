"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { isDate } from "@/lib/time/local-input.ts";
import { buildRouteUrl } from "@/components/api/routes.ts";
import { DateField } from "@/components/form/date-field.tsx";
import { useTableUrlState } from "@/components/table/use-table-url-state.ts";
import { Button, buttonClass } from "@/components/ui/button.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";

/** Filters the audit trail by date, and downloads all matching entries. */
export function DateRangeFilter({
  filter,
  file,
}: {
  filter: Record<string, string | undefined>;
  /** The route of the download. */
  file: Extract<PortalRoute, `GET /api/audit/${string}export`>;
}) {
  const t = useTranslations("audit");
  const { address } = useTableUrlState();
  const { from = "", to = "" } = filter;
  const day = (name: "from" | "to", value: string) => (
    <DateField
      label={t(name)}
      className="w-44 max-sm:w-full"
      hasTodayButton
      value={value}
      onChange={(date) => {
        if (date === "" || isDate(date)) address.push({ [name]: date });
      }}
    />
  );
  return (
    <div className="mb-4 flex flex-wrap items-start gap-3">
      {day("from", from)}
      {day("to", to)}
      {(from || to) && (
        <Button
          variant="ghost"
          className="sm:mt-6"
          onClick={() => address.push({ from: null, to: null })}
        >
          {t("clear")}
        </Button>
      )}
      <a
        href={buildRouteUrl(file, {}, filter).url}
        download
        title={t("csvHint")}
        className={classNames(buttonClass({}), "ml-auto max-sm:w-full sm:mt-6")}
      >
        <Download aria-hidden className="size-4" />
        {t("csv")}
      </a>
    </div>
  );
}
