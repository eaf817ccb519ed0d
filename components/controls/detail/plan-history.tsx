"use client";

import { useTranslations } from "next-intl";
import { useOperation } from "@/components/api/use-operation.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlRestatement } from "@/lib/contract/controls.ts";
import type { ControlDelivery } from "@/lib/contract/deliveries.ts";
import { endedEarly, wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { sumEffectsKwh, sumKwh } from "@/lib/energy/energy.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { ControlDetailView } from "../control-view-model.ts";

/** A smaller change of a plan is not worth a line, in kWh. */
const MIN_KWH = 0.05;

/** The plan of a control as issued and what moved it to the current commitment, in kWh. */
export interface PlanSteps {
  issued: number;
  /** What cancelling took from it; 0 if it was not cancelled while it ran. */
  cancelled: number;
  /** What customers changed who were excluded after it was issued. */
  excluded: number;
  /** What newer controls took from it so far. */
  takenOver: number;
  commitment: number;
}

/** The steps from the issued plan to the current commitment; its sum is `commitment`. */
export function toPlanSteps(
  {
    results,
    energy_kwh,
    excluded_effect = [],
    superseded = null,
  }: Pick<ControlDetailView, "results" | "energy_kwh" | "excluded_effect"> & {
    superseded?: boolean | null;
  },
  delivered: ControlDelivery["results"],
): PlanSteps {
  const parts = delivered.map((part) => ({
    from: toMillis(part.time_from),
    to: toMillis(part.time_to),
    planned: part.planned,
    delta: results.find(({ time_from }) => time_from === part.time_from)?.delta ?? 0,
    excluded: excluded_effect.find(({ time_from }) => time_from === part.time_from)?.delta ?? 0,
  }));
  const run = sumKwh(parts, ({ delta }) => delta);
  const commitment = sumKwh(parts, ({ planned }) => planned);
  // Finished intervals count whole or not: without a newer control all of the difference is of those.
  const isOnlyExcluded = superseded === false && excluded_effect.length > 0;
  const excluded = isOnlyExcluded ? commitment - run : sumKwh(parts, (part) => part.excluded);
  return {
    issued: energy_kwh,
    cancelled: run - energy_kwh,
    excluded,
    takenOver: commitment - run - excluded,
    commitment,
  };
}

function Step({ label, kwh, total = false }: { label: string; kwh: number; total?: boolean }) {
  const f = useFormats();
  return (
    <div
      className={
        total
          ? "flex justify-between gap-4 border-t border-line pt-2 font-medium"
          : "flex justify-between gap-4"
      }
    >
      <dt className={total ? undefined : "text-muted"}>{label}</dt>
      <dd className="whitespace-nowrap">{f.kwh(kwh, { signed: true })}</dd>
    </div>
  );
}

/** The plan of a control as it was issued, and why it moved since. */
export function PlanHistory({
  control,
  hasDelivery,
}: {
  control: ControlDetailView;
  /** Whether the service says what was committed and delivered, and the control has begun. */
  hasDelivery: boolean;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { data } = useOperation(
    "getControlDelivery",
    hasDelivery ? { params: { control_id: control.id } } : null,
  );
  const { restatements = [], created_at, cancelled_at } = control;
  const steps = data && toPlanSteps(control, data.results);
  const isCut = endedEarly(control) || wasCancelledBeforeStart(control);
  return (
    <div className="mt-2">
      <dl className="flex max-w-prose flex-col gap-2">
        <Step label={t("page.atIssue", { when: f.moment(created_at) })} kwh={control.energy_kwh} />
        {steps && isCut && (
          <Step
            label={t("page.cutByCancelling", { when: f.moment(cancelled_at!) })}
            kwh={steps.cancelled}
          />
        )}
        {steps && Math.abs(steps.excluded) >= MIN_KWH && (
          <Step label={t("page.excludedLater")} kwh={steps.excluded} />
        )}
        {steps && Math.abs(steps.takenOver) >= MIN_KWH && (
          <Step label={t("page.takenOver")} kwh={steps.takenOver} />
        )}
        {steps && <Step label={t("page.commitment")} kwh={steps.commitment} total />}
      </dl>
      <Restatements restatements={restatements} />
    </div>
  );
}

function Restatement({ restatement }: { restatement: ControlRestatement }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { time, control_id, type, cancelled, results } = restatement;
  return (
    <li>
      {t.rich(cancelled ? "restatements.byCancelling" : "restatements.by", {
        type: t(`types.${type}.title`),
        time: f.moment(time),
        energy: f.kwh(sumEffectsKwh(results), { signed: true }),
        control: (name) =>
          control_id === null ? (
            name
          ) : (
            <Link className="link" href={`/controls/${encodeURIComponent(control_id)}`}>
              {name}
            </Link>
          ),
      })}
    </li>
  );
}

/** What other controls changed in a control's window, each with its cause; nothing where none did. */
export function Restatements({ restatements }: { restatements: ControlRestatement[] }) {
  const t = useTranslations("controls.restatements");
  if (restatements.length === 0) return null;
  return (
    <section className="mt-4 flex flex-col gap-1">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="text-muted">{t("hint")}</p>
      <ul className="flex flex-col gap-1">
        {restatements.map((one) => (
          <Restatement key={[one.time, one.control_id, one.cancelled].join()} restatement={one} />
        ))}
      </ul>
    </section>
  );
}
