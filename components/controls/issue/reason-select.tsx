"use client";

import { useTranslations } from "next-intl";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import { reasonNames } from "../types.ts";

/** Selects why a control is issued; no reason by default. */
export function ReasonSelect({
  chosen,
  type,
  onChoose,
}: {
  chosen: ControlReason | null;
  /** Null: no direction is chosen yet. */
  type: ControlType | null;
  onChoose: (reason: ControlReason | null) => void;
}) {
  const t = useTranslations("controls");
  const price = type ? (type === "MAX_PRODUCTION" ? "priceHigh" : "priceLow") : "price";
  const value = chosen === "price" ? price : (chosen ?? "none");
  return (
    <>
      <div className="grid grid-cols-2 gap-1.5 min-[26rem]:grid-cols-[auto_repeat(3,minmax(0,1fr))]">
        {([null, ...reasonNames] as const).map((reason) => (
          <label
            key={reason ?? "none"}
            className="relative flex min-h-10 cursor-pointer items-center justify-center rounded-md border border-line px-3 text-center whitespace-nowrap hover:border-line-strong has-checked:border-ink has-checked:bg-sunken has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              ref={syncEarlyInput}
              type="radio"
              name="reason"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={reason === chosen}
              onChange={() => onChoose(reason)}
            />
            {t(`reasons.${reason ?? "none"}`)}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="text-muted">
        {t(`console.reason.${value}`)} {chosen && t("console.reason.hint")}
      </p>
    </>
  );
}
