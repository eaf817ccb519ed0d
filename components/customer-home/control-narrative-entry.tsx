"use client";

import { useTranslations } from "next-intl";
import { TypeIcon } from "@/components/controls/badges.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { DeviceParts } from "@/lib/energy/device-energy.ts";
import { isOverruled } from "./control-precedence.ts";
import { tellControl } from "./control-narrative.ts";

/** One control in plain sentences: its day, what it did, and why. */
export function ToldEntry({
  control,
  parts,
  now,
  among,
}: {
  control: OwnControl;
  parts: DeviceParts | null;
  now: number;
  /** The controls of which newer ones go before this one, and this one before older ones. */
  among: readonly OwnControl[];
}) {
  const t = useTranslations("home");
  const f = useFormats();
  const { tense, lead, details, why } = tellControl(control, { parts, among }, now, { t, f });
  const quiet = tense === "calledOff" || isOverruled(control, among, now);
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
        {details.map((sentence) => (
          <p key={sentence} className="mt-1">
            {sentence}
          </p>
        ))}
        {why && (
          <p className="mt-1 text-muted">
            {t.rich("told.reasons.line", {
              why,
              label: (words) => <span className="font-medium">{words}</span>,
            })}
          </p>
        )}
      </div>
    </div>
  );
}
