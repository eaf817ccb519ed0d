"use client";

import { useTranslations } from "next-intl";
import { isDate } from "@/lib/time/local-input.ts";
import { DateField } from "@/components/form/date-field.tsx";
import type { TableUrlState } from "@/components/table/use-table-url-state.ts";
import { Button } from "@/components/ui/button.tsx";

/** Filters the audit trail by date. */
export function DateRangeFilter({ address }: { address: TableUrlState }) {
  const t = useTranslations("audit");
  const day = (name: "from" | "to") => (
    <DateField
      label={t(name)}
      className="w-44 max-sm:w-full"
      hasTodayButton
      value={address.params.get(name) ?? ""}
      onChange={(date) => {
        if (date === "" || isDate(date)) address.push({ [name]: date });
      }}
    />
  );
  return (
    <div className="flex w-full flex-wrap items-start gap-2">
      {day("from")}
      {day("to")}
      {(address.params.get("from") || address.params.get("to")) && (
        <Button
          variant="ghost"
          className="sm:mt-6"
          onClick={() => address.push({ from: null, to: null })}
        >
          {t("clear")}
        </Button>
      )}
    </div>
  );
}
