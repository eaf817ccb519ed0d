"use client";

import { Layers2 } from "lucide-react";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { energyKwh } from "@/components/charts/series.ts";
import { formatCount, formatNumber, formatWindow } from "@/components/format.ts";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Empty, Failure, Loading } from "@/components/ui/states.tsx";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";

function isps({ results }: ControlPreview): string {
  const first = results[0]?.isp;
  const last = results.at(-1)?.isp;
  if (first === undefined) return "no intervals";
  return first === last ? `ISP ${first}` : `ISP ${first} to ${last}, ${results.length} intervals`;
}

function Notes({ preview }: { preview: ControlPreview }) {
  const { unsupported, overlapping, locations } = preview;
  return (
    <ul className="flex flex-col gap-1">
      {locations > 0 && preview.results.every(({ delta }) => Math.abs(delta) < 0.005) && (
        <li>The plan is already that: nothing would change.</li>
      )}
      {locations === 0 && <li>No location of this target has a device that can be controlled.</li>}
      {locations > 0 && unsupported > 0 && (
        <li>
          {unsupported === 1
            ? "1 location has no device that can be controlled and is left as it is."
            : `${formatCount(unsupported)} locations have no device that can be controlled and are left as they are.`}
        </li>
      )}
      {overlapping > 0 && (
        <li className="flex items-start gap-2 text-warn">
          <Layers2 aria-hidden className="mt-0.5 size-4 shrink-0" />
          Overlaps {formatCount(overlapping)} earlier {overlapping === 1 ? "control" : "controls"}.
          Where both apply, this one counts; the earlier one applies again when this one ends.
        </li>
      )}
    </ul>
  );
}

function Shown({ preview }: { preview: ControlPreview }) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-medium">{formatWindow(preview.time_from, preview.time_to)}</span>
        <span className="text-muted"> · {isps(preview)}</span>
      </p>
      <FigureRow>
        <Figure
          label="Planned change"
          value={formatNumber(energyKwh(preview.results), { signed: true })}
          unit="kWh"
          hint="of net injection"
          tone="curtailed"
        />
        <Figure label="Locations" value={formatCount(preview.locations)} hint="would be told" />
        <Figure label="Devices" value={formatCount(preview.devices)} hint="would be told" />
      </FigureRow>
      <Notes preview={preview} />
      <ControlChart effects={preview.results} />
    </div>
  );
}

/** What a control would do; says so where the service cannot tell. */
export function PreviewPanel({
  offered,
  preview,
  problem,
  isLoading,
  onRetry,
}: {
  offered: boolean;
  preview: ControlPreview | null;
  problem: Problem | null;
  isLoading: boolean;
  onRetry: () => void;
}) {
  if (!offered) {
    return (
      <Empty
        title="This service offers no preview"
        hint="What the control changes is known once it has been accepted: you go straight to the confirmation."
      />
    );
  }
  if (problem) return <Failure problem={problem} onRetry={onRetry} />;
  if (preview) return <Shown preview={preview} />;
  if (isLoading) return <Loading label="Working out what would change" />;
  return (
    <Empty
      title="Nothing to preview yet"
      hint="Choose what to control and when. Nothing is sent before you confirm."
    />
  );
}
