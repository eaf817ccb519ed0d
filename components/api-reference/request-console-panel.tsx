"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { TriedAnswerView } from "./request-console-answer.tsx";
import {
  useReadersKey,
  useTry,
  type Part,
  type Try,
  type TriableOperation,
} from "./use-request-console.ts";

/** The form of one operation, and what the service answered. */
export function TryPanel({ operation }: { operation: TriableOperation }) {
  const t = useTranslations("docs.try");
  const [key, setKey] = useReadersKey();
  const [agreed, setAgreed] = useState(false);
  const attempt = useTry(operation);
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
      {mustAgree && <Agreement scope={operation.scope} agreed={agreed} onChange={setAgreed} />}
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
      {attempt.answer && <TriedAnswerView answer={attempt.answer} />}
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
  attempt: Try;
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

function BodyInput({ attempt }: { attempt: Try }) {
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

function Agreement({
  scope,
  agreed,
  onChange,
}: {
  scope: TriableOperation["scope"];
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
