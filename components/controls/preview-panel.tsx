"use client";

import { Layers2, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { energyKwh } from "@/components/charts/series.ts";
import {
  formatCount,
  formatCounted,
  formatNumber,
  formatWindow,
} from "@/components/format-english.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Empty, Failure, Loading } from "@/components/ui/states.tsx";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** A warning that a plan counts on locations that may not be listening. */
export const unheardSentence = (unheard: number): string =>
  `Nothing was heard from ${formatCounted(unheard, "location")} within a day: the plan counts on ` +
  `${unheard === 1 ? "it, but it" : "them, but they"} may not follow.`;

function isps({ results }: ControlPreview): string {
  const first = results[0]?.isp;
  const last = results.at(-1)?.isp;
  if (first === undefined) return "no intervals";
  return first === last ? `ISP ${first}` : `ISP ${first} to ${last}, ${results.length} intervals`;
}

function Notes({ preview }: { preview: ControlPreview }) {
  const { unsupported, unheard, overlapping, locations } = preview;
  return (
    <ul className="flex flex-col gap-1">
      {locations > 0 && preview.results.every(({ delta }) => Math.abs(delta) < 0.005) && (
        <li>The plan is already that: nothing would change.</li>
      )}
      {locations === 0 && <li>No location of this target has a device that can be controlled.</li>}
      {locations > 0 && unsupported > 0 && (
        <li>
          {formatCounted(unsupported, "location")} without a device that can be controlled{" "}
          {unsupported === 1 ? "is left as it is." : "are left as they are."}
        </li>
      )}
      {unheard > 0 && (
        <li className="flex items-start gap-2 text-warn">
          <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{unheardSentence(unheard)}</span>
        </li>
      )}
      {overlapping > 0 && (
        <li className="flex items-start gap-2 text-warn">
          <Layers2 aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            Overlaps {formatCounted(overlapping, "earlier control")}. Where both apply, this one
            counts; the earlier one applies again when this one ends.
          </span>
        </li>
      )}
    </ul>
  );
}

function Shown({
  preview,
  isOld,
  action,
}: {
  preview: ControlPreview;
  isOld: boolean;
  action: ReactNode;
}) {
  return (
    <div
      aria-busy={isOld}
      className={classNames("flex flex-col gap-4 transition-opacity", isOld && "opacity-60")}
    >
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
      {action}
      <ControlChart effects={preview.results} />
    </div>
  );
}

interface PreviewState {
  offered: boolean;
  preview: ControlPreview | null;
  /** The preview is of the order before the one now asked for. */
  isOld: boolean;
  problem: Problem | null;
  isLoading: boolean;
  onRetry: () => void;
}

function WithoutPreview({ offered, problem, isLoading, onRetry }: PreviewState) {
  if (!offered) {
    return (
      <Empty
        title="This service offers no preview"
        hint="What the control changes is known once it has been accepted: you go straight to the confirmation."
      />
    );
  }
  if (problem) return <Failure problem={problem} onRetry={onRetry} />;
  if (isLoading) return <Loading label="Working out what would change" />;
  return (
    <Empty
      title="Nothing to preview yet"
      hint="Say what to control, and a window that can be. Nothing is sent before you confirm."
    />
  );
}

/** What a control would do, with the `action` that orders it; says so where nobody can tell. */
export function PreviewPanel({ action, ...state }: PreviewState & { action: ReactNode }) {
  const { preview, problem, isOld } = state;
  if (preview && !problem) return <Shown preview={preview} isOld={isOld} action={action} />;
  return (
    <div className="flex flex-col gap-4">
      <WithoutPreview {...state} />
      {action}
    </div>
  );
}
