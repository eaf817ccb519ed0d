import type { useTranslations } from "next-intl";
import type { OwnControl } from "@/lib/contract/locations.ts";

/** Why a control was, is or will be there, in a sentence; that no reason was given is one too. */
export function whyTold(
  { reason, type }: Pick<OwnControl, "reason" | "type">,
  tense: "past" | "now" | "coming",
  t: ReturnType<typeof useTranslations<"home">>,
): string {
  if (!reason) return t("told.reasons.none");
  if (reason === "test") return t(`told.reasons.test.${tense}`);
  const direction = type === "MAX_PRODUCTION" ? "more" : "less";
  return t(`told.reasons.${reason}.${direction}.${tense}`);
}
