"use client";

import { useState } from "react";
import { ispOf, localDate } from "@/components/amsterdam.ts";
import { formatDay, formatNumber, formatTime, zoneAbbreviation } from "@/components/format.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import type { Interval } from "./series.ts";
import { DataTableFrame } from "./table-frame.tsx";

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

/** The chart's numbers, a day of Amsterdam at a time; a dash where nothing was measured. */
export function HistoryTable({ intervals }: { intervals: readonly Interval[] }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const days = open ? [...new Set(intervals.map(({ from }) => localDate(from)))].reverse() : [];
  const day = chosen !== null && days.includes(chosen) ? chosen : (days[0] ?? "");
  const shown = intervals.filter(({ from }) => open && localDate(from) === day);
  const names = new Set(shown.map(({ from }) => zoneAbbreviation(from)));
  const time = ({ from, to }: Interval) =>
    `${formatTime(from)}–${formatTime(to)}${names.size > 1 ? ` ${zoneAbbreviation(from)}` : ""}`;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">
        Numbers as a table
      </summary>
      {open && (
        <div className="mt-2">
          {days.length > 1 && <DayChoice days={days} day={day} onChoose={setChosen} />}
          <DataTableFrame
            caption={`${day && formatDay(`${day}T12:00Z`)}, per quarter of an hour, in kW, production positive`}
            columns={columns}
            rows={shown.map((interval) => ({
              key: interval.from,
              cells: [
                ispOf(interval.from),
                time(interval),
                formatNumber(interval.forecast),
                formatNumber(interval.actual),
                formatNumber(interval.upward),
                formatNumber(interval.downward),
              ],
            }))}
          />
        </div>
      )}
    </details>
  );
}
