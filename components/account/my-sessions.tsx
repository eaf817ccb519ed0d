"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { useForm } from "@/components/form/use-form.ts";
import { SignOut } from "@/components/layout/sign-out.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

/** A place an account is signed in; moments as ISO texts. */
interface SessionView {
  id: string;
  here: boolean;
  /** The browser and system; null where unknown. */
  browser: string | null;
  system: string | null;
  createdAt: string;
  lastSeenAt: string;
}

/** More sessions than this are folded. */
const MAX_UNFOLDED = 5;

const Entries = ({ sessions, now }: { sessions: SessionView[]; now: number }) => (
  <ul className="divide-y divide-line">
    {sessions.map((session) => (
      <Entry key={session.id} session={session} now={now} />
    ))}
  </ul>
);

/** Where the account is signed in, and the way to end that elsewhere. */
export function MySessions({ sessions, now }: { sessions: SessionView[]; now: number }) {
  const t = useTranslations("account.sessions");
  const router = useRouter();
  const folded = sessions.slice(MAX_UNFOLDED);
  const others = sessions.filter(({ here }) => !here);
  const form = useForm({
    initial: {},
    send: () => sendPortalChange("POST /api/account/end-other-sessions"),
    onDone: () => router.refresh(),
  });
  return (
    <Card title={t("title")}>
      <Entries sessions={sessions.slice(0, MAX_UNFOLDED)} now={now} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-8 content-center text-muted hover:text-ink">
            {t("more", { count: folded.length })}
          </summary>
          <Entries sessions={folded} now={now} />
        </details>
      )}
      {form.problem && <Failure problem={form.problem} />}
      {others.length === 0 ? (
        <p className="mt-2 text-muted">{t("onlyHere")}</p>
      ) : (
        <Button
          className="mt-3"
          pending={form.pending}
          disabled={form.signedOut}
          onClick={() => form.submit()}
        >
          {t("endOthers")}
        </Button>
      )}
    </Card>
  );
}

type SessionTranslator = ReturnType<typeof useTranslations<"account.sessions">>;

function describeUserAgent({ browser, system }: SessionView, t: SessionTranslator): string {
  if (browser && system) return t("onSystem", { browser, system });
  if (system) return t("unknownOn", { system });
  return browser ?? t("unknown");
}

function Entry({ session, now }: { session: SessionView; now: number }) {
  const t = useTranslations("account.sessions");
  const f = useFormats();
  const router = useRouter();
  const { id, here, createdAt, lastSeenAt } = session;
  const name = describeUserAgent(session, t);
  const since = f.amidMoment(createdAt, now);
  const form = useForm({
    initial: {},
    send: () =>
      sendPortalChange("DELETE /api/account/sessions/{session_id}", { params: { session_id: id } }),
    onDone: () => router.refresh(),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {here && <Badge tone="good">{t("here")}</Badge>}
        </p>
        <p className="mt-0.5 text-muted">{t("since", { when: since })}</p>
        <p className="text-muted">{t("seen", { when: f.amidMoment(lastSeenAt, now) })}</p>
      </div>
      {here ? (
        <SignOut />
      ) : (
        <Button
          size="sm"
          pending={form.pending}
          disabled={form.signedOut}
          aria-label={t("endThis", { name, when: since })}
          onClick={() => form.submit()}
        >
          {t("end")}
        </Button>
      )}
      {form.problem && <Failure problem={form.problem} />}
    </li>
  );
}
