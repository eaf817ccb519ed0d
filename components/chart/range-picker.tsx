"use client";

import { useRef, useState } from "react";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { toDays, presets, type RangeChoice } from "./ranges.ts";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { useChartLabels } from "./use-chart-labels.ts";

/** The fields of a custom range, loaded when they are opened. */
const CustomRangeForm = dynamicOnVisible(
  async () => (await import("./custom-range-form.tsx")).CustomRangeForm,
  () => <Skeleton className="h-28 sm:h-16" />,
);

/** The presets of a chart's range as one row of buttons, and days of one's own. */
export function RangePicker({
  value,
  now,
  onChoose,
}: {
  value: RangeChoice;
  now: number;
  onChoose: (choice: RangeChoice) => void;
}) {
  const { t } = useChartLabels();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const options = [...presets, "custom" as const].map(
    (name) => [name, t(`range.${name}`)] as const,
  );
  const selected = isOpen || typeof value !== "string" ? "custom" : value;
  return (
    <div ref={root} className="flex min-w-0 flex-col gap-3">
      <SegmentedControl
        label={t("range.label")}
        options={options}
        value={selected}
        onChoose={(name) => {
          setOpen(name === "custom");
          if (name !== "custom") onChoose(name);
        }}
      />
      {isOpen && (
        <CustomRangeForm
          initial={toDays(value, now)}
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
