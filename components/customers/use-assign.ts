"use client";

import { useEffect, useRef, useState } from "react";
import { ProblemError } from "@/components/api/operation-client.ts";
import type { Customer } from "@/lib/contract/customers.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { updateCustomer } from "./update-customer.ts";

/** How far putting customers into a group has come. */
export interface Assignment {
  /** The group's id; null takes them out of theirs. */
  groupId: string | null;
  total: number;
  done: number;
  failed: { customer: Customer; problem: Problem | null }[];
  state: "running" | "stopping" | "over";
}

interface AssignOptions {
  /** Reads a customer again first, so that a name changed meanwhile is not changed back. */
  rereads: boolean;
  /** Each customer that is where it should be. */
  onDone: (customer: Customer) => void;
  /** After the last one. */
  onOver: () => void;
}

/**
 * Puts customers into a group one after the other, with the one operation every service has. One
 * that fails does not hold up the others; stopping, or leaving the page, ends after the one under way.
 */
export function useAssign({ rereads, onDone, onOver }: AssignOptions) {
  const [assignment, setAssignment] = useState<Assignment | null>(null);
  const stopped = useRef(false);
  const busy = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);
  useWarningBeforeLeaving(assignment !== null && assignment.state !== "over");

  const step = (change: (now: Assignment) => Assignment) =>
    setAssignment((now) => now && change(now));

  async function assignOne(customer: Customer, groupId: string | null) {
    try {
      await updateCustomer(customer, { group_id: groupId }, rereads);
      step((now) => ({ ...now, done: now.done + 1 }));
      onDone(customer);
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : null;
      step((now) => ({ ...now, failed: [...now.failed, { customer, problem }] }));
    }
  }

  async function assign(customers: Customer[], groupId: string | null) {
    if (busy.current) return;
    busy.current = true;
    stopped.current = false;
    const total = customers.length;
    setAssignment({ groupId, total, done: 0, failed: [], state: "running" });
    for (const customer of customers) {
      if (stopped.current) break;
      await assignOne(customer, groupId);
    }
    busy.current = false;
    step((now) => ({ ...now, state: "over" }));
    onOver();
  }

  function stop() {
    stopped.current = true;
    step((now) => ({ ...now, state: "stopping" }));
  }
  return { assignment, assign, stop, dismiss: () => setAssignment(null) };
}

function useWarningBeforeLeaving(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}
