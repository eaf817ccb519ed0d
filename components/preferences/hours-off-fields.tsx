"use client";

import { Plus, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import type { HoursOff } from "@/lib/contract/preferences.ts";
import { weekdayName } from "@/lib/i18n/format-date.ts";
import { toClock } from "@/lib/time/hours-off.ts";

/** Monday first, as a week is written in the Netherlands. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];
const HALF_HOURS = Array.from({ length: 48 }, (_, i) => toClock(30 * i));
const EVENING: HoursOff = { days: DAYS, time_from: "17:00", time_to: "21:00" };
const MAX_PERIODS = 7;

/** The hours without requests of a customer. */
export function HoursOffFields({
  maxHours,
  ...rest
}: {
  value: readonly HoursOff[];
  maxHours: number;
  error?: string | undefined;
  onChange: (value: HoursOff[]) => void;
}) {
  const t = useTranslations("preferences");
  return (
    <WeeklyPeriods
      {...rest}
      title={t("hoursOff")}
      none={t("noHoursOff")}
      add={t("add")}
      hint={t("hoursOffHint", { hours: maxHours })}
      initial={EVENING}
    />
  );
}

/** Periods of each week, on days and between clock times. */
export function WeeklyPeriods({
  title,
  none,
  add,
  hint,
  initial,
  value,
  error,
  onChange,
}: {
  title: string;
  /** Shown without any period. */
  none: string;
  add: string;
  hint: string;
  /** A period as it is added. */
  initial: HoursOff;
  value: readonly HoursOff[];
  error?: string | undefined;
  onChange: (value: HoursOff[]) => void;
}) {
  const replace = (at: number, one: HoursOff) => onChange(value.with(at, one));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">{title}</legend>
      {value.length === 0 && <p className="text-muted">{none}</p>}
      {value.map((one, i) => (
        <PeriodFields
          key={i}
          value={one}
          onChange={(changed) => replace(i, changed)}
          onRemove={() => onChange(value.toSpliced(i, 1))}
        />
      ))}
      {error && <p className="text-bad">{error}</p>}
      {value.length < MAX_PERIODS && (
        <Button className="self-start" onClick={() => onChange([...value, initial])}>
          <Plus aria-hidden className="size-4" />
          {add}
        </Button>
      )}
      <p className="text-xs text-muted">{hint}</p>
    </fieldset>
  );
}

function PeriodFields({
  value,
  onChange,
  onRemove,
}: {
  value: HoursOff;
  onChange: (value: HoursOff) => void;
  onRemove: () => void;
}) {
  const t = useTranslations("preferences");
  const { days, time_from, time_to } = value;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <DayChoice value={days} onChange={(chosen) => onChange({ ...value, days: chosen })} />
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
        <ClockSelect
          label={t("from")}
          value={time_from}
          onChange={(chosen) => onChange({ ...value, time_from: chosen })}
        />
        <ClockSelect
          label={t("to")}
          value={time_to}
          onChange={(chosen) => onChange({ ...value, time_to: chosen })}
        />
        <Button variant="ghost" aria-label={t("remove")} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      {time_to <= time_from && <p className="text-xs text-muted">{t("nextDay")}</p>}
    </div>
  );
}

/** Days of the week; the last one cannot be taken away. */
function DayChoice({
  value,
  onChange,
}: {
  value: readonly number[];
  onChange: (days: number[]) => void;
}) {
  const t = useTranslations("preferences");
  const locale = useLocale();
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day]);
  return (
    <div role="group" aria-label={t("days")} className="grid grid-cols-7 gap-1">
      {DAYS.map((day) => (
        <label
          key={day}
          className="flex min-h-10 cursor-pointer flex-col items-center justify-center rounded-md border border-line text-sm has-checked:border-accent has-checked:font-medium"
        >
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={value.includes(day)}
            disabled={value.length === 1 && value.includes(day)}
            onChange={() => toggle(day)}
          />
          {weekdayName(locale, day)}
        </label>
      ))}
    </div>
  );
}

function ClockSelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const choices = HALF_HOURS.includes(value) ? HALF_HOURS : [...HALF_HOURS, value].toSorted();
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    </Field>
  );
}
