"use client";

import { useTranslations } from "next-intl";
import { DateField } from "@/components/form/date-field.tsx";
import { DecimalField, parseDecimal } from "@/components/form/decimal-field.tsx";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { useOperationForm, type FieldErrors } from "@/components/form/use-operation-form.ts";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type {
  ContractPrice,
  ContractTerms,
  ContractTermsList,
  ContractTermsUpdate,
} from "@/lib/contract/terms.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import type { TermsSubject } from "./terms-subject.ts";

/** What a new form starts with: a dynamic contract without markup, and the tax and VAT of 2026. */
const DYNAMIC: ContractTerms = {
  feed_in: { day_ahead_factor: 1, eur_per_kwh: 0 },
  import: { day_ahead_factor: 1, eur_per_kwh: 0 },
  markup_eur_per_kwh: 0,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0,
  netting: false,
};

type Draft = ReturnType<typeof toDraft>;

const toDraft = (terms: ContractTerms, toText: (value: number) => string) => ({
  valid_from: localDate(Date.now()),
  feedInFactor: toText(terms.feed_in.day_ahead_factor),
  feedInAdded: toText(terms.feed_in.eur_per_kwh),
  importFactor: toText(terms.import.day_ahead_factor),
  importAdded: toText(terms.import.eur_per_kwh),
  markup_eur_per_kwh: toText(terms.markup_eur_per_kwh),
  energy_tax_eur_per_kwh: toText(terms.energy_tax_eur_per_kwh),
  compensation_eur_per_kwh: toText(terms.compensation_eur_per_kwh),
  battery_wear_eur_per_kwh: toText(terms.battery_wear_eur_per_kwh ?? 0),
  vat_percent: toText(terms.vat_percent),
  netting: terms.netting,
  /** Both prices have fields of these names in the body, so that remarks on them have a place. */
  day_ahead_factor: "",
  eur_per_kwh: "",
});

const toBody = (draft: Draft): ContractTermsUpdate => ({
  valid_from: draft.valid_from,
  terms: {
    feed_in: {
      day_ahead_factor: parseDecimal(draft.feedInFactor),
      eur_per_kwh: parseDecimal(draft.feedInAdded),
    },
    import: {
      day_ahead_factor: parseDecimal(draft.importFactor),
      eur_per_kwh: parseDecimal(draft.importAdded),
    },
    markup_eur_per_kwh: parseDecimal(draft.markup_eur_per_kwh),
    energy_tax_eur_per_kwh: parseDecimal(draft.energy_tax_eur_per_kwh),
    compensation_eur_per_kwh: parseDecimal(draft.compensation_eur_per_kwh),
    battery_wear_eur_per_kwh: parseDecimal(draft.battery_wear_eur_per_kwh),
    vat_percent: parseDecimal(draft.vat_percent),
    netting: draft.netting,
  },
});

type DecimalName = Exclude<keyof Draft, "netting" | "valid_from">;

/** The field of the body that a field of a price becomes, with its bounds. */
const priceFields: Partial<Record<DecimalName, [keyof ContractPrice, number, number]>> = {
  feedInFactor: ["day_ahead_factor", 0, 2],
  feedInAdded: ["eur_per_kwh", -10, 10],
  importFactor: ["day_ahead_factor", 0, 2],
  importAdded: ["eur_per_kwh", -10, 10],
};

/** The remark on a field: of the prices on the one that has the fault. */
function getError(errors: FieldErrors, draft: Draft, name: DecimalName): string | undefined {
  const [field, min, max] = priceFields[name] ?? [];
  if (field === undefined) return errors[name];
  const value = parseDecimal(draft[name]);
  return value >= min! && value <= max! ? undefined : errors[field];
}

/** Sets contract terms from a day on; it starts with those in force. */
export function TermsDialog({
  subject: { kind, id },
  terms,
  onSaved,
  onClose,
}: {
  subject: TermsSubject;
  terms: ContractTerms | null;
  onSaved: (answer: ContractTermsList) => void;
  onClose: () => void;
}) {
  const t = useTranslations("value.terms");
  const f = useFormats();
  const toText = (value: number) => f.typed(value);
  const common = { initial: toDraft(terms ?? DYNAMIC, toText), toBody, onDone: onSaved };
  const ofGroup = useOperationForm({
    ...common,
    operation: "setGroupTerms",
    params: { group_id: id },
  });
  const ofCustomer = useOperationForm({
    ...common,
    operation: "setCustomerTerms",
    params: { customer_id: id },
  });
  const form = kind === "group" ? ofGroup : ofCustomer;
  const field = (
    name: Exclude<keyof Draft, "netting" | "valid_from">,
    label: string,
    unit = "€",
  ) => (
    <DecimalField
      label={label}
      unit={unit}
      error={getError(form.errors, form.draft, name)}
      value={form.draft[name]}
      onChange={(value) => form.set(name, value)}
    />
  );
  const price = (label: string, factor: DecimalName, added: DecimalName) => (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {field(factor, t("factor"), "×")}
      {field(added, t("added"))}
    </fieldset>
  );
  return (
    <DialogForm
      form={form}
      title={t(`dialog.${kind}`)}
      description={t("dialogHint")}
      action={t("save")}
      onClose={onClose}
    >
      <DateField
        label={t("validFrom")}
        error={form.errors.valid_from}
        value={form.draft.valid_from}
        onChange={(value) => form.set("valid_from", value)}
      />
      {price(t("feedIn"), "feedInFactor", "feedInAdded")}
      {price(t("import"), "importFactor", "importAdded")}
      <div className="grid gap-3 sm:grid-cols-2">
        {field("markup_eur_per_kwh", t("markup"))}
        {field("energy_tax_eur_per_kwh", t("energyTax"))}
        {field("vat_percent", t("vat"), "%")}
        {field("compensation_eur_per_kwh", t("compensation"))}
        {field("battery_wear_eur_per_kwh", t("wear"))}
      </div>
      <label className="flex min-h-8 items-center gap-2">
        <input
          ref={syncEarlyInput}
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={form.draft.netting}
          onChange={(event) => form.set("netting", event.target.checked)}
        />
        {t("nettingField")}
      </label>
    </DialogForm>
  );
}
