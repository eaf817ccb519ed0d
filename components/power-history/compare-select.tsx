"use client";

import { useRef, useState, type FormEvent } from "react";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { isDate } from "@/lib/time/local-input.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import type { Range } from "../chart/ranges.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import { comparisons, type Comparison } from "@/lib/time/compare-day.ts";

const DateField = dynamicOnVisible(
  async () => (await import("@/components/form/date-field.tsx")).DateField,
  () => <Skeleton className="h-16 w-40" />,
);

/** Chooses the second day of a chart of one day. */
export function CompareSelect({
  value,
  compared,
  onChoose,
}: {
  value: Comparison | null;
  /** The day that is compared with. */
  compared: Range | null;
  onChoose: (value: Comparison | null) => void;
}) {
  const { t } = useChartLabels();
  const select = useRef<HTMLDivElement>(null);
  const [date, setDate] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isNamed = value === null || comparisons.some((name) => name === value);
  const selected = date !== null || !isNamed ? "date" : (value ?? "");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (date === null || !isDate(date)) return setMissing(true);
    onChoose(date);
    setDate(null);
    select.current?.querySelector("select")?.focus();
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div ref={select} className="min-w-0">
        <Field label={t("compare.label")} className="w-60 max-w-full">
          <Select
            value={selected}
            onChange={({ target }) => {
              setMissing(false);
              setDate(target.value === "date" ? (compared ? localDate(compared.from) : "") : null);
              if (target.value !== "date") onChoose(target.value || null);
            }}
          >
            <option value="">{t("compare.none")}</option>
            {comparisons.map((name) => (
              <option key={name} value={name}>
                {t(`compare.${name}`)}
              </option>
            ))}
            <option value="date">{t("compare.date")}</option>
          </Select>
        </Field>
      </div>
      {(date !== null || !isNamed) && (
        <form noValidate onSubmit={submit} className="flex items-start gap-3">
          <DateField
            label={t("table.day")}
            className="w-36"
            value={date ?? value ?? ""}
            error={isMissing && t("compare.missing")}
            onChange={setDate}
          />
          <Button type="submit" className="mt-6">
            {t("range.apply")}
          </Button>
        </form>
      )}
    </div>
  );
}
