"use client";

import { useTranslations } from "next-intl";
import { ParsedInput, type Step, type ParsedInputProps } from "./parsed-input.tsx";
import { isWholeTime, readTime } from "./parsed-time.ts";
import type { ParsedInputFormat } from "./use-parsed-input.ts";

const form: ParsedInputFormat = { write: (time) => time, read: readTime, isWhole: isWholeTime };

/**
 * A time of day, `13:05` as its value. A step from it depends on its day, which may be another
 * afterwards: `onStep` changes both.
 */
export function TimeField({
  onStep,
  ...field
}: ParsedInputProps & { onStep: (from: string, step: Step) => void }) {
  const t = useTranslations("common.time");
  return (
    <ParsedInput
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
