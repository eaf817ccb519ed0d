"use client";

import { useTranslations } from "next-intl";
import { TypedField, type Step, type TypedFieldProps } from "./parsed-input.tsx";
import { isWholeTime, readTime } from "./parsed-time.ts";
import type { TypedForm } from "./use-parsed-input.ts";

const form: TypedForm = { write: (time) => time, read: readTime, isWhole: isWholeTime };

/**
 * A time of day, `13:05` as its value. A step from it depends on its day, which may be another
 * afterwards: `onStep` changes both.
 */
export function TimeField({
  onStep,
  ...field
}: TypedFieldProps & { onStep: (from: string, step: Step) => void }) {
  const t = useTranslations("common.time");
  return (
    <TypedField
      {...field}
      form={form}
      placeholder={t("form")}
      unreadable={(typed) => t("unreadable", { typed })}
      onStep={(from, step) => {
        onStep(from, step);
        return null;
      }}
    />
  );
}
