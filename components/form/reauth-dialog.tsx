"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { useForm } from "@/components/form/use-form.ts";
import { TextField } from "./text-field.tsx";
import { DialogForm } from "./dialog-form.tsx";
import type { ReauthMethod } from "./reauth-challenge.ts";

interface ReauthDialogProps {
  /** Why it is required, as a sentence. */
  reason: string;
  onProved: () => void;
  onClose: () => void;
}

/** Reauthenticates the user, by password or at the identity provider. */
export function ReauthDialog({
  at = "here",
  ...challenge
}: ReauthDialogProps & { at?: ReauthMethod }) {
  return at === "provider" ? <ProviderReauth {...challenge} /> : <PasswordReauth {...challenge} />;
}

/** Reauthenticates at the identity provider. The page is left, so that its drafts are lost. */
function ProviderReauth({ reason, onClose }: ReauthDialogProps) {
  const t = useTranslations("account.reauth");
  const [pending, setPending] = useState(false);
  async function leave() {
    setPending(true);
    const { signIn } = await import("next-auth/react");
    const there = signIn("oidc", { callbackUrl: window.location.href }, { prompt: "login" });
    await there.catch(() => setPending(false));
  }
  return (
    <DialogForm
      form={{ pending, problem: null, submit: () => void leave() }}
      title={t("title")}
      description={<p>{reason}</p>}
      action={t("there")}
      onClose={onClose}
    >
      <p>{t("atProvider")}</p>
    </DialogForm>
  );
}

/** Reauthenticates by password, and by a code where there is a second factor. */
function PasswordReauth({ reason, onProved, onClose }: ReauthDialogProps) {
  const t = useTranslations("account.reauth");
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    initial: { password: "", code: "" },
    send: ({ password, code }) =>
      sendPortalChange("POST /api/account/prove", {
        body: { password, ...(needsCode && { code }) },
      }),
    onDone: onProved,
  });
  const showsCode = needsCode || form.errors.code !== undefined;
  if (showsCode && !needsCode) setNeedsCode(true);
  return (
    <DialogForm
      form={form}
      title={t("title")}
      description={<p>{reason}</p>}
      action={t("go")}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="password"
        label={t("password")}
        type="password"
        autoComplete="current-password"
      />
      {showsCode && (
        <TextField
          form={form}
          name="code"
          label={t("code")}
          hint={t("codeHint")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoFocus
          spellCheck={false}
        />
      )}
    </DialogForm>
  );
}
