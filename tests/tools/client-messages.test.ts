import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findSentMessages, findUnsentPages } from "../../tools/client-messages/page-messages.ts";
import { emptyFolder } from "./temporary-folder.ts";

const PAGE = "app/(portal)/things/page.tsx";

/** A portal with one page, `/things`, and these files. */
function portalWith(files: Record<string, string>): string {
  const root = emptyFolder();
  const all = {
    "app/layout.tsx": "",
    "app/sign-in/page.tsx": "",
    "app/invitation/[token]/page.tsx": "",
    "app/docs/page.tsx": "",
    "app/(portal)/layout.tsx": 'import "@/components/menu.tsx";',
    "components/menu.tsx": '"use client";\nconst t = useTranslations("layout");\nt("main");',
    [PAGE]: 'import "@/components/list.tsx";\nexport default withMessages("/things", Things);',
    "components/list.tsx": "",
    ...files,
  };
  for (const [file, source] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
}

const sentBy = (source: string, files: Record<string, string> = {}) =>
  findSentMessages(portalWith({ "components/list.tsx": `"use client";\n${source}`, ...files }))[
    "/things"
  ];

test("a page sends the messages that its client components use, and no others", () => {
  expect(sentBy('const t = useTranslations("map");\nt("title"); t.rich(`card.${part}`);')).toEqual({
    map: "card title",
  });
});

test("a page does not send again what its layout sends", () => {
  expect(sentBy('const t = useTranslations("layout");\nt("main"); t("account");')).toEqual({
    layout: "account",
  });
});

test("all messages of a namespace are sent when a key begins with a variable", () => {
  expect(sentBy('const t = useTranslations("map.card");\nt(part);')).toEqual({ map: "card" });
  expect(sentBy('const t = useTranslations("terms");\nt(name);')).toEqual({ terms: "*" });
});

test("a function that takes a translator has its messages sent by the page that calls it", () => {
  const helper = "export const text = (t: Translator) => t(`count.${n}`);";
  expect(
    sentBy('import { text } from "./helper.ts";\nconst t = useTranslations("map");\ntext(t);', {
      "components/helper.ts": helper,
    }),
  ).toEqual({ map: "count" });
});

test("components that are loaded later count, and those of the server or of types do not", () => {
  const later = '"use client";\nconst t = useTranslations("map");\nt("title");';
  const load = 'const later = () => import("./later.tsx");';
  expect(sentBy(load, { "components/later.tsx": later })).toEqual({ map: "title" });
  const type = 'import type { Later } from "./later.tsx";';
  expect(sentBy(type, { "components/later.tsx": later })).toBeUndefined();
  const server = 'const t = useTranslations("map");\nt("title");';
  expect(findSentMessages(portalWith({ "components/list.tsx": server }))).not.toHaveProperty([
    "/things",
  ]);
});

test("a key of which nothing can be read is refused", () => {
  expect(() => sentBy("export const text = (t: Translator, key: string) => t(key);")).toThrow(
    "Begin these keys with a literal, or name the translator's namespace: components/list.tsx",
  );
});

test("a page that does not send its messages is reported", () => {
  const list = '"use client";\nconst t = useTranslations("map");\nt("title");';
  const page = 'import "@/components/list.tsx";\nexport default Things;';
  const root = portalWith({ "components/list.tsx": list, [PAGE]: page });
  expect(findUnsentPages(root, findSentMessages(root))).toEqual([
    `${PAGE} does not send its messages: withMessages("/things", …).`,
  ]);
});
