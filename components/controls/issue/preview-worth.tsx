"use client";

import { useTranslations } from "next-intl";
import { send } from "@/components/api/operation-client.ts";
import { toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlOrder } from "@/lib/contract/controls.ts";
import type { ValueRevision } from "@/lib/contract/value.ts";
import { operationsForTarget, type Target } from "../control-draft.ts";
import { Fact } from "./impact-summary.tsx";

const EVERY = 60_000;

/** A control that is not issued yet. */
export interface UnissuedControl {
  target: Target;
  body: ControlOrder;
}

/** Asks what a control would be worth by what is known now; nothing is recorded or sent. */
function usePreviewedValue({ target, body }: UnissuedControl): ValueRevision | undefined {
  const { data } = useReading<ValueRevision>(
    ["preview-value", target.kind, target.id, body],
    async () => {
      const { value, params } = operationsForTarget(target);
      return toFetched(await send(value, { params: params as never, body }));
    },
    { refreshInterval: EVERY, shouldRetryOnError: false },
  );
  return data;
}

/** What is expected for the supplier and the customers; null if neither is known. */
function useWorthText(value: ValueRevision | undefined): string | null {
  const t = useTranslations("controls.worth");
  const f = useFormats();
  if (!value) return null;
  const { supplier, customers } = value;
  if (supplier.eur === null && customers.eur === null) return null;
  const amount = (eur: number | null) =>
    eur === null ? t("unknown") : f.eur(eur, { signed: true });
  return t("amounts", { supplier: amount(supplier.eur), customers: amount(customers.eur) });
}

/** What a control is expected to be worth, as one of the facts of a dialog; nothing if it is not known. */
export function WorthFact(control: UnissuedControl) {
  const t = useTranslations("controls.worth");
  const text = useWorthText(usePreviewedValue(control));
  return text && <Fact label={t("title")}>{text}</Fact>;
}

/** What a control is expected to be worth, in a sentence, and what is missing to know it. */
export function WorthSentence(control: UnissuedControl) {
  const t = useTranslations("controls.worth");
  const missing = useTranslations("value.missing");
  const f = useFormats();
  const value = usePreviewedValue(control);
  const text = useWorthText(value);
  if (!value) return null;
  const gaps = value.missing.map(({ what, count }) =>
    missing(what, { count, shown: f.count(count) }),
  );
  return (
    <p className="max-w-prose">
      {text === null ? t("notKnown") : t("sentence", { amounts: text })}{" "}
      {gaps.length > 0 && (
        <span className="text-muted">{t("missing", { what: gaps.join("; ") })}</span>
      )}
    </p>
  );
}
