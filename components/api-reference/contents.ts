import { operations } from "@/lib/contract/operations.ts";
import { getFields } from "./fields.ts";
import { operationHref, operationsWithTag, tags } from "./reference.ts";
import { toJsonSchema } from "./schema.ts";
import { useTranslations } from "next-intl";
import { optionalMessage } from "@/lib/i18n/optional-message.ts";

/** The parts of the guide, in reading order; each is an anchor of /docs. */
export const guideParts = [
  "start",
  "keys",
  "units",
  "lists",
  "errors",
  "repeating",
  "devices",
  "webhooks",
] as const;
export type GuidePart = (typeof guideParts)[number];

/** One line of the side navigation. */
export interface Entry {
  href: string;
  label: string;
  method?: "GET" | "POST" | "DELETE";
  acts?: boolean;
  /** What it can be found by, in lower case. */
  searchText: string;
}

export interface ContentsSection {
  key: string;
  title: string;
  href: string;
  entries: Entry[];
}

/** The sections of the reference, an operation per line; `titleOfTag` says what a tag is called. */
export const referenceContents = (titleOfTag: (tag: string) => string): ContentsSection[] =>
  tags.map((tag) => ({
    key: tag,
    title: titleOfTag(tag),
    href: `/docs/${tag}`,
    entries: operationsWithTag(tag).map((id) => {
      const { method, path, summary, scope, query, body } = operations[id];
      const names = [
        ...getFields(toJsonSchema(query, "output")),
        ...getFields(toJsonSchema(body, "input")),
      ].map(({ name }) => name);
      return {
        href: operationHref(id),
        label: toTitle(id),
        method: method.toUpperCase() as Entry["method"],
        acts: scope === "control",
        searchText: [id, method, path, summary, ...names].join(" ").toLowerCase(),
      };
    }),
  }));

/** An operation's name as a title: `controlBiddingZone` is "Control bidding zone". */
export function toTitle(operation: string): string {
  const spaced = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace(/\bapi\b/i, "API");
}

/** What a tag of the contract is called; a tag without a text goes by its own name. */
export function useTagTitle(): (tag: string) => string {
  const t = useTranslations("docs.tags");
  return (tag) => optionalMessage(t, `${tag}.title`, tag.charAt(0).toUpperCase() + tag.slice(1));
}
