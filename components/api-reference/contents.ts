import { operations } from "@/lib/contract/operations.ts";
import { fieldsOf } from "./fields.ts";
import { titleOf } from "./titles.ts";
import { addressOfOperation, operationsOf, tags } from "./reference.ts";
import { jsonSchemaOf } from "./schema.ts";

/** One line of the side navigation. */
export interface Entry {
  href: string;
  label: string;
  method?: "GET" | "POST" | "DELETE";
  acts?: boolean;
  /** What it can be found by, in lower case. */
  words: string;
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
    entries: operationsOf(tag).map((id) => {
      const { method, path, summary, scope, query, body } = operations[id];
      const names = [
        ...fieldsOf(jsonSchemaOf(query, "output")),
        ...fieldsOf(jsonSchemaOf(body, "input")),
      ].map(({ name }) => name);
      return {
        href: addressOfOperation(id),
        label: titleOf(id),
        method: method.toUpperCase() as Entry["method"],
        acts: scope === "control",
        words: [id, method, path, summary, ...names].join(" ").toLowerCase(),
      };
    }),
  }));
