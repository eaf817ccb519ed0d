import type { LocatedControl } from "@/lib/contract/locations.ts";
import {
  getOverriddenIntervals,
  getReplacedIntervals,
  isWhole,
} from "@/lib/controls/precedence.ts";
import { clockTime, endTime, type Translator } from "../ui/clock-time.ts";

/** A sentence for each stretch, in the tense it has at `now` (ms). */
const describeEach =
  (key: "overruled" | "replaced", stretchesOf: typeof getOverriddenIntervals) =>
  (
    control: LocatedControl,
    all: readonly LocatedControl[],
    now: number,
    translator: Translator,
  ): string[] =>
    stretchesOf(control, all).map((stretch) => {
      const { from, to } = stretch;
      const times = { from: clockTime(from, translator), to: endTime(from, to, translator) };
      if (from <= now && now < to) return translator.t(`narrative.${key}.now`, times);
      const extent = isWhole(control, stretch) ? "whole" : "part";
      return translator.t(`narrative.${key}.${extent}.${to <= now ? "past" : "coming"}`, times);
    });

/** Describes when newer controls of `all` override this one: a sentence for each interval. */
export const describeOverridden = describeEach("overruled", getOverriddenIntervals);

/** When this control took, takes or will take the place of older ones: a sentence for each time. */
export const describeReplacing = describeEach("replaced", getReplacedIntervals);
