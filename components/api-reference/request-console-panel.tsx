"use client";

import { type FormEvent, useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/api/failure.tsx";
import {
  useEnteredKey,
  useRequestConsole,
  type Part,
  type ConsoleRequest,
  type ConsoleOperation,
} from "./use-request-console.ts";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge.tsx";
import { isJsonType } from "@/lib/http/content-type.ts";
import type { ConsoleResponse } from "@/lib/portal/service-client/api-console-proxy.ts";
import { CodeBlock } from "./code-block.tsx";

/** Texts (the last may have been cut off), brackets, commas and colons, numbers and words. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s[\]{},:"]+/g;

const opens = (token: string | undefined) => token === "{" || token === "[";
const closes = (token: string | undefined) => token === "}" || token === "]";

/**
 * JSON over lines, each level two spaces deeper, its values as they were written. What was cut off
 * somewhere is laid out as far as it goes.
 */
export function formatJson(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let level = 0;
  const line = () => `\n${"  ".repeat(level)}`;
  const lay = (token: string, at: number): string => {
    if (opens(token)) {
      if (closes(tokens[at + 1])) return token;
      level += 1;
      return token + line();
    }
    if (closes(token)) {
      if (opens(tokens[at - 1])) return token;
      level = Math.max(0, level - 1);
      return line() + token;
    }
    if (token === ",") return token + line();
    return token === ":" ? ": " : token;
  };
  return tokens.map(lay).join("");
}

/** What a service answered: its status, the headers that matter, the body and how long it took. */
function ResponseView({ answer }: { answer: ConsoleResponse }) {
  const t = useTranslations("docs.try");
  const { status, headers, body, cut, milliseconds } = answer;
  const isJson = isJsonType(headers["content-type"]);
  const text = useMemo(() => (isJson ? formatJson(body) : body), [isJson, body]);
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={status < 300 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>
        <span className="text-muted">{t("duration", { milliseconds: String(milliseconds) })}</span>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {cut && <p className="text-warn">{t("cut")}</p>}
      <CodeBlock
        text={text}
        label={t("answer")}
        heading={<span className="text-xs text-muted">{t("answer")}</span>}
      />
    </div>
  );
}

/** The form of one operation, and what the service answered. */
export function RequestConsolePanel({ operation }: { operation: ConsoleOperation }) {
  const t = useTranslations("docs.try");
  const [key, setKey] = useEnteredKey();
  const [agreed, setAgreed] = useState(false);
  const attempt = useRequestConsole(operation);
  const mustAgree = operation.scope !== "read";
  const why = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAgreed(false);
    void attempt.send(key);
  };
  return (
    <form onSubmit={send} className="grid gap-4" autoComplete="off">
      <Field label={t("key")} hint={t("keyHint")}>
        <TextInput
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={key}
          onChange={(event) => setKey(event.target.value.trim())}
        />
      </Field>
      <Inputs names={operation.params} part="params" attempt={attempt} required />
      <Inputs names={operation.query} part="query" attempt={attempt} />
      <Inputs names={operation.headers} part="headers" attempt={attempt} />
      {operation.body !== null && <BodyInput attempt={attempt} />}
      {mustAgree && <ChangeConsent scope={operation.scope} agreed={agreed} onChange={setAgreed} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          aria-describedby={key === "" ? why : undefined}
          variant={operation.scope === "control" ? "danger" : "primary"}
          pending={attempt.pending}
          disabled={key === "" || attempt.isBodyWrong || (mustAgree && !agreed)}
        >
          {t("send")}
        </Button>
        {key === "" && (
          <p id={why} className="text-muted">
            {t("keyFirst")}
          </p>
        )}
      </div>
      {attempt.problem && <Failure problem={attempt.problem} />}
      {attempt.answer && <ResponseView answer={attempt.answer} />}
    </form>
  );
}

function Inputs({
  names,
  part,
  attempt,
  required = false,
}: {
  names: string[];
  part: Part;
  attempt: ConsoleRequest;
  required?: boolean;
}) {
  if (names.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {names.map((name) => (
        <Field key={name} label={<code className="font-mono text-xs">{name}</code>}>
          <TextInput
            required={required}
            spellCheck={false}
            value={attempt.values[part][name] ?? ""}
            onChange={(event) => attempt.change(part, name, event.target.value)}
          />
        </Field>
      ))}
    </div>
  );
}

function BodyInput({ attempt }: { attempt: ConsoleRequest }) {
  const t = useTranslations("docs.try");
  const id = useId();
  return (
    <Field label={t("body")} htmlFor={id} error={attempt.isBodyWrong && t("bodyWrong")}>
      <textarea
        id={id}
        aria-invalid={attempt.isBodyWrong || undefined}
        spellCheck={false}
        rows={Math.min(attempt.body.split("\n").length + 1, 16)}
        value={attempt.body}
        onChange={(event) => attempt.changeBody(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-surface p-3 font-mono text-[0.8125rem] leading-5 aria-invalid:border-bad"
      />
    </Field>
  );
}

function ChangeConsent({
  scope,
  agreed,
  onChange,
}: {
  scope: ConsoleOperation["scope"];
  agreed: boolean;
  onChange: (agreed: boolean) => void;
}) {
  const t = useTranslations("docs.try");
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-warn/40 bg-warn/10 p-3">
      <input
        type="checkbox"
        checked={agreed}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-px size-5 shrink-0 accent-(--accent)"
      />
      <span>{scope === "control" ? t("agreeControl") : t("agreeManage")}</span>
    </label>
  );
}
