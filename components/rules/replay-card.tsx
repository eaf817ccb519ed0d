"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import type { RuleReplay } from "@/lib/contract/rule-replay.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { MissingList } from "./missing-list.tsx";

const PERIODS = ["30", "60", "180", "365"];

/** A rule over the past, in euros and as a share of perfect foresight. */
export function ReplayCard({ ruleId }: { ruleId: string }) {
  const t = useTranslations("rules.replay");
  const isHydrated = useHydrated();
  const [replay, setReplay] = useState<RuleReplay | null>(null);
  const form = useOperationForm({
    operation: "replayRule",
    params: { rule_id: ruleId },
    initial: { days: "60" },
    toBody: ({ days }) => ({
      time_from: new Date(startOfDay(Date.now(), -Number(days))).toISOString(),
      time_to: new Date(startOfDay(Date.now())).toISOString(),
    }),
    onDone: setReplay,
  });
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t("basis")}</p>
        <form noValidate onSubmit={form.submit} className="flex flex-wrap items-end gap-3">
          <Field label={t("days")} className="w-48">
            <Select
              value={form.draft.days}
              onChange={(event) => form.set("days", event.target.value)}
            >
              {PERIODS.map((days) => (
                <option key={days} value={days}>
                  {t("lastDays", { count: Number(days) })}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" variant="primary" pending={form.pending} disabled={!isHydrated}>
            {t("run")}
          </Button>
        </form>
        {form.problem && <Failure problem={form.problem} />}
        {replay && <ReplayResult replay={replay} />}
      </div>
    </Card>
  );
}

/** What a replay comes to. */
export function ReplayResult({ replay }: { replay: RuleReplay }) {
  const t = useTranslations("rules.replay");
  const f = useFormats();
  const { total, months, missing, locations, sampled_locations: sampled } = replay;
  const { later_terms_customers: laterTerms = 0 } = replay;
  const share = (value: number | null) => (value === null ? "–" : f.percent(value));
  return (
    <>
      {total.controls === 0 && <p>{t("none")}</p>}
      <MetricRow many>
        <Metric label={t("gain")} value={f.eur(total.gain_eur)} />
        <Metric label={t("share")} value={share(total.share)} />
        <Metric label={t("hours")} value={f.number(total.hours, { decimals: 1 })} />
        <Metric label={t("curtailed")} value={f.count(total.curtailed_kwh)} unit="kWh" />
      </MetricRow>
      <p className="text-muted">
        {t("locations", { count: locations })}
        {sampled < locations && ` ${t("sampled", { count: sampled })}`}
      </p>
      {laterTerms > 0 && <p className="text-muted">{t("laterTerms", { count: laterTerms })}</p>}
      {total.unvalued_intervals > 0 && (
        <p className="text-muted">{t("unvalued", { count: total.unvalued_intervals })}</p>
      )}
      <ChartDataTable
        stacks
        caption={t("caption")}
        columns={[
          t("month"),
          t("controls"),
          t("hours"),
          "kWh",
          t("gain"),
          t("foresight"),
          t("share"),
          t("customers"),
        ]}
        names={1}
        rows={months.map((month) => ({
          key: month.month,
          cells: [
            f.month(`${month.month}-15T12:00:00Z`),
            f.count(month.controls),
            f.number(month.hours, { decimals: 1 }),
            f.number(month.curtailed_kwh),
            f.eur(month.gain_eur, { signed: true }),
            f.eur(month.foresight_eur),
            share(month.share),
            f.eur(month.customers_eur, { signed: true }),
          ],
        }))}
      />
      <p className="text-muted">{t("foresightHint")}</p>
      <Controls replay={replay} />
      <MissingList title={t("missing")} missing={missing} />
    </>
  );
}

const MAX_ROWS = 200;

/** The controls that the rule would have issued, newest first; the list of a long replay is cut. */
function Controls({ replay: { controls, total } }: { replay: RuleReplay }) {
  const t = useTranslations("rules.replay");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const rows = controls.slice(0, MAX_ROWS);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer content-center font-medium">
        {`${t("controls")} (${f.count(total.controls)})`}
      </summary>
      {rows.length < total.controls && (
        <p className="mt-2 text-muted">
          {t("newest", { shown: f.count(rows.length), count: f.count(total.controls) })}
        </p>
      )}
      <div className="mt-2">
        <ChartDataTable
          stacks
          caption={t("controls")}
          columns={[t("window"), t("type"), t("decided"), "kWh", t("expected"), t("gain")]}
          names={3}
          rows={rows.map((control) => ({
            key: control.time_from,
            cells: [
              f.window(control.time_from, control.time_to),
              types(`${control.type}.title`),
              f.moment(control.decided_at),
              f.number(control.curtailed_kwh),
              f.eur(control.expected_eur, { signed: true }),
              control.gain_eur === null ? "–" : f.eur(control.gain_eur, { signed: true }),
            ],
          }))}
        />
      </div>
    </details>
  );
}
