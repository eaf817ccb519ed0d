"use client";

import { useTranslations } from "next-intl";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { describeCertainty } from "../certainty.ts";
import { describeBatteryRebound } from "../rebound.ts";
import { WorthSentence, type UnissuedControl } from "./preview-worth.tsx";
import { PreviewWarnings } from "./preview-warnings.tsx";

/** What a control would do, how sure that is, and what to know before it is issued. */
export function PreviewFigures({
  preview,
  takesRequests,
  worthOf,
}: {
  preview: ControlPreview;
  takesRequests: boolean;
  worthOf: UnissuedControl | null;
}) {
  return (
    <>
      <Figures preview={preview} />
      <Certainty preview={preview} />
      {worthOf && <WorthSentence {...worthOf} />}
      <Rebound timeTo={preview.time_to} rebound={preview.rebound} />
      <PreviewWarnings preview={preview} takesRequests={takesRequests} />
    </>
  );
}

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
