"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Rule } from "@/lib/contract/rules.ts";
import { RuleFields, TargetField } from "./rule-fields.tsx";
import { initialDraft, toDraft, toFields, toTarget } from "./rule-draft.ts";

const toHref = (id: string) => `/rules/${encodeURIComponent(id)}`;

/** Creates a rule and opens it. */
export function RuleForm() {
  const t = useTranslations("rules");
  const router = useRouter();
  const form = useOperationForm({
    operation: "createRule",
    initial: initialDraft,
    toBody: (draft) => ({ ...toFields(draft), target: toTarget(draft) }),
    onDone: ({ id }) => router.push(toHref(id)),
  });
  const { draft, set, errors } = form;
  return (
    <FormFrame form={form} action={t("create")} cancelHref="/rules">
      <RuleFields draft={draft} set={set} errors={errors}>
        <TargetField draft={draft} set={set} errors={errors} />
      </RuleFields>
    </FormFrame>
  );
}

/** Changes a rule; only what was changed is sent. Its target stays. */
export function EditRuleForm({ initial, serverNow }: { initial: Rule; serverNow: number }) {
  const params = { rule_id: initial.id };
  const loaded = fallbackData(initial, serverNow);
  const { data = initial, put } = useOperation("getRule", { params }, loaded);
  return <EditForm rule={data} onSaved={put} />;
}

function EditForm({ rule, onSaved }: { rule: Rule; onSaved: (saved: Rule) => void }) {
  const t = useTranslations("rules");
  const f = useFormats();
  const router = useRouter();
  const params = { rule_id: rule.id };
  const form = useOperationForm({
    operation: "updateRule",
    params,
    initial: toDraft(rule, f.typed),
    toBody: toFields,
    changesOnly: true,
    toSavedDraft: (saved) => toDraft(saved, f.typed),
    onDone: (saved) => {
      // The rule's page would show the rule as it was read before.
      onSaved(saved);
      router.push(toHref(saved.id));
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormFrame form={form} action={t("save")} cancelHref={toHref(rule.id)}>
      <RuleFields draft={draft} set={set} errors={errors} />
    </FormFrame>
  );
}
