"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import type { Remark } from "@/components/api/use-problem-messages.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { ShowPassword, TextField } from "@/components/form/text-field.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Card } from "@/components/ui/card.tsx";
import { PASSWORD_LENGTH } from "@/lib/contract/password-length.ts";

const EMPTY = { current: "", password: "" };

async function checkPasswords({ current, password }: typeof EMPTY): Promise<Remark[]> {
  const required = { detail: "is required", code: "required" };
  const short = {
    detail: "is too short",
    code: "tooShort",
    values: { minimum: String(PASSWORD_LENGTH) },
  };
  return [
    ...(current === "" ? [{ pointer: "#/current", ...required }] : []),
    ...(password.length < PASSWORD_LENGTH ? [{ pointer: "#/password", ...short }] : []),
  ];
}

/** Chooses a new password, with the one there is. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("account.password");
  const router = useRouter();
  const [isVisible, setVisible] = useState(false);
  const form = useForm({
    initial: EMPTY,
    isSecret: true,
    check: checkPasswords,
    send: (body) => sendPortalChange("POST /api/account/password", { body }),
    onDone: () => router.refresh(),
  });
  const type = isVisible ? "text" : "password";
  return (
    <Card title={t("title")}>
      <FormFrame form={form} action={t("save")}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="current"
            label={t("current")}
            type={type}
            autoComplete="current-password"
          />
          <TextField
            form={form}
            name="password"
            label={t("chosen")}
            hint={t("hint", { count: PASSWORD_LENGTH })}
            type={type}
            autoComplete="new-password"
          />
        </div>
        <ShowPassword label={t("show")} isVisible={isVisible} onShow={setVisible} />
        {form.outcome && <p className="text-good">{t("saved")}</p>}
      </FormFrame>
    </Card>
  );
}
