"use client";

import type { GroupOption } from "@/lib/portal/queries/group.ts";
import { useTranslations } from "next-intl";
import type { FieldErrors } from "@/components/form/use-operation-form.ts";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { languages } from "@/lib/i18n/locales.ts";

/** Chosen for what stays as it is, where it is not known how it is. */
export const UNCHANGED = " unchanged ";

/** The draft of a customer; an empty group is none. */
export interface CustomerDraft {
  name: string;
  language: string;
  group_id: string;
}

/** Name, language and, for those who may change it, the group of a customer. */
export function CustomerFields<D extends CustomerDraft>({
  draft,
  errors,
  set,
  groups,
  isExisting = false,
}: {
  draft: D;
  errors: FieldErrors;
  set: <F extends keyof D>(field: F, value: D[F]) => void;
  groups: GroupOption[] | null;
  /** Offers to leave language and group as they are. */
  isExisting?: boolean;
}) {
  const t = useTranslations("customers");
  const unchanged = isExisting && <option value={UNCHANGED}>{t("asItIs")}</option>;
  return (
    <>
      <Field label={t("name")} error={errors.name}>
        <TextInput
          autoComplete="name"
          value={draft.name}
          onChange={(event) => set("name", event.target.value as D["name"])}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("language")}
          error={errors.language}
          hint={groups ? t("languageHint") : undefined}
        >
          <Select
            value={draft.language}
            onChange={(event) => set("language", event.target.value as D["language"])}
          >
            {unchanged}
            {Object.entries(languages).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {groups && (
          <Field label={t("group")} error={errors.group_id} hint={t("groupHint")}>
            <Select
              value={draft.group_id}
              onChange={(event) => set("group_id", event.target.value as D["group_id"])}
            >
              {unchanged}
              <option value="">{t("noGroup")}</option>
              {withCurrent(groups, draft.group_id).map((group) => (
                <option key={group.id} value={group.id}>
                  {group.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </>
  );
}

/** Adds the customer's current group to the options when the list lacks it. */
function withCurrent(groups: GroupOption[], current: string): GroupOption[] {
  const isListed =
    current === "" || current === UNCHANGED || groups.some(({ id }) => id === current);
  return isListed ? groups : [{ id: current, name: current }, ...groups];
}
