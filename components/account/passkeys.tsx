"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { Failure } from "@/components/api/failure.tsx";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

/** A passkey of the account; moments as ISO texts. */
interface PasskeyView {
  id: string;
  name: string;
  createdAt: string;
  /** Null where it was never used. */
  lastUsedAt: string | null;
}

/** Asks the authenticator for a new passkey; null if the user cancelled or it has one already. */
async function createCredential() {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import("@simplewebauthn/browser"),
    sendPortalChange<PublicKeyCredentialCreationOptionsJSON>("POST /api/account/passkeys/start"),
  ]);
  return startRegistration({ optionsJSON }).catch(() => null);
}

/** The passkeys of an account: add one, remove one. */
export function Passkeys({ passkeys, now }: { passkeys: PasskeyView[]; now: number }) {
  const t = useTranslations("account.passkeys");
  const router = useRouter();
  const form = useForm({
    initial: { name: "" },
    send: async ({ name }) => {
      const credential = await createCredential();
      if (credential === null) return "cancelled" as const;
      await sendPortalChange("POST /api/account/passkeys", { body: { name, credential } });
      return "added" as const;
    },
    toSavedDraft: (outcome, sent) => (outcome === "added" ? { name: "" } : sent),
    onDone: (outcome) => outcome === "added" && router.refresh(),
  });
  return (
    <Card title={t("title")}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t("hint")}</p>
        {passkeys.length > 0 && (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <Entry key={passkey.id} passkey={passkey} now={now} />
            ))}
          </ul>
        )}
        <form noValidate onSubmit={form.submit} className="flex flex-col items-start gap-3">
          <TextField form={form} name="name" label={t("name")} hint={t("nameHint")} />
          {form.problem && !form.errors.name && <Failure problem={form.problem} />}
          <Button type="submit" pending={form.pending} disabled={form.signedOut}>
            {t("add")}
          </Button>
        </form>
        <FormReauth form={form} reason={t("reauth")} />
      </div>
    </Card>
  );
}

function Entry({ passkey, now }: { passkey: PasskeyView; now: number }) {
  const t = useTranslations("account.passkeys");
  const f = useFormats();
  const router = useRouter();
  const { id, name, createdAt, lastUsedAt } = passkey;
  const form = useForm({
    initial: {},
    send: () =>
      sendPortalChange("DELETE /api/account/passkeys/{passkey_id}", { params: { passkey_id: id } }),
    onDone: () => router.refresh(),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-muted">{t("created", { when: f.amidMoment(createdAt, now) })}</p>
        <p className="text-muted">
          {lastUsedAt ? t("used", { when: f.amidMoment(lastUsedAt, now) }) : t("neverUsed")}
        </p>
      </div>
      <Button
        size="sm"
        pending={form.pending}
        disabled={form.signedOut}
        aria-label={t("removeNamed", { name })}
        onClick={() => form.submit()}
      >
        {t("remove")}
      </Button>
      {form.problem && <Failure problem={form.problem} />}
      <FormReauth form={form} reason={t("reauth")} />
    </li>
  );
}
