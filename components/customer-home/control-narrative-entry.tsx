"use client";

import { useTranslations } from "next-intl";
import { TypeIcon } from "@/components/controls/type-name.tsx";
import { ControlWorth } from "@/components/value/value.dynamic.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { NEGLIGIBLE_KWH } from "@/components/ui/format-energy.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { DeviceParts } from "@/lib/energy/device-energy.ts";
import { isOverriddenWholly, type Interval } from "@/lib/controls/precedence.ts";
import { describeControl } from "./control-narrative.ts";
import type { ReactNode } from "react";

/** One control in plain sentences: its day, what it did, and why; the rest is folded. */
export function NarrativeEntry({
  control,
  parts,
  now,
  allControls,
  during,
  brief = false,
  valuedFor,
}: {
  control: LocatedControl;
  parts: DeviceParts | null;
  now: number;
  /** The controls of which newer ones go before this one, and this one before older ones. */
  allControls: readonly LocatedControl[];
  /** When it is in force as one with others of its kind; by default when no newer one is. */
  during?: Interval;
  /** One sentence, and its reason until it ends; all else is folded. */
  brief?: boolean;
  /** The customer to whom the service says what a control was worth. */
  valuedFor?: string | undefined;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const context = { parts, allControls, during };
  const { tense, lead, details, precedence, why } = describeControl(control, context, now, {
    t,
    f,
  });
  const isAhead = tense === "now" || tense === "coming";
  const isSkipped = isAhead && control.opted_out === true;
  const quiet = tense === "calledOff" || isSkipped || isOverriddenWholly(control, allControls);
  const effects = isSkipped ? [] : details;
  const showsReason = !brief || (isAhead && control.reason !== null);
  const reason = why && <Reason why={why} />;
  const folded = [...(brief ? effects : []), ...precedence];
  return (
    <div className="flex gap-3">
      <span
        className={classNames(
          "mt-0.5 grid size-8 shrink-0 place-items-center rounded-full",
          quiet ? "bg-sunken" : "bg-curtailed/10",
        )}
      >
        <TypeIcon type={control.type} />
      </span>
      <div className="min-w-0 max-w-prose">
        <p className="text-muted">{f.nearDay(control.time_from, now)}</p>
        <p className={classNames("text-base", quiet ? "text-muted" : "font-medium")}>{lead}</p>
        {isSkipped && !brief && <p className="mt-1 font-medium">{t("skip.skipped")}</p>}
        {!brief && <Sentences of={effects} />}
        {showsReason && reason}
        {(folded.length > 0 || (reason && !showsReason)) && (
          <Fold title={t("narrative.more")}>
            <Sentences of={folded} />
            {!showsReason && reason}
          </Fold>
        )}
        {valuedFor !== undefined && !quiet && (
          <ControlWorth
            customerId={valuedFor}
            controlIds={[control.control_id]}
            hasCharged={(parts?.batteryKwh ?? 0) <= -NEGLIGIBLE_KWH}
          />
        )}
      </div>
    </div>
  );
}

export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => (
    <p key={sentence} className="mt-1">
      {sentence}
    </p>
  ));
}

export function Reason({ why }: { why: string }) {
  const t = useTranslations("customerHome");
  return (
    <p className="mt-1 text-muted">
      {t.rich("narrative.reasons.line", {
        why,
        label: (chunks) => <span className="font-medium">{chunks}</span>,
      })}
    </p>
  );
}

/** What is read by those who ask for it. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">{title}</summary>
      {children}
    </details>
  );
}
