"use client";

import { useRef, useState } from "react";
import { afterwards } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { daysOf, presets, type Choice } from "./ranges.ts";
import { Segments } from "../ui/segmented-control.tsx";
import { useChartLabels } from "./use-chart-labels.ts";

/** The fields for days of one's own; their code is fetched when they are asked for. */
const DaysForm = afterwards(
  async () => (await import("./custom-range-form.tsx")).DaysForm,
  () => <Skeleton className="h-28 sm:h-16" />,
);

/** The presets of a chart's range as one row of buttons, and days of one's own. */
export function RangeChoice({
  value,
  now,
  onChoose,
}: {
  value: Choice;
  now: number;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useChartLabels();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const options = [...presets, "custom" as const].map(
    (name) => [name, t(`range.${name}`)] as const,
  );
  const shown = isOpen || typeof value !== "string" ? "custom" : value;
  return (
    <div ref={root} className="flex min-w-0 flex-col gap-3">
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
          onChoose={(days) => {
            // The form goes, and the focus with it.
            root.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
            setOpen(false);
            onChoose(days);
          }}
        />
      )}
    </div>
  );
}
