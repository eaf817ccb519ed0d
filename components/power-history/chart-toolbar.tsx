"use client";

import { ChevronLeft, ChevronRight, Undo2, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { Downloads, type Files } from "../chart/downloads.tsx";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { usePhoneFold } from "@/components/ui/use-phone-fold.ts";
import { RangePicker } from "../chart/range-picker.tsx";
import { rangeLabel, DAYS_AHEAD } from "@/components/chart/ranges.ts";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import type { MeasurementSource } from "./measurement-source.ts";
import type { AxisName } from "../chart/ticks.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import type { ViewportState } from "../chart/use-viewport.ts";

/** The moment after which a chart has nothing to show. */
const getEnd = (now: number, reachesAhead: boolean) =>
  now + (reachesAhead ? DAYS_AHEAD * DAY_MS : 0);

/** Back and forward by the visible span, with its label between. */
function Steps({ state, reachesAhead }: { state: ViewportState; reachesAhead: boolean }) {
  const { t, f } = useChartLabels();
  const { visible, now, step } = state;
  const isLast = visible.to >= getEnd(now, reachesAhead);
  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:w-full max-sm:justify-between">
      <IconButton label={t("range.previous")} onPress={() => step(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span aria-live="polite" className="min-h-5 px-1 text-center font-medium">
        {rangeLabel(visible, f)}
      </span>
      <IconButton label={t("range.next")} disabled={isLast} onPress={() => step(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

const isWholeRange = ({ view }: ViewportState) => view.zooms.length === 0;

function Zoom({ state, cursor }: { state: ViewportState; cursor: number | null }) {
  const { t } = useChartLabels();
  const isWhole = isWholeRange(state);
  return (
    <div role="group" aria-label={t("zoom.label")} className="flex items-center">
      <IconButton label={t("zoom.in")} onPress={() => state.zoomBy(0.5, cursor)}>
        <ZoomIn aria-hidden />
      </IconButton>
      <IconButton label={t("zoom.out")} disabled={isWhole} onPress={() => state.zoomBy(2)}>
        <ZoomOut aria-hidden />
      </IconButton>
      <span className="max-sm:hidden">
        <IconButton label={t("zoom.undo")} disabled={isWhole} onPress={state.undoZoom}>
          <Undo2 aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

/** Selects the visible range and steps through it. */
export function RangeTools({
  state,
  reachesAhead,
}: {
  state: ViewportState;
  /** Whether there is a forecast. */
  reachesAhead: boolean;
}) {
  const { now, view, choose } = state;
  return (
    <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <RangePicker value={view.choice} now={now} onChoose={choose} />
      <Steps state={state} reachesAhead={reachesAhead} />
    </div>
  );
}

/** Tools that are folded on a phone. There, a zoom is undone without opening them. */
export function FoldedTools({ state, children }: { state: ViewportState; children: ReactNode }) {
  const { t } = useChartLabels();
  const fold = usePhoneFold();
  const opener = useRef<HTMLButtonElement>(null);
  const undo = () => {
    // The button goes, and the focus with it.
    opener.current?.focus();
    state.undoZoom();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 sm:hidden">
        <Button ref={opener} {...fold.button} size="sm">
          {t("tools")}
        </Button>
        {!isWholeRange(state) && (
          <Button size="sm" onClick={undo}>
            <Undo2 aria-hidden className="size-4" />
            {t("zoom.undo")}
          </Button>
        )}
      </div>
      <div
        id={fold.panel.id}
        className={classNames("flex flex-col gap-3 sm:contents", fold.panel.className)}
      >
        {children}
      </div>
    </>
  );
}

/** Selects the measurement source and the axis, zooms, and exports the chart. */
export function DisplayTools({
  state,
  cursor,
  subjects,
  subject,
  axis,
  files,
}: {
  state: ViewportState;
  cursor: number | null;
  /** The available measurement sources. */
  subjects: readonly MeasurementSource[];
  subject: { value: MeasurementSource; onChoose: (subject: MeasurementSource) => void };
  /** Null where the axis cannot be selected. */
  axis: { value: AxisName; onChoose: (axis: AxisName) => void } | null;
  files: Files;
}) {
  const { t } = useChartLabels();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {subjects.length > 1 && (
        <SegmentedControl
          label={t("subject.label")}
          options={subjects.map((each) => [each, t(`subject.${each}`)] as const)}
          {...subject}
        />
      )}
      {axis && (
        <SegmentedControl
          label={t("axis.label")}
          options={(["time", "isp"] as const).map((each) => [each, t(`axis.${each}`)] as const)}
          {...axis}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-2 sm:ml-auto">
        <Zoom state={state} cursor={cursor} />
        <Downloads files={files} />
      </div>
    </div>
  );
}
