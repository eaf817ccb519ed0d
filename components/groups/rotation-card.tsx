"use client";

import { useState } from "react";
import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { GroupRotation } from "@/lib/contract/rotation.ts";

const RotationForm = dynamic(async () => (await import("./rotation-form.tsx")).RotationForm);

/** Who of a group carried its lost energy, how even that is, and the switch to take turns; for staff. */
export function RotationCard({ groupId, mayChange }: { groupId: string; mayChange: boolean }) {
  const t = useTranslations("groups.rotation");
  const f = useFormats();
  const [isOpen, setOpen] = useState(false);
  const params = { group_id: groupId };
  const { data, problem, mutate, put } = useOperation("getGroupRotation", { params });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-80" />;
  }
  const { jain_index: index, spread, lost_kwh, share } = data;
  const kwhPerKwp = (percent: number) =>
    f.number(spread.find((one) => one.percent === percent)?.kwh_per_kwp);
  return (
    <Card
      title={t("title")}
      subtitle={t("hint")}
      actions={mayChange && !isOpen && <Button onClick={() => setOpen(true)}>{t("change")}</Button>}
    >
      <div className="flex flex-col gap-5">
        <MetricRow>
          <Metric
            label={t("index")}
            value={index === null ? "–" : f.number(index, { decimals: 2 })}
            hint={index === null ? t("nothingLost") : t("indexHint")}
          />
          <Metric label={t("lost")} value={f.number(lost_kwh)} unit="kWh" hint={t("year")} />
          <Metric
            label={t("spread")}
            value={t("range", { low: kwhPerKwp(10), high: kwhPerKwp(90) })}
            unit="kWh/kWp"
            hint={t("spreadHint")}
          />
        </MetricRow>
        {isOpen ? (
          <RotationForm key={String(share)} groupId={groupId} share={share} onDone={put} />
        ) : (
          <p>{share === null ? t("off") : t("on", { share: f.percent(share) })}</p>
        )}
        <MembersTable rotation={data} />
      </div>
    </Card>
  );
}

function MembersTable({ rotation: { members, locations } }: { rotation: GroupRotation }) {
  const t = useTranslations("groups.rotation");
  const f = useFormats();
  if (members.length === 0) return <p className="text-muted">{t("noPanels")}</p>;
  return (
    <>
      <ChartDataTable
        caption={t("caption")}
        columns={[t("customer"), t("share"), "kWh/kWp", "kWh", "kWp"]}
        names={1}
        rows={members.map((one) => ({
          key: one.location_id,
          cells: [
            <Link
              key="customer"
              className="link inline-block max-w-28 whitespace-normal sm:max-w-none"
              href={`/locations/${encodeURIComponent(one.location_id)}`}
            >
              {one.customer_name}
            </Link>,
            f.number(100 * one.share, { decimals: 1 }) + "\u00a0%",
            f.number(one.kwh_per_kwp),
            f.number(one.lost_kwh),
            f.number(one.peak_kw, { decimals: 1 }),
          ],
        }))}
      />
      {locations > members.length && (
        <p className="text-muted">{t("more", { count: locations - members.length })}</p>
      )}
    </>
  );
}
