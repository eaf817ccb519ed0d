"use client";

import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { ProblemError } from "@/components/api/request.ts";
import type { Scope } from "@/lib/contract/keys.ts";
import type { OperationId } from "@/lib/contract/operations.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { ConsoleResponse } from "@/lib/portal/service-client/api-console-proxy.ts";
import { createSharedState } from "./shared-state.ts";

/** What the form needs to know of an operation. */
export interface ConsoleOperation {
  id: OperationId;
  title: string;
  method: string;
  path: string;
  scope: Scope;
  params: string[];
  query: string[];
  headers: string[];
  /** What the fields start with. */
  start: { params: Record<string, string>; query: Record<string, string> };
  /** The body to start with, as JSON; null for an operation without one. */
  body: string | null;
}

/** The pasted key: held in this page's memory only. */
export const useEnteredKey = createSharedState("");

export type Part = "params" | "query" | "headers";

/** The state of one request. */
export interface ConsoleRequest {
  values: Record<Part, Record<string, string>>;
  change(part: Part, name: string, value: string): void;
  body: string;
  changeBody(text: string): void;
  /** The body cannot be read as JSON. */
  isBodyWrong: boolean;
  pending: boolean;
  answer: ConsoleResponse | null;
  problem: Problem | null;
  send(key: string): Promise<void>;
}

/** The form's values and the call they make; nothing is sent but by `send`. */
export function useRequestConsole(operation: ConsoleOperation): ConsoleRequest {
  const [values, setValues] = useState({
    ...operation.start,
    headers: {},
  } as ConsoleRequest["values"]);
  const [body, setBody] = useState(operation.body ?? "");
  const [pending, setPending] = useState(false);
  const [answer, setAnswer] = useState<ConsoleResponse | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = operation.body === null ? { value: undefined } : parsed(body);

  async function send(key: string) {
    setPending(true);
    setProblem(null);
    setAnswer(null);
    const call = { operation: operation.id, ...given(values), body: read?.value, key };
    try {
      setAnswer(await sendPortalChange<ConsoleResponse>("POST /api/try", { body: call }));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
    } finally {
      setPending(false);
    }
  }

  return {
    values,
    change: (part, name, value) =>
      setValues({ ...values, [part]: { ...values[part], [name]: value } }),
    body,
    changeBody: setBody,
    isBodyWrong: read === null,
    pending,
    answer,
    problem,
    send,
  };
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

const given = ({ params, query, headers }: ConsoleRequest["values"]) => ({
  params: filled(params),
  query: filled(query),
  headers: filled(headers),
});
