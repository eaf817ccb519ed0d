"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TextField } from "@/components/form/text-field.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { BIDDING_ZONE, biddingZones } from "@/lib/contract/bidding-zones.ts";
import type { BiddingZone } from "@/lib/contract/schema-types.ts";

const initial: { name: string; bidding_zone: BiddingZone } = {
  name: "",
  bidding_zone: BIDDING_ZONE,
};

/** Creates a group and opens it. */
export function GroupForm() {
  const t = useTranslations("groups");
  const router = useRouter();
  const form = useOperationForm({
    operation: "createGroup",
    initial,
    toBody: ({ name, bidding_zone }) => ({ name: name.trim(), bidding_zone }),
    onDone: ({ id }) => router.push(`/groups/${encodeURIComponent(id)}`),
  });

  return (
    <FormFrame form={form} action={t("create")} cancelHref="/groups">
      <TextField form={form} name="name" label={t("name")} autoComplete="off" />
      <Field label={t("zone")} error={form.errors.bidding_zone}>
        <Select
          value={form.draft.bidding_zone}
          onChange={(event) => form.set("bidding_zone", event.target.value as BiddingZone)}
        >
          {biddingZones.map((zone) => (
            <option key={zone} value={zone}>
              {t(`zones.${zone}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormFrame>
  );
}
