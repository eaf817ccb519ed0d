import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import {
  adviceInputs,
  decisionOutcomes,
  type AdviceInput,
  type DecisionOutcome,
} from "../../lib/contract/index.ts";

/** What the job of rules reports. */
export interface RuleMetrics {
  /** A decision was recorded. */
  decided(outcome: DecisionOutcome): void;
  /** A rule issued or requested a control so many seconds after it was due. */
  acted(delaySeconds: number): void;
  /** All enabled rules were evaluated, with what was missing at the one that misses most. */
  evaluated(atMs: number, missing: ReadonlyMap<AdviceInput, number>): void;
  /** One of them or all could not be evaluated, with what was missing at others; null if there are none. */
  failed(atMs: number, missing: ReadonlyMap<AdviceInput, number> | null): void;
}

/** A minute is usual, as rules run once a minute. */
const DELAYS = [60, 120, 300, 900, 1_800, 3_600];
/** An instance that evaluated no rules for this long does not report what was missing. */
const MAX_AGE_MS = 180_000;

/** Metrics of rules, for the instance that evaluates them. */
export function ruleMetrics(registry: Registry, prefix: string, now: () => number): RuleMetrics {
  const registers = [registry];
  let last: { atMs: number; missing: ReadonlyMap<AdviceInput, number> | null } | undefined;
  /** When all rules were evaluated last, or, if they never were, when that failed first. */
  let evaluatedMs = NaN;
  const decisions = new Counter({
    name: `${prefix}_rule_decisions_total`,
    help: "Decisions of rules that were recorded, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of decisionOutcomes) decisions.inc({ outcome }, 0);
  const delays = new Histogram({
    name: `${prefix}_rule_delay_seconds`,
    help: "From when a rule was due until it issued or requested a control.",
    buckets: DELAYS,
    registers,
  });
  new Gauge({
    name: `${prefix}_rule_evaluation_age_seconds`,
    help: "Since this instance evaluated all enabled rules; NaN if it evaluated none.",
    registers,
    collect() {
      this.set((now() - evaluatedMs) / 1e3);
    },
  });
  new Gauge({
    name: `${prefix}_rule_missing_inputs`,
    help: "Quarter-hours without an input, or customers without terms, at the rule that misses most.",
    labelNames: ["input"],
    registers,
    collect() {
      const missing = last && now() - last.atMs <= MAX_AGE_MS ? last.missing : null;
      for (const input of adviceInputs)
        this.set({ input }, missing ? (missing.get(input) ?? 0) : NaN);
    },
  });
  return {
    decided: (outcome) => decisions.inc({ outcome }),
    acted: (delaySeconds) => delays.observe(delaySeconds),
    evaluated: (atMs, missing) => {
      last = { atMs, missing };
      evaluatedMs = atMs;
    },
    failed: (atMs, missing) => {
      last = { atMs, missing };
      if (Number.isNaN(evaluatedMs)) evaluatedMs = atMs;
    },
  };
}
