"use client";

import { useState, type FormEvent } from "react";
import { DateField } from "@/components/form/date-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { validateDays, type Days } from "./ranges.ts";
import { useChartLabels } from "./use-chart-labels.ts";

/** The first and the last day of a range of one's own. */
export function CustomRangeForm({
  initial,
  onChoose,
}: {
  initial: Days;
  onChoose: (days: Days) => void;
}) {
  const { t } = useChartLabels();
  const [days, setDays] = useState(initial);
  const [fault, setFault] = useState<ReturnType<typeof validateDays>>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = validateDays(days);
    setFault(found);
    if (!found) onChoose(days);
  }
  const field = (name: keyof Days) => (
    <DateField
      label={t(`range.${name}`)}
      error={
        fault && (fault === "missing" ? days[name] === "" : name === "last") && t(`range.${fault}`)
      }
      className="sm:w-40"
      value={days[name]}
      onChange={(date) => setDays((before) => ({ ...before, [name]: date }))}
    />
  );
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap"
    >
      {field("first")}
      {field("last")}
      <Button type="submit" className="max-sm:col-span-2 max-sm:min-h-11 sm:mt-6">
        {t("range.apply")}
      </Button>
    </form>
  );
}
