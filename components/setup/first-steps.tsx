import { CircleCheck, Circle, CircleHelp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import type { SetupItem, SetupState, SetupStep } from "@/lib/portal/queries/setup.ts";
import { HideFirstSteps } from "./hide-first-steps.tsx";

const TO_DO: Record<SetupStep, string> = {
  secondFactor: "/account",
  customers: "/customers/new",
  locations: "/locations/new",
  devices: "/locations",
  reporting: "/docs/files/devices.md",
  weather: "/docs/files/weather.md",
  prices: "/docs/files/prices.md",
  terms: "/groups",
  positions: "/docs/files/advice.md",
  apiKey: "/keys",
  colleagues: "/users",
};
/** Where a step leads once it is done. */
const RESULTS: Partial<Record<SetupStep, string>> = {
  customers: "/customers",
  locations: "/locations",
  devices: "/devices",
  reporting: "/locations?state=reporting",
  weather: "/map",
  prices: "/rules",
};

const icons = { done: CircleCheck, open: Circle, unknown: CircleHelp };
const tones = { done: "text-good", open: "text-muted", unknown: "text-warn" };

/** What a new installation still needs, with the state of each step; its user can hide it. */
export function FirstSteps({ items }: { items: readonly SetupItem[] }) {
  const t = useTranslations("setup");
  const done = items.filter(({ state }) => state === "done").length;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-4 rounded-lg border border-line bg-surface p-4 sm:px-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="first-steps" className="text-base font-semibold">
            {t("title")}
          </h2>
          <p className="text-muted">{t("progress", { done, all: items.length })}</p>
        </div>
        <HideFirstSteps label={t("hide")} failed={t("hideFailed")} />
      </header>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {items.map(({ step, state }) => (
          <Step key={step} step={step} state={state} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step, state }: { step: SetupStep; state: SetupState }) {
  const t = useTranslations("setup");
  const Icon = icons[state];
  const href = state === "done" ? (RESULTS[step] ?? TO_DO[step]) : TO_DO[step];
  // A document is no page of the portal.
  const Target = href.startsWith("/docs/") ? "a" : Link;
  return (
    <li className="flex gap-2.5 py-2">
      <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${tones[state]}`} />
      <div className="min-w-0">
        <p className={state === "done" ? "text-muted" : "font-medium"}>
          <Target href={href} className="link">
            {t(`steps.${step}.title`)}
          </Target>
          <span className="sr-only"> {t(`states.${state}`)}</span>
        </p>
        {state === "open" && <p className="text-muted">{t(`steps.${step}.hint`)}</p>}
        {state === "unknown" && <p className="text-warn">{t("states.unknown")}</p>}
      </div>
    </li>
  );
}
