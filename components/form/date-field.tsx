"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { isDate, shiftedDate } from "@/lib/time/local-input.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import { ParsedInput, type ParsedInputProps } from "./parsed-input.tsx";
import type { ParsedInputFormat } from "./use-parsed-input.ts";
import type { Locale } from "@/lib/i18n/locales.ts";

const separators = { en: "/", nl: "-" } as const satisfies Record<Locale, string>;

/** Formats `2026-10-25` for a field: `25/10/2026`, in Dutch `25-10-2026`; other text is unchanged. */
export const dateText = (date: string, locale: Locale): string =>
  isDate(date) ? date.split("-").reverse().join(separators[locale]) : date;

const yearFirst = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const dayFirst = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})(?:[-/. ](?<year>\d{4}|\d{2}))?$/;
const digitsOnly = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})?$/;
const withWholeYear = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}|\d{8})$/;

/**
 * The date a person typed, as `2026-10-25`; null when it is none. The day comes first, or the year
 * (`2026-10-25`); with any separator or none, since some keyboards have digits alone. A date without
 * its year is the one nearest to `today`.
 */
export function readDate(text: string, today: string): string | null {
  const plain = text.trim();
  const found = yearFirst.exec(plain) ?? dayFirst.exec(plain) ?? digitsOnly.exec(plain);
  const { day = "", month = "", year } = found?.groups ?? {};
  const inYear = (each: string) => `${each}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const years = year === undefined ? nearestYear(today) : [year.padStart(4, "20")];
  const dates = years.map(inYear).filter(isDate);
  const apart = (date: string) => Math.abs(Date.parse(date) - Date.parse(today));
  return dates.toSorted((one, other) => apart(one) - apart(other))[0] ?? null;
}

const nearestYear = (today: string) =>
  [-1, 0, 1].map((years) => String(Number(today.slice(0, 4)) + years));

/** Whether nothing can follow: a date with its whole year. */
export const isWholeDate = (text: string): boolean => withWholeYear.test(text.trim());

const today = () => localDate(Date.now());

/**
 * A date of Amsterdam's calendar, `2026-10-25` as its value, written and read as in the reader's
 * language whatever the browser's. Arrow up and down step a day, the page keys a week.
 */
export function DateField({
  hasTodayButton = false,
  ...field
}: ParsedInputProps & {
  /** Whether a button puts today's date. */
  hasTodayButton?: boolean;
}) {
  const t = useTranslations("common.date");
  const locale = useLocale();
  const form = useMemo<ParsedInputFormat>(
    () => ({
      write: (date) => dateText(date, locale),
      read: (text) => readDate(text, today()),
      isWhole: isWholeDate,
    }),
    [locale],
  );
  return (
    <ParsedInput
      {...field}
      form={form}
      placeholder={t("form")}
      unreadable={(typed) => t("unreadable", { typed, example: form.write(today()) })}
      onStep={(from, { direction, isLarge }) =>
        shiftedDate(from === "" ? today() : from, from === "" ? 0 : direction * (isLarge ? 7 : 1))
      }
      button={hasTodayButton ? { label: t("today"), value: today } : undefined}
    />
  );
}
