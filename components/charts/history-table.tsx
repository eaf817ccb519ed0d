"use client";

import { useState } from "react";
import { ispOf, localDate } from "@/components/amsterdam.ts";
import { formatDay, formatNumber } from "@/components/format-english.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { intervalTimes } from "./interval-times.ts";
import type { Interval } from "./series.ts";
import { NumbersTable } from "./numbers-table.tsx";

function DayChoice({
  days,
  day,
  onChoose,
}: {
  days: string[];
  day: string;
  onChoose: (day: string) => void;
}) {
  return (
    <Field label="Day" className="mb-3 max-w-56">
      <Select value={day} onChange={(event) => onChoose(event.target.value)}>
        {days.map((each) => (
          <option key={each} value={each}>
            {formatDay(`${each}T12:00Z`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const columns = ["ISP", "Time", "Forecast", "Actual", "Up by", "Down by"];
const PLAIN = 4;

/**
 * The chart's numbers, a day of Amsterdam at a time; a dash where nothing was measured. `plain`
 * leaves out what could be raised and lowered.
 */
export function HistoryTable({
  intervals,
  plain,
}: {
  intervals: readonly Interval[];
  plain: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const days = open ? [...new Set(intervals.map(({ from }) => localDate(from)))].reverse() : [];
  const day = chosen !== null && days.includes(chosen) ? chosen : (days[0] ?? "");
  const shown = intervals.filter(({ from }) => open && localDate(from) === day);
  const timeOf = intervalTimes(shown);
  const kept = plain ? PLAIN : columns.length;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">
        Numbers as a table
      </summary>
      {open && (
        <div className="mt-2">
          {days.length > 1 && <DayChoice days={days} day={day} onChoose={setChosen} />}
          <NumbersTable
            caption={`${day && formatDay(`${day}T12:00Z`)}, per quarter of an hour, in kW, production positive`}
            columns={columns.slice(0, kept)}
            names={2}
            rows={shown.map((interval) => ({
              key: interval.from,
              cells: [
                ispOf(interval.from),
                timeOf(interval),
                formatNumber(interval.forecast),
                formatNumber(interval.actual),
                formatNumber(interval.upward),
                formatNumber(interval.downward),
              ].slice(0, kept),
            }))}
          />
        </div>
      )}
    </details>
  );
}
