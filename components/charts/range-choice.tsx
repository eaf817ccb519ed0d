"use client";

import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { daysFault, daysOf, presets, type Choice, type Days } from "./ranges.ts";
import { Segments } from "./segments.tsx";
import { useTexts } from "./use-texts.ts";

/** The first and the last day of a range of one's own. */
function DaysForm({
  initial,
  last,
  onChoose,
}: {
  initial: Days;
  /** The last day there can be anything of. */
  last: string;
  onChoose: (days: Days) => void;
}) {
  const { t } = useTexts();
  const [days, setDays] = useState(initial);
  const [fault, setFault] = useState<ReturnType<typeof daysFault>>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = daysFault(days);
    setFault(found);
    if (!found) onChoose(days);
  }
  const field = (name: keyof Days, error?: string) => (
    <Field label={t(`range.${name}`)} error={error} className="w-40 max-w-full grow sm:grow-0">
      <TextInput
        type="date"
        max={last}
        value={days[name]}
        onChange={(event) => setDays({ ...days, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      {field("first")}
      {field("last", fault ? t(`range.${fault}`) : undefined)}
      <Button type="submit" className="mt-6">
        {t("range.apply")}
      </Button>
    </form>
  );
}

/** The presets of a chart's range as one row of buttons, and days of one's own. */
export function RangeChoice({
  value,
  now,
  last,
  onChoose,
}: {
  value: Choice;
  now: number;
  last: string;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const options = [...presets, "custom" as const].map(
    (name) => [name, t(`range.${name}`)] as const,
  );
  const shown = isOpen || typeof value !== "string" ? "custom" : value;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Segments
        label={t("range.label")}
        options={options}
        value={shown}
        onChoose={(name) => {
          setOpen(name === "custom");
          if (name !== "custom") onChoose(name);
        }}
      />
      {isOpen && (
        <DaysForm
          initial={daysOf(value, now)}
          last={last}
          onChoose={(days) => {
            setOpen(false);
            onChoose(days);
          }}
        />
      )}
    </div>
  );
}
