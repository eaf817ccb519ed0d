import { useLocale, useTranslations } from "next-intl";
import { knownText } from "@/lib/i18n/known-text.ts";
import type { Problem } from "@/lib/contract/problem.ts";

export type ProblemTranslator = ReturnType<typeof useTranslations<"problems">>;
export type Remark = NonNullable<Problem["errors"]>[number];

const kindOf = ({ type }: Problem) => type.split(":").at(-1) ?? "";

/**
 * What a problem says, in the reader's language: by the stable names it carries. What has none is
 * said in general, in English as it came.
 */
export function useProblemTexts() {
  const t = useTranslations("problems");
  const speaksEnglish = useLocale() === "en";
  return {
    title: (problem: Problem): string =>
      knownText(t, `kinds.${kindOf(problem)}.title`, problem.title),
    detail: (problem: Problem): string => {
      const general = `kinds.${kindOf(problem)}.detail`;
      const otherwise = speaksEnglish ? problem.detail : knownText(t, general, problem.detail);
      return knownText(t, `details.${problem.code}`, otherwise);
    },
    remark: (remark: Remark): string => remarkText(remark, t),
  };
}

/** What is wrong with a value, as a sentence. */
export function remarkText({ code, values, detail }: Remark, t: ProblemTranslator): string {
  const key = `remarks.${code}` as never;
  return code && t.has(key) ? t(key, values as never) : asSentence(detail);
}

/** A remark as a sentence: capital first, full stop last. */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
