"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { localDate, shiftedDate } from "@/lib/time/amsterdam.ts";
import { dateText, isWholeDate, readDate } from "./parsed-date.ts";
import { TypedField, type TypedFieldProps } from "./parsed-input.tsx";
import type { TypedForm } from "./use-parsed-input.ts";

const today = () => localDate(Date.now());

/**
 * A date of Amsterdam's calendar, `2026-10-25` as its value, written and read as in the reader's
 * language whatever the browser's. Arrow up and down step a day, the page keys a week.
 */
export function DateField({
  offersToday = false,
  ...field
}: TypedFieldProps & {
  /** Whether a button puts today's date. */
  offersToday?: boolean;
}) {
  const t = useTranslations("common.date");
  const locale = useLocale();
  const form = useMemo<TypedForm>(
    () => ({
      write: (date) => dateText(date, locale),
      read: (text) => readDate(text, today()),
      isWhole: isWholeDate,
    }),
    [locale],
  );
  return (
    <TypedField
      {...field}
      form={form}
      placeholder={t("form")}
      unreadable={(typed) => t("unreadable", { typed, example: form.write(today()) })}
      onStep={(from, { direction, isLarge }) =>
        shiftedDate(from === "" ? today() : from, from === "" ? 0 : direction * (isLarge ? 7 : 1))
      }
      button={offersToday ? { label: t("today"), value: today } : undefined}
    />
  );
}
