import { useState, type ReactNode } from "react";
import type { Plot } from "../chart/annotations-plugin.ts";
import { AXIS_WIDTH } from "../chart/axis-width.ts";
import type { ShadedWindow } from "../chart/series.ts";
import { WindowLanes } from "../chart/window-lanes.tsx";
import { DataSourceBadge, Freshness } from "@/components/status/data-source.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { ChartFrame } from "../chart/chart-frame.tsx";
import type { ChartOptions } from "./history-curves.ts";
import { describeReadings, Legend } from "../chart/legend.tsx";
import { HistoryTable } from "./history-table.tsx";
import { getUnit } from "./measurement-source.ts";
import type { PlotActions } from "../chart/use-gestures.ts";
import type { History } from "./use-history.ts";
import type { HistoryViewModel } from "./use-history-view-model.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";

/** The progress of reading a long range. */
function Progress({ progress }: { progress: NonNullable<History["progress"]> }) {
  const { t, f } = useChartLabels();
  const { done, total } = progress;
  const text = t("progress", { done: f.count(done), total: f.count(total) });
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <progress aria-label={text} max={total} value={done} className="h-1.5 w-40 accent-ink" />
      <span role="status">{text}</span>
    </div>
  );
}

function EmptyHistory({ chartOptions: { subject } }: { chartOptions: ChartOptions }) {
  const { t } = useChartLabels();
  return subject === "CONNECTION" ? (
    <Empty title={t("empty.title")} hint={t("empty.hint")} />
  ) : (
    <Empty title={t("empty.devices")} hint={t("empty.devicesHint")} />
  );
}

interface HistoryContentProps {
  history: History;
  isSimulated: boolean;
  viewModel: HistoryViewModel;
  chartOptions: ChartOptions;
  cursor: number | null;
  actions: PlotActions;
  /** The shaded windows, told apart below the chart. */
  windows: readonly ShadedWindow[];
  now: number;
  /** What shares the time axis, below the chart. */
  below?: ReactNode;
}

/** Where the plot area usually is, until it is measured. */
const unmeasuredPlot = { marginLeft: AXIS_WIDTH, width: `calc(100% - ${AXIS_WIDTH + 6}px)` };

/** The chart with its legend, summary and table. */
function RenderedHistory({
  history,
  isSimulated,
  viewModel,
  chartOptions,
  cursor,
  actions,
  below,
  windows,
  now,
}: HistoryContentProps) {
  const { t } = useChartLabels();
  const [plot, setPlot] = useState<Plot | null>(null);
  const { intervals, days, drawing, summary, label, name, readings } = viewModel;
  const { isLoading, progress } = history;
  const { subject, plain, comparedWith } = chartOptions;
  return (
    <div aria-busy={isLoading} className="flex flex-col gap-3">
      <Legend name={name} readings={readings} />
      {progress && <Progress progress={progress} />}
      <ChartFrame
        unit={
          days
            ? t(`days.unit.${subject}`)
            : subject === "CONNECTION" && !plain
              ? t("unit.measured")
              : getUnit(subject, plain, t)
        }
        aside={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {isSimulated && <DataSourceBadge source="simulated" />}
            <Freshness at={history.at} isStale={history.isStale} />
          </span>
        }
        drawing={drawing}
        label={label}
        cursor={cursor}
        described={t("plot.value", { when: name ?? "", values: describeReadings(readings) })}
        onPlot={setPlot}
        actions={actions}
      />
      {drawing && !days && (
        <WindowLanes
          windows={windows}
          range={drawing.range}
          now={now}
          plain={plain}
          style={plot ? { marginLeft: plot.left, width: plot.width } : unmeasuredPlot}
        />
      )}
      {below}
      <p className="min-h-16 max-w-prose sm:min-h-10 text-muted">{drawing && summary}</p>
      {history.forecastFailed && <p className="text-warn">{t("forecastFailed")}</p>}
      <HistoryTable
        intervals={intervals}
        days={days}
        subject={subject}
        plain={plain}
        comparedWith={comparedWith}
      />
    </div>
  );
}

/** A history in its state: failed with a retry, empty, loading or rendered. */
export function HistoryContent(props: HistoryContentProps) {
  const { history, viewModel, chartOptions } = props;
  const { intervals, drawing } = viewModel;
  const { problem, isLoading, retry } = history;
  const isNothing =
    intervals.length === 0 ||
    (chartOptions.subject !== "CONNECTION" && intervals.every(({ actual }) => actual === null));
  if (!isLoading && problem && intervals.length === 0) {
    return <Failure problem={problem} onRetry={retry} />;
  }
  if (isLoading || !drawing || !isNothing) return <RenderedHistory {...props} />;
  return (
    <div className="grid min-h-64 content-center sm:min-h-80">
      <EmptyHistory chartOptions={chartOptions} />
    </div>
  );
}
