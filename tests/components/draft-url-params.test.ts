import { expect, test } from "vitest";
import { parseDraft } from "@/components/controls/parse-draft.ts";
import {
  toDraftHref,
  toRepeatHref,
  emptyDraft,
  ZONE_TARGET,
  type Draft,
} from "../../components/controls/control-draft.ts";

const NOW = Date.parse("2026-10-25T00:20:40Z");

/** The draft of a query, for a resolved target. */
function asked(query: string, target: Draft["target"] = null): Draft {
  const params = new URLSearchParams(query);
  return parseDraft((name) => params.get(name) ?? "", target, NOW);
}

const moment = (date: string, time: string, second = false) => ({ date, time, second });
const group = { kind: "group", id: "grp 1/ä", name: "Noord" } as const;

test.each<[string, Draft]>([
  ["nothing", emptyDraft],
  ["a target alone", { ...emptyDraft, target: ZONE_TARGET }],
  [
    "a whole order",
    { target: group, type: "ZERO_EXPORT", window: { kind: "next-hour" }, reason: "grid" },
  ],
  [
    "an end, of two that read the same the later one",
    { ...emptyDraft, window: { kind: "until", to: moment("2026-10-25", "02:00", true) } },
  ],
  ["15 minutes from now", { ...emptyDraft, target: ZONE_TARGET, window: { kind: "now-15" } }],
  [
    "exact times, of two that read the same the later one",
    {
      ...emptyDraft,
      window: {
        kind: "exact",
        from: moment("2026-10-25", "02:30", true),
        to: moment("2026-10-25", "24:00"),
      },
    },
  ],
  [
    "times that are typed in part",
    {
      ...emptyDraft,
      window: { kind: "exact", from: moment("2026-10-25", ""), to: moment("", "12:00") },
    },
  ],
])("an address brings back the draft it keeps: %s", (_, draft) => {
  expect(asked(toDraftHref(draft), draft.target)).toEqual(draft);
});

test("a repeated control starts when its address is opened and lasts as long, through the clock change", () => {
  const control = { target: group, type: "ZERO_EXPORT", reason: "grid" } as const;
  expect(asked(toRepeatHref({ ...control, durationMs: 3_600_000 }), group)).toEqual({
    ...control,
    window: { kind: "until", to: moment("2026-10-25", "02:20", true) },
  });
  for (const lasts of ["0", "-5", "1e3", "99999", "x"])
    expect(asked(`?lasts=${lasts}`).window).toEqual(emptyDraft.window);
});

test("default choices leave no URL parameter", () => {
  expect(toDraftHref(emptyDraft)).toBe("");
  expect(toDraftHref({ ...emptyDraft, target: ZONE_TARGET })).toBe("?target=NL");
});

test("invalid URL parameters are ignored", () => {
  expect(asked("?type=EVERYTHING&window=forever&reason=because&from=2026-10-25T02:30")).toEqual(
    emptyDraft,
  );
  expect(asked("?window=until&to=2026-02-30T25:00").window).toEqual(emptyDraft.window);
  expect(asked("?type=ZERO_EXPORT&window=exact&from=2026-02-30T25:00_3&to=x")).toEqual({
    ...emptyDraft,
    type: "ZERO_EXPORT",
    window: { kind: "exact", from: moment("", ""), to: moment("", "") },
  });
});
