"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { useForm } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import type { NamedTemplate } from "../control-draft.ts";
import { describeRepeatable, toRepeatableTemplate } from "../repeatable.ts";

function Template({ template }: { template: NamedTemplate }) {
  const t = useTranslations("controls");
  const router = useRouter();
  const params = { template_id: template.id };
  const form = useForm({
    initial: {},
    send: () => sendPortalChange("DELETE /api/control-templates/{template_id}", { params }),
    onDone: () => router.refresh(),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{template.name}</span>
        <span className="block text-muted">
          {describeRepeatable(toRepeatableTemplate(template), t)}
        </span>
      </span>
      <Button
        size="sm"
        pending={form.pending}
        disabled={form.signedOut}
        onClick={() => form.submit()}
        aria-label={t("templates.deleteName", { name: template.name })}
      >
        {t("templates.delete")}
      </Button>
      {form.problem && <Failure problem={form.problem} />}
    </li>
  );
}

/** The templates of all staff, to delete. */
export function ManageTemplates({
  templates,
  onClose,
}: {
  templates: NamedTemplate[];
  onClose: () => void;
}) {
  const t = useTranslations("controls.templates");
  return (
    <Dialog title={t("manageTitle")} description={t("manageHint")} onClose={onClose}>
      <ul className="divide-y divide-line">
        {templates.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{t("close")}</Button>
      </div>
    </Dialog>
  );
}
