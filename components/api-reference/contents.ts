import { operations } from "@/lib/contract/operations.ts";
import { getFields } from "./fields.ts";
import { toTitle } from "./titles.ts";
import { operationHref, operationsWithTag, tags } from "./reference.ts";
import { toJsonSchema } from "./schema.ts";

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
