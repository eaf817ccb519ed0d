import { useTranslations } from "next-intl";
import { Field, Select } from "@/components/ui/field.tsx";

/** How long what is replaced stays valid, in hours, by message key. */
const graces = { none: 0, hour: 1, day: 24, week: 168 } as const;
export type Grace = keyof typeof graces;

/** The body of a rotation. */
export const toGraceHours = ({ grace_hours }: { grace_hours: Grace }) => ({
  grace_hours: graces[grace_hours],
});

/** The choice of how long a former secret stays valid. */
export function GraceField({
  form,
  ...field
}: {
  label: string;
  hint: string;
  form: {
    draft: { grace_hours: Grace };
    errors: { grace_hours?: string | undefined };
    set: (field: "grace_hours", value: Grace) => void;
  };
}) {
  const t = useTranslations("common.graces");
  return (
    <Field {...field} error={form.errors.grace_hours}>
      <Select
        value={form.draft.grace_hours}
        onChange={(event) => form.set("grace_hours", event.target.value as Grace)}
      >
        {(Object.keys(graces) as Grace[]).map((grace) => (
          <option key={grace} value={grace}>
            {t(grace)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
