import { renderToStaticMarkup } from "react-dom/server";
import type { ReactElement, ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { EditAlertRule } from "@/components/alerts/alert-rule-dialog.tsx";
import { EditWebhookDialog } from "@/components/webhooks/webhook-form.tsx";
import { alertDefaults } from "@/lib/contract/alert-kinds.ts";
import type { AlertRule } from "@/lib/contract/alerts.ts";
import type { Webhook } from "@/lib/contract/webhooks.ts";
import { LimitsForm } from "@/components/preferences/limits-form.tsx";
import { PreferencesCard } from "@/components/preferences/preferences-card.tsx";
import { EditRuleForm } from "@/components/rules/rule-form.tsx";
import { CheckboxList } from "@/components/webhooks/checkbox-list.tsx";
import { getDirtyValues } from "@/components/form/use-form.ts";
import { inLanguage } from "./in-language.tsx";

interface Form {
  initial: object;
  send: (draft: object, changes: object, loaded: object) => Promise<unknown>;
}
const forms = vi.hoisted(() => [] as Form[]);
vi.mock("@/components/form/use-form.ts", async (original) => {
  const real = await original<typeof import("@/components/form/use-form.ts")>();
  const useForm = (options: never) => {
    forms.push(options);
    return real.useForm(options);
  };
  return { ...real, useForm };
});
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({}),
}));
afterEach(() => vi.unstubAllGlobals());

function draw(element: ReactElement): Form {
  renderToStaticMarkup(inLanguage("en", element));
  return forms.at(-1)!;
}

/** The body that a form sends after these changes of what it loaded. */
async function bodyAfter(
  { initial, send }: Form,
  changes: object,
  loaded = initial,
): Promise<unknown> {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    bodies.push(body);
    return Response.json({});
  });
  const draft = { ...loaded, ...changes };
  await send(draft, getDirtyValues(loaded, draft), loaded);
  return JSON.parse(bodies[0]!);
}

const allowed = {
  opt_out: true,
  control_opt_out: true,
  max_battery_reserve: 1,
  max_hours_off_per_week: 168,
  min_hours_per_month: 0,
};

test("preferences send what was changed only, so that the choices of another device stay", async () => {
  const preferences = {
    opted_out: false,
    battery_reserve: 0,
    hours_off: [],
    max_hours_per_month: null,
    email_notices: true,
    updated_at: null,
    allowed,
  };
  const card = (
    <PreferencesCard customerId="cus_1" initial={preferences} hasMailServer serverNow={0} />
  );
  expect(await bodyAfter(draw(card), { email_notices: false })).toEqual({ email_notices: false });
});

test("limits of a group send what was changed only", async () => {
  const form = draw(<LimitsForm groupId="grp_1" limits={allowed} onSaved={() => undefined} />);
  expect(await bodyAfter(form, { opt_out: false })).toEqual({ opt_out: false });
});

test("a rule sends what was changed since it was loaded, also when it was read again meanwhile", async () => {
  const rule = {
    id: "rule_1",
    name: "Negative prices",
    target: { kind: "bidding_zone", id: "NL", name: "NL" },
    export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    import_threshold: null,
    min_minutes: 30,
    min_gain_eur: 0,
    hours: [],
    max_hours_per_month: null,
    max_customer_loss_eur_per_mwh: null,
    notice_minutes: 60,
    action: "issue",
  };
  const form = (read: object) => draw(<EditRuleForm initial={read as never} serverNow={0} />);
  const { initial: loaded } = form(rule);
  const readAgain = form({ ...rule, action: "suggest" });
  expect(await bodyAfter(readAgain, { name: "New name" }, loaded)).toEqual({ name: "New name" });
});

test("a webhook sends what was changed only, so that what another user changed stays", async () => {
  const webhook = {
    id: "wh_1",
    name: "Desk",
    url: "https://example.nl/events",
    events: ["curtail.control.accepted"],
    bidding_zones: ["NL"],
    group_ids: ["grp_1"],
  } as Webhook;
  const nothing = () => undefined;
  const form = draw(<EditWebhookDialog webhook={webhook} onDone={nothing} onClose={nothing} />);
  expect(await bodyAfter(form, { name: "Balancing desk" })).toEqual({ name: "Balancing desk" });
  expect(await bodyAfter(form, { areas: ["zone NL"] })).toEqual({ group_ids: [] });
});

test("an alert rule that is switched off sends no thresholds", async () => {
  const rule = {
    id: "alr_1",
    kind: "locations_offline",
    target: { kind: "bidding_zone", id: "NL", name: "NL" },
    thresholds: alertDefaults.locations_offline,
    enabled: true,
  } as AlertRule;
  const nothing = () => undefined;
  const form = draw(<EditAlertRule rule={rule} onDone={nothing} onClose={nothing} />);
  expect(await bodyAfter(form, { enabled: false })).toEqual({ enabled: false });
});

/** The inputs of an element that calls no hooks. */
function inputsIn(node: ReactNode): ReactElement<{ onChange: () => void }>[] {
  if (Array.isArray(node)) return node.flatMap(inputsIn);
  if (typeof node !== "object" || node === null || !("props" in node)) return [];
  const element = node as ReactElement<{ onChange: () => void; children?: ReactNode }>;
  return element.type === "input" ? [element] : inputsIn(element.props.children);
}

test.each([
  [["group grp_101"], ["group grp_101", "zone NL"]],
  [["group grp_101", "zone NL"], ["group grp_101"]],
])("a choice without an option stays when another one is toggled: %j", (before, after) => {
  let chosen = before;
  const list = CheckboxList({
    label: "Areas",
    options: [{ value: "zone NL", label: "NL" }],
    chosen,
    onChange: (next) => (chosen = next),
  });
  inputsIn(list)[0]!.props.onChange();
  expect(chosen).toEqual(after);
});
