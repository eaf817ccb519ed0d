"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { DecimalField, parseDecimal } from "@/components/form/decimal-field.tsx";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { CustomerPicker, type CustomerOption } from "./customer-picker.tsx";

/** Creates a location for a customer and opens it. */
export function LocationForm({
  customers,
  customerId,
  searchable,
}: {
  /** Customers to choose from before anything was searched. */
  customers: CustomerOption[];
  /** Chosen from the start; empty for none. */
  customerId: string;
  /** Whether the service lists customers. */
  searchable: boolean;
}) {
  const t = useTranslations("locations");
  const router = useRouter();
  const form = useOperationForm({
    operation: "createLocation",
    initial: { customer_id: customerId, address: "", latitude: "", longitude: "" },
    toBody: ({ customer_id, address, latitude, longitude }) => ({
      customer_id,
      latitude: parseDecimal(latitude),
      longitude: parseDecimal(longitude),
      metadata: address.trim() === "" ? {} : { address: address.trim() },
    }),
    onDone: ({ id }) => router.push(`/locations/${encodeURIComponent(id)}`),
  });
  const { draft, set, errors } = form;

  return (
    <FormFrame form={form} action={t("create")} cancelHref="/locations">
      <CustomerPicker
        searchable={searchable}
        initialOptions={customers}
        chosen={draft.customer_id}
        error={errors.customer_id}
        onChoose={(id) => set("customer_id", id)}
      />
      <Field label={t("address")} error={errors.address} hint={t("addressHint")}>
        <TextInput
          autoComplete="off"
          value={draft.address}
          onChange={(event) => set("address", event.target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField
          label={t("latitude")}
          unit="°"
          error={errors.latitude}
          hint={t("latitudeHint")}
          value={draft.latitude}
          onChange={(value) => set("latitude", value)}
        />
        <DecimalField
          label={t("longitude")}
          unit="°"
          error={errors.longitude}
          hint={t("longitudeHint")}
          value={draft.longitude}
          onChange={(value) => set("longitude", value)}
        />
      </div>
    </FormFrame>
  );
}
