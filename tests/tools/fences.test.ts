import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { structureFaults } from "../../tools/check-structure.mjs";
import { emptyFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const OXLINT = join(root, "node_modules", "oxlint", "bin", "oxlint");

interface Diagnostic {
  message: string;
  help?: string;
  filename: string;
}

/** The lint findings per file of a folder, without files that pass. */
function lint(folder: string): Map<string, string> {
  const args = [OXLINT, "--deny-warnings", "--format=json"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(status === 0).toBe(diagnostics.length === 0);
  const said = new Map<string, string>();
  for (const { filename, message, help = "" } of diagnostics) {
    said.set(filename, `${said.get(filename) ?? ""}${message} ${help}\n`);
  }
  return said;
}

type Planted = readonly [file: string, source: string];

/** A folder with the lint rules and these files. */
function folderWith(planted: readonly Planted[]): string {
  const folder = emptyFolder();
  cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [file, source] of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  return folder;
}

const importing = (from: string) =>
  `import { thing } from "${from}";\nexport const used = thing;\n`;
const typeOf = (from: string) =>
  `import type { Thing } from "${from}";\nexport type Used = Thing;\n`;

const VIOLATIONS: [file: string, imports: string, advice: string][] = [
  ["lib/contract/x.ts", "../portal/policy.ts", "The contract is a leaf"],
  ["lib/contract/x.ts", "@/lib/env.ts", "The contract is a leaf"],
  ["lib/contract/x.ts", "drizzle-orm", "The contract is a leaf"],
  ["service/engine/x.ts", "../store/days.ts", "The engine is pure"],
  ["service/engine/x.ts", "@/service/store/days.ts", "The engine is pure"],
  ["service/engine/x.ts", "../../lib/env.ts", "The engine is pure"],
  ["service/engine/x.ts", "node:fs", "The engine is pure"],
  ["service/engine/x.ts", "pg", "The engine is pure"],
  ["service/store/x.ts", "../api/app.ts", "The store only keeps"],
  ["service/store/x.ts", "../gateway/gateway.ts", "The store only keeps"],
  ["service/store/x.ts", "../engine/plan.ts", "The store computes nothing"],
  ["service/store/x.ts", "@/service/engine/plan.ts", "The store computes nothing"],
  ["service/store/x.ts", "../../lib/portal/policy.ts", "knows nothing of the portal"],
  ["service/gateway/x.ts", "../store/days.ts", "A gateway carries"],
  ["service/gateway/simulator/x.ts", "../../engine/forecast.ts", "A gateway is the other side"],
  ["service/gateway/simulator/x.ts", "../../api/app.ts", "A gateway carries"],
  ["service/gateway/mqtt/x.ts", "suncalc", "only the simulator keeps its own"],
  ["service/gateway/x.ts", "next", "knows nothing of the portal"],
  ["service/planning/x.ts", "../gateway/gateway.ts", "Planning joins engine and store only"],
  ["service/threads/x.ts", "../store/sites.ts", "A thread computes with the engine only"],
  ["service/threads/x.ts", "../planning/fleet.ts", "A thread computes with the engine only"],
  ["service/weather/x.ts", "../store/weather.ts", "A weather source only fetches and reads"],
  ["service/api/x.ts", "../jobs/ticker.ts", "An API handler answers and is done"],
  ["service/api/x.ts", "react", "knows nothing of the portal"],
  ["service/api/x.ts", "next/server", "knows nothing of the portal"],
  ["service/jobs/x.ts", "../api/app.ts", "Jobs run without a request"],
  ["service/jobs/x.ts", "@/components/format.ts", "knows nothing of the portal"],
  ["service/x.ts", "../app/layout.tsx", "knows nothing of the portal"],
  ["service/x.ts", "next-auth/jwt", "knows nothing of the portal"],
  ["packages/client/src/x.ts", "../../../lib/contract/index.ts", "The client is published alone"],
  ["packages/client/src/x.ts", "zod", "The client is published alone"],
  ["lib/portal/x.ts", "../../service/api/app.ts", "over HTTP only"],
  ["lib/portal/directory/x.ts", "@/service/store/store.ts", "over HTTP only"],
  ["lib/portal/x.ts", "@/components/format.ts", "it shows nothing"],
  ["components/groups/x.ts", "@/lib/portal/policy.ts", "Components get data as props"],
  ["components/groups/x.ts", "../../lib/portal/policy.ts", "Components get data as props"],
  ["components/groups/x.ts", "@/lib/env.ts", "Components import the contract and each other"],
  ["components/groups/x.ts", "../../service/engine/sun.ts", "Components import the contract"],
  ["components/groups/x.ts", "@/app/layout.tsx", "Components import the contract"],
  ["components/ui/x.ts", "../controls/badges.tsx", "components/ui holds no domain words"],
  ["components/ui/x.ts", "@/components/users/user-dialog.tsx", "components/ui holds no domain"],
  ["components/ui/x.ts", "@/lib/portal/auth/policy.ts", "Components get data as props"],
  ["components/chart/x.ts", "@/components/controls/badges.tsx", "components/chart knows time"],
  ["components/chart/x.ts", "../controls/badges.tsx", "components/chart knows time"],
  ["components/chart/x.ts", "@/components/users/user-dialog.tsx", "components/chart knows time"],
  ["components/chart/x.ts", "@/lib/contract/controls.ts", "components/chart knows time"],
  ["lib/time/x.ts", "../portal/context/errors.ts", "pure functions that every program"],
  ["lib/controls/x.ts", "drizzle-orm", "pure functions that every program"],
  ["bridge/x.ts", "../lib/env.ts", "The bridge runs at a site, alone"],
  ["bridge/sunspec/x.ts", "../../lib/controls/state.ts", "The bridge runs at a site, alone"],
  ["bridge/control/x.ts", "@/service/store/store.ts", "The bridge runs at a site, alone"],
  ["bridge/broker/x.ts", "../../service/gateway/gateway.ts", "The bridge runs at a site, alone"],
  ["bridge/broker/x.ts", "../../service/gateway/mqtt/options.ts", "The bridge runs at a site"],
  ["bridge/x.ts", "../tools/device/site.ts", "The bridge runs at a site, alone"],
  ["bridge/x.ts", "pg", "The bridge is one small file"],
  ["runtime/x.ts", "../components/ui/card.tsx", "import no page"],
  ["tools/x.ts", "@/app/layout.tsx", "import no page"],
  ["app/groups/x.ts", "@/service/store/groups.ts", "Routes ask lib/portal"],
  ["app/api/groups/x.ts", "../../../lib/env.ts", "Configuration and keys stay in lib/portal"],
];

const ALLOWED: [file: string, source: string][] = [
  ["lib/contract/x.ts", importing("zod")],
  ["lib/contract/x.ts", importing("./values.ts")],
  ["service/engine/x.ts", importing("../../lib/contract/index.ts")],
  ["service/engine/x.ts", importing("../../lib/time/amsterdam.ts")],
  ["service/store/x.ts", importing("../../lib/time/amsterdam.ts")],
  ["service/store/x.ts", typeOf("../engine/plan.ts")],
  ["service/store/x.ts", importing("drizzle-orm")],
  ["service/gateway/simulator/x.ts", importing("suncalc")],
  ["service/gateway/simulator/x.ts", importing("../../../lib/time/amsterdam.ts")],
  ["service/planning/x.ts", importing("../engine/forecast.ts")],
  ["bridge/broker/x.ts", importing("../../service/gateway/mqtt/payloads.ts")],
  ["bridge/broker/x.ts", importing("../../lib/contract/index.ts")],
  ["bridge/control/x.ts", importing("../../lib/time/instant.ts")],
  ["bridge/broker/x.ts", importing("../control/site.ts")],
  ["bridge/x.ts", importing("jsmodbus")],
  ["service/api/x.ts", importing("../gateway/gateway.ts")],
  ["service/main.ts", importing("../lib/env.ts")],
  ["lib/portal/x.ts", importing("../env.ts")],
  ["lib/portal/x.ts", importing("../contract/index.ts")],
  ["components/groups/x.ts", importing("@/lib/contract/groups.ts")],
  ["components/groups/x.ts", typeOf("@/lib/portal/policy.ts")],
  ["components/chart/x.ts", typeOf("@/lib/contract/historical.ts")],
  ["components/chart/x.ts", importing("@/components/form/date-field.tsx")],
  ["components/chart/x.ts", importing("../ui/button.tsx")],
  ["app/groups/page.tsx", importing("@/lib/portal/session.ts")],
];

const numbered = (file: string, index: number) => file.replace("/x.ts", `/x${index}.ts`);

test("a planted import across any boundary fails lint with the alternative", () => {
  const planted = VIOLATIONS.map(
    ([file, imports], index) => [numbered(file, index), importing(imports)] as const,
  );
  const folder = folderWith(planted);
  const said = lint(folder);
  for (const [index, [file, imports, advice]] of VIOLATIONS.entries()) {
    expect(said.get(numbered(file, index)), `${file} imports ${imports}`).toContain(advice);
  }
  for (const [file] of planted) writeFileSync(join(folder, file), "export const used = 1;\n");
  expect(lint(folder)).toEqual(new Map());
});

test("permitted imports of a folder pass", () => {
  const allowed = ALLOWED.map(([file, source], index) => [numbered(file, index), source] as const);
  expect(lint(folderWith(allowed))).toEqual(new Map());
});

const KEY = "export const key = process.env.FLEX_API_KEY;\n";
const CALL = 'export const answer = () => fetch("http://127.0.0.1:3001/v1/controls");\n';

test("code that may reach a browser cannot read a key or call the service", () => {
  const said = lint(
    folderWith([
      ["components/groups/key.ts", KEY],
      ["app/groups/key.ts", KEY],
      ["components/groups/call.ts", CALL],
      ["app/groups/call.ts", CALL],
      ["lib/portal/directory/call.ts", CALL],
      ["lib/portal/service-client/service-client.ts", CALL],
      ["components/api/request.ts", CALL],
    ]),
  );
  expect(Object.fromEntries(said)).toEqual({
    "components/groups/key.ts": expect.stringContaining("process.env"),
    "app/groups/key.ts": expect.stringContaining("process.env"),
    "components/groups/call.ts": expect.stringContaining("There is one way out"),
    "app/groups/call.ts": expect.stringContaining("There is one way out"),
    "lib/portal/directory/call.ts": expect.stringContaining("There is one way out"),
  });
});

describe("the structure check", () => {
  const sound: Planted[] = [
    ["app/page.tsx", 'import { a } from "../components/one/a.ts";\nexport default a;\n'],
    ["components/one/a.ts", 'import { b } from "../two/b.ts";\nexport const a = b;\n'],
    ["components/two/b.ts", "export const b = 1;\n"],
  ];

  test("accepts files and folders that import in one direction", () => {
    expect(structureFaults(folderWith(sound))).toEqual([]);
  });

  test("names a circle of files, type imports included", () => {
    const typeOfA: Planted = ["components/two/b.ts", 'import type { a } from "../one/a.ts";\n'];
    const [files] = structureFaults(folderWith([...sound, typeOfA]));
    expect(files).toContain("Files import each other: components/one/a.ts, components/two/b.ts");
  });

  test("names a circle of folders", () => {
    const back: Planted = ["components/two/c.ts", 'import "../one/d.ts";\n'];
    const faults = structureFaults(
      folderWith([...sound, back, ["components/one/d.ts", "export {};\n"]]),
    );
    expect(faults).toEqual([
      expect.stringContaining("Folders import each other: components/one, components/two"),
    ]);
  });

  test("names a file in app that is not one of Next's", () => {
    const faults = structureFaults(folderWith([...sound, ["app/read.ts", "export {};\n"]]));
    expect(faults).toEqual([expect.stringContaining("app/read.ts is not one of Next's own files")]);
  });

  test("names a file with a banned word in its name", () => {
    const faults = structureFaults(
      folderWith([...sound, ["components/two/told-list.ts", "export {};\n"]]),
    );
    expect(faults).toEqual([expect.stringContaining('told-list.ts: "told" is no term')]);
  });

  test.each([
    ["export function toldCalls() {}", '"told" is no term'],
    ["export async function askAgain() {}", '"ask" is no term'],
    ["export const MOST_ROWS = 3;", '"most" is no term'],
    ["export interface PortalDoor {}", '"door" is no term'],
    ["export type ShownRow = string;", '"shown" is no term'],
    ["export class StandingTotals {}", '"standing" is no term'],
    ["export const rowsOf = () => [];", "rowsOf: name what it does"],
  ])("names an export whose name is no term: %s", (source, fault) => {
    const faults = structureFaults(folderWith([...sound, ["components/two/c.ts", `${source}\n`]]));
    expect(faults).toEqual([expect.stringContaining(`components/two/c.ts exports`)]);
    expect(faults[0]).toContain(fault);
  });

  test.each([
    ["const told = 1;", "told"],
    ["function read(asked: string) {}", "asked"],
    ["const read = ({ rows: keptRows = [] }) => 1;", "keptRows"],
    ["interface Props { words?: string }", "words"],
    ["type Props = { onHeard(at: number): void };", "onHeard"],
    ["class Feed { constructor(private readonly ground: string) {} }", "ground"],
    ["for (const [said] of []);", "said"],
    ["const clamp = (value: number, leastKw: number) => value;", "leastKw"],
    ["function Row({ look }) {}", "look"],
    ["const { address: place } = read();", "place"],
    ["interface Props { shown: boolean }", "shown"],
    ["let texts = [];", "texts"],
    ["interface Page { knownFrom: number }", "knownFrom"],
  ])("names a local declaration whose name is no term: %s", (source, name) => {
    const faults = structureFaults(folderWith([...sound, ["components/two/c.ts", `${source}\n`]]));
    expect(faults).toEqual([expect.stringContaining(`components/two/c.ts declares ${name}:`)]);
  });

  test("accepts banned words in values, in texts and in what others declare", () => {
    const source =
      'const { values } = read({ asked: 1 }, "told");\nprint(values.kept, keepAliveMs);\n';
    expect(structureFaults(folderWith([...sound, ["components/two/c.ts", source]]))).toEqual([]);
  });

  test("accepts standard names, and old ones that are not exported", () => {
    const source = 'export const anyOf = "a";\nexport type KeyOf = string;\nconst rowsOf = 1;\n';
    expect(structureFaults(folderWith([...sound, ["components/two/c.ts", source]]))).toEqual([]);
  });
});
