"use client";

import { useTranslations } from "next-intl";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { MAX_VIEW_NAME, toViewQuery, type SavedViewPage } from "@/lib/tables/saved-view.ts";
import { useSavedViews } from "./use-saved-views.ts";

/** Saves the filters, order and columns of a page under a name. */
export function SaveView({
  page,
  params,
  isSharable,
  onClose,
}: {
  page: SavedViewPage;
  params: URLSearchParams;
  isSharable: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("savedViews");
  const { mutate } = useSavedViews(page);
  const form = useForm({
    initial: { name: "", shared: false },
    send: (draft) =>
      sendPortalChange("POST /api/saved-views", {
        body: { ...draft, page, query: toViewQuery(params) },
      }),
    onDone: () => {
      mutate();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t("saveTitle")}
      description={t("saveHint")}
      action={t("saveAction")}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t("name")}
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
      />
      {isSharable && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={form.draft.shared}
            onChange={(event) => form.set("shared", event.target.checked)}
            className="size-4 accent-(--accent)"
          />
          {t("share")}
        </label>
      )}
    </DialogForm>
  );
}
