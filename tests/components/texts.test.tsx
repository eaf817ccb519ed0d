import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { useTranslations } from "next-intl";
import { expect, test } from "vitest";
import en from "../../messages/en/index.ts";
import nl from "../../messages/nl/index.ts";
import { inLanguage } from "./in-language.tsx";

type Tree = { [key: string]: string | Tree };

const leaves = (tree: Tree, at = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = at ? `${at}.${key}` : key;
    return typeof value === "string" ? [[path, value]] : leaves(value, path);
  });

const english = new Map(leaves(en as Tree));
const dutch = new Map(leaves(nl as Tree));

/** The parameters and tags of a text: `{count}`, `<strong>`. */
const askedFor = (text: string) =>
  [...new Set(text.match(/\{\w+(?=[,}])|<\w+>/g) ?? [])]
    .filter((one) => !/^\{(one|other|count)$/.test(one))
    .sort();

test("every message exists in both languages", () => {
  expect([...dutch.keys()].sort()).toEqual([...english.keys()].sort());
});

test("no message is empty", () => {
  const empty = [...english, ...dutch].filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

test("a message takes the same parameters in both languages", () => {
  const differing = [...english].filter(
    ([key, text]) => askedFor(text).join() !== askedFor(dutch.get(key) ?? "").join(),
  );
  expect(differing.map(([key]) => key)).toEqual([]);
});

test("components render in the reader's language", () => {
  const Word = () => <b>{useTranslations("common")("language")}</b>;
  expect(renderToStaticMarkup(inLanguage("en", <Word />))).toBe("<b>Language</b>");
  expect(renderToStaticMarkup(inLanguage("nl", <Word />))).toBe("<b>Taal</b>");
});

const filesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${room}/${file}`);
const told =
  /\s(aria-label|title|placeholder|alt|label|hint|description|subtitle|heading|action|caption|empty)="[^"]*[A-Za-z]{2,}[^"]*"/g;

test("no component or page passes hard-coded text", () => {
  const spoken = ["app", "components"].flatMap((room) =>
    filesOf(room).flatMap((file) =>
      (readFileSync(file, "utf8").match(told) ?? []).map((words) => `${file}:${words}`),
    ),
  );
  expect(spoken).toEqual([]);
});
