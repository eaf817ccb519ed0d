import { describe, expect, test } from "vitest";
import { locales, type Locale } from "@/lib/i18n/locales.ts";
import en from "../../messages/en/index.ts";
import nl from "../../messages/nl/index.ts";

const areas = [
  "customerHome",
  "account",
  "users",
  "audit",
  "apiKeys",
  "signIn",
  "layout",
  "offline",
  "docs",
  "customers",
  "common",
  "savedViews",
  "setup",
  "terms",
] as const;
const messages = { en, nl };

type Tree = { [key: string]: string | Tree };

const textsIn = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, value] as [string, string]]
      : textsIn(value, `${path}.${key}`),
  );
const allTexts = (locale: Locale) =>
  areas.flatMap((area) => textsIn(messages[locale][area] as Tree, area));

/** A text with the longest branch of each choice, and a word for each value. */
function longest(text: string): string {
  let spoken = "";
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "{") {
      spoken += text[at];
      continue;
    }
    const end = endOfBraces(text, at);
    spoken += argument(text.slice(at + 1, end));
    at = end;
  }
  return spoken;
}

function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`Braces are not closed in: ${text}`);
}

function argument(inside: string): string {
  const first = inside.indexOf("{");
  if (first < 0) return "value";
  const branches: string[] = [];
  for (let at = first; at >= 0;) {
    const end = endOfBraces(inside, at);
    branches.push(longest(inside.slice(at + 1, end)));
    at = inside.indexOf("{", end);
  }
  return branches.reduce((a, b) => (b.length > a.length ? b : a));
}

const sentencesOf = (text: string) =>
  longest(text)
    .replace(/<code>.*?<\/code>/g, "value")
    .replace(/<\/?\w+>/g, "")
    .split(/[.!?:;](?:\s|$)/);
const wordsOf = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));

const banned: Record<Locale, RegExp> = {
  en: /\b(said|told|tells?|heard|touche[ds]|taken|whoever|from before|let in|made known|anew|promised?|promises|overtaken)\b/i,
  nl: /\b(service|kenmerk|venster|tijdvenster|vertelt|geraakt|raakten|aangesproken|beloofd|belooft|ingehaald|opdragen|opgedragen|opgeschreven)\b/i,
};

describe.each(locales)("texts in %s", (locale) => {
  test("have sentences of at most 15 words", () => {
    const long = allTexts(locale).flatMap(([key, text]) =>
      sentencesOf(text)
        .filter((sentence) => wordsOf(sentence).length > 15)
        .map((sentence) => `${key}: ${wordsOf(sentence).length}: ${sentence.trim()}`),
    );
    expect(long).toEqual([]);
  });

  test("use the terms of the field, and none of the replaced words", () => {
    const wrong = allTexts(locale).filter(([, text]) => banned[locale].test(longest(text)));
    expect(wrong).toEqual([]);
  });
});

test("customer texts speak of requests and the grid, never of controls or injection", () => {
  const wrong = [
    ...textsIn(en.customerHome, "customerHome").filter(([, text]) =>
      /\bcontrols?\b|injection/i.test(text),
    ),
    ...textsIn(nl.customerHome, "customerHome").filter(([, text]) =>
      /sturing|invoeding/i.test(text),
    ),
  ];
  expect(wrong).toEqual([]);
});
