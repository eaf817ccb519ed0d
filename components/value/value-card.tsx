"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { Card } from "@/components/ui/card.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ValueRevision } from "@/lib/contract/value.ts";
import { MissingInputs } from "./missing-inputs.tsx";
import { isBandUnknown } from "./uncertainty-band.ts";

const EVERY = 60_000;

/** What a control is worth to the supplier and to the customers; for staff. */
export function ValueCard({ controlId, isLive }: { controlId: string; isLive: boolean }) {
  const t = useTranslations("value");
  const f = useFormats();
  const { data, problem, mutate } = useOperation(
    "getControlValue",
    { params: { control_id: controlId } },
    { refreshInterval: isLive ? EVERY : 0 },
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  const latest = data.revisions.at(-1)!;
  return (
    <Card
      title={t("title")}
      subtitle={
        latest.restated_by
          ? t("basis.restatedBy", {
              when: f.moment(latest.as_of),
              inputs: latest.restated_by.map((input) => t(`revisions.${input}`)).join(", "),
            })
          : t(`basis.${latest.basis}`, { when: f.moment(latest.as_of) })
      }
    >
      <div className="flex flex-col gap-5">
        <Figures revision={latest} />
        <MissingInputs missing={latest.missing} />
        <Details revisions={data.revisions} />
      </div>
    </Card>
  );
}

function Figures({ revision }: { revision: ValueRevision }) {
  const t = useTranslations("value.figures");
  const f = useFormats();
  const { volume_kwh, uncertainty_kwh, supplier, customers, missing } = revision;
  const toBand = (kwh: number) =>
    isBandUnknown(kwh, missing) ? t("bandUnknown") : t("band", { kwh: f.kwh(kwh) });
  const toHint = (eur: number | null) => t(eur === null ? "unknown" : eur < 0 ? "costs" : "earns");
  return (
    <MetricRow>
      <Metric
        label={t(volume_kwh < 0 ? "added" : "volume")}
        value={f.number(Math.abs(volume_kwh))}
        unit="kWh"
        hint={uncertainty_kwh === null ? t("planned") : toBand(uncertainty_kwh)}
        tone="curtailed"
      />
      <Metric
        label={t("supplier")}
        value={f.eur(supplier.eur, { signed: true })}
        hint={toHint(supplier.eur)}
        tone={supplier.eur === null ? "unknown" : undefined}
      />
      <Metric
        label={t("customers")}
        value={f.eur(customers.eur, { signed: true })}
        hint={toHint(customers.eur)}
        tone={customers.eur === null ? "unknown" : undefined}
      />
    </MetricRow>
  );
}

const ValueDetails = dynamic(async () => (await import("./value-details.tsx")).ValueDetails);

/** What the amounts consist of; its code is loaded when it is opened. */
function Details({ revisions }: { revisions: readonly ValueRevision[] }) {
  const t = useTranslations("value");
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
        {t("details")}
      </summary>
      {isOpen && <ValueDetails revisions={revisions} />}
    </details>
  );
}
