import { useLocale, useTranslations } from "next-intl";
import { optionalMessage } from "@/lib/i18n/optional-message.ts";
import { createFormats, type Formats } from "@/lib/i18n/format.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Refused values (400, 422), and a session that ended (401). */
const permanentCodes = [400, 401, 422];

/** Whether a retry of the same request would get the same answer. */
export const isPermanent = ({ status }: Problem): boolean => permanentCodes.includes(status);

export type ProblemTranslator = ReturnType<typeof useTranslations<"problems">>;
export type Remark = NonNullable<Problem["errors"]>[number];

/** The field a remark is on: the last step of its pointer, `#/ratings/tilt` → `tilt`. */
export const getField = ({ pointer }: Remark): string => pointer.split("/").at(-1) ?? "";

const getKind = ({ type }: Problem) => type.split(":").at(-1) ?? "";

/**
 * The messages of a problem in the user's language, by its stable codes. Without a code the text is
 * general, with the English detail of the response.
 */
export function useProblemMessages() {
  const t = useTranslations("problems");
  const locale = useLocale();
  return {
    title: (problem: Problem): string =>
      optionalMessage(t, `kinds.${getKind(problem)}.title`, problem.title),
    detail: (problem: Problem): string => {
      const general = `kinds.${getKind(problem)}.detail`;
      const otherwise =
        locale === "en" ? problem.detail : optionalMessage(t, general, problem.detail);
      const values = problem.values && formatValues(problem.values, createFormats(locale));
      return optionalMessage(t, `details.${problem.code}`, otherwise, values);
    },
    /** The name of the field a remark is on; empty where it has none. */
    field: (remark: Remark): string => optionalMessage(t, `fields.${getField(remark)}`, ""),
    remark: ({ values, ...remark }: Remark): string =>
      remarkMessage(
        { ...remark, values: values && formatValues(values, createFormats(locale)) },
        t,
      ),
  };
}

type Values = NonNullable<Problem["values"]>;
/** Of what is spoken of, the moments. */
const moments = new Set(["since", "from"]);

/** What a detail speaks of, a moment as readers write it; what is none stays as it came. */
const formatValues = (values: Values, f: Formats): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const ms = moments.has(name) ? Date.parse(String(value)) : NaN;
      return [name, Number.isNaN(ms) ? value : f.seconds(ms)];
    }),
  );

/** What is wrong with a value, as a sentence. */
export function remarkMessage({ code, values, detail }: Remark, t: ProblemTranslator): string {
  const key = `remarks.${code}` as never;
  return code && t.has(key) ? t(key, values as never) : asSentence(detail);
}

/** A remark as a sentence: capital first, full stop last. */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
