import { useTranslations } from "next-intl";

/** What the service says of an attempt that had no answer, by the key of its message. */
const messageKeys = {
  "The address is not one that events are sent to.": "address",
  "The name of the host resolves to an address that events are not sent to.": "address",
  "The connection was refused.": "refused",
  "The connection was closed before an answer.": "closed",
  "The host cannot be reached.": "unreachable",
  "The network cannot be reached.": "unreachable",
  "The name of the host cannot be resolved.": "name",
  "The name of the host cannot be resolved now.": "name",
  "The connection timed out.": "timeout",
  "No answer within 15 seconds.": "timeout",
} as const;

const isTranslated = (detail: string): detail is keyof typeof messageKeys => detail in messageKeys;

/** Why an attempt failed, in the reader's language; the service's own words where there are no others. */
export function useFailureText(): (detail: string) => string {
  const t = useTranslations("webhooks.failures");
  return (detail) => {
    const status = /^The endpoint answered (\d{3})/.exec(detail)?.[1];
    if (status !== undefined) return t("status", { status });
    return isTranslated(detail) ? t(messageKeys[detail]) : detail;
  };
}
