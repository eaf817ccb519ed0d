"use client";

import { toggled } from "@/components/form/toggled.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";
import { useTranslations } from "next-intl";
import type { KeyLimits } from "@/lib/contract/keys.ts";
import type { BiddingZone } from "@/lib/contract/schema-types.ts";

/** What a key can be limited to. */
export interface RestrictionOptions {
  zones: readonly BiddingZone[];
  groups: readonly GroupOption[];
}

/** The groups and bidding zones a key is limited to; nothing chosen is no limit. */
export function RestrictionSelect({
  chosen,
  options: { zones, groups },
  onChange,
  error,
}: {
  chosen: KeyLimits;
  options: RestrictionOptions;
  onChange: (chosen: KeyLimits) => void;
  error?: string | undefined;
}) {
  const t = useTranslations("apiKeys.create");
  const zoned = (zone: BiddingZone) =>
    onChange({ ...chosen, bidding_zones: toggled(chosen.bidding_zones, zone) });
  const grouped = (id: string) => onChange({ ...chosen, group_ids: toggled(chosen.group_ids, id) });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t("limits")}</legend>
      <div className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-1">
        {zones.map((zone) => (
          <CheckboxGroup
            key={zone}
            label={t("zone", { zone })}
            checked={chosen.bidding_zones.includes(zone)}
            onChange={() => zoned(zone)}
          />
        ))}
        {groups.map(({ id, name }) => (
          <CheckboxGroup
            key={id}
            label={name}
            checked={chosen.group_ids.includes(id)}
            onChange={() => grouped(id)}
          />
        ))}
      </div>
      <p className="text-xs text-muted">{t("limitsHint")}</p>
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function CheckboxGroup({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
