"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ControlChart } from "@/components/controls/charts/control-charts.dynamic.tsx";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Empty, Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { describeCertainty } from "../certainty.ts";
import { describeBatteryRebound } from "../rebound.ts";
import { PreviewWarnings } from "./preview-warnings.tsx";

function Figures({ preview: { results, locations, devices } }: { preview: ControlPreview }) {
  const t = useTranslations("controls.preview");
  const f = useFormats();
  const plan = (power: "before" | "after") => f.kwh(sumEffectsKwh(results, (one) => one[power]));
  return (
    <MetricRow>
      <Metric
        label={t("planned")}
        value={f.number(sumEffectsKwh(results), { signed: true })}
        unit="kWh"
        hint={t("fromTo", { before: plan("before"), after: plan("after") })}
        tone="curtailed"
      />
      <Metric label={t("locations")} value={f.count(locations)} hint={t("addressed")} />
      <Metric label={t("devices")} value={f.count(devices)} hint={t("addressed")} />
    </MetricRow>
  );
}

/** How sure the change is, in a sentence; nothing where the service does not say. */
function Certainty({ preview }: { preview: ControlPreview }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const sentence = describeCertainty(preview, { t, f });
  return sentence && <p className="max-w-prose">{sentence}</p>;
}

/** What batteries do after the window, in a sentence; nothing where they do nothing. */
export function Rebound({
  timeTo,
  rebound = [],
}: {
  timeTo: string;
  rebound?: ControlPreview["rebound"];
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const sentence = describeBatteryRebound(timeTo, rebound, { t, f });
  return sentence && <p className="max-w-prose">{sentence}</p>;
}

function PreviewResult({
  preview,
  isOld,
  takesRequests,
  action,
}: {
  preview: ControlPreview;
  isOld: boolean;
  takesRequests: boolean;
  action: ReactNode;
}) {
  return (
    <div
      aria-busy={isOld}
      className={classNames("flex flex-col gap-4 transition-opacity", isOld && "opacity-60")}
    >
      <Figures preview={preview} />
      <Certainty preview={preview} />
      <Rebound timeTo={preview.time_to} rebound={preview.rebound} />
      <PreviewWarnings preview={preview} takesRequests={takesRequests} />
      {action}
      <ControlChart effects={preview.results} rebound={preview.rebound} />
    </div>
  );
}

interface PreviewState {
  offered: boolean;
  /** What takes a second person can be requested here. */
  takesRequests: boolean;
  preview: ControlPreview | null;
  /** The preview is of the previous draft. */
  isOld: boolean;
  problem: Problem | null;
  isLoading: boolean;
  onRetry: () => void;
}

function WithoutPreview({ offered, problem, isLoading, onRetry }: PreviewState) {
  const t = useTranslations("controls.preview");
  if (!offered) return <Empty title={t("notOffered")} hint={t("notOfferedHint")} />;
  if (problem) return <Failure problem={problem} onRetry={onRetry} />;
  if (isLoading) return <Loading label={t("loading")} />;
  return <Empty title={t("nothingYet")} hint={t("nothingYetHint")} />;
}

/** The expected effect of a control, where the service offers a preview, and the submit `action`. */
export function PreviewPanel({ action, ...state }: PreviewState & { action: ReactNode }) {
  const { preview, problem, isOld, takesRequests } = state;
  if (preview && !problem)
    return (
      <PreviewResult
        preview={preview}
        isOld={isOld}
        takesRequests={takesRequests}
        action={action}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <WithoutPreview {...state} />
      {action}
    </div>
  );
}
