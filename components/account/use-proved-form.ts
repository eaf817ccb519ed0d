"use client";

import { useState } from "react";
import { ProblemError, sendOwn, type OwnChange } from "@/components/api/own-routes.ts";
import { useForm } from "@/components/form/use-form.ts";
import { proofAskedBy, type ProofPlace } from "./proof-asked.ts";

const NOTHING = Symbol("nothing was done yet");

/**
 * A change of the account that asks for a fresh proof: where the proof is too old, `asksProof`
 * turns on, and `again` orders the same once it is given. `onDone` gets its answer.
 */
export function useProvedForm<Draft extends object, Answer>(
  route: OwnChange,
  initial: Draft,
  onDone: (answer: Answer) => void,
) {
  const [asksProof, setAsksProof] = useState<ProofPlace | null>(null);
  const form = useForm<Draft, Answer | typeof NOTHING>({
    initial,
    send: async (draft) => {
      const body = Object.keys(draft).length > 0 ? draft : undefined;
      try {
        return await sendOwn<Answer>(route, { body });
      } catch (error) {
        const place = error instanceof ProblemError ? proofAskedBy(error.problem) : null;
        if (!place) throw error;
        setAsksProof(place);
        return NOTHING;
      }
    },
    onDone: (answer) => answer !== NOTHING && onDone(answer),
  });
  const again = () => {
    setAsksProof(null);
    void form.submit();
  };
  return { ...form, asksProof, again, giveUp: () => setAsksProof(null) };
}
