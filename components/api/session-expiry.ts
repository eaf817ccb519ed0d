"use client";

import { useSyncExternalStore } from "react";

let signedOut = false;
const listeners = new Set<() => void>();

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Whether the portal's latest answer was that the session has ended. */
export const isSignedOut = (): boolean => signedOut;

/** Takes from an answer whether somebody is signed in; most failures say nothing of it. */
export function updateSessionState({ ok, status }: Pick<Response, "ok" | "status">): void {
  const isOut = status === 401;
  if (isOut === signedOut || !(ok || isOut)) return;
  signedOut = isOut;
  for (const changed of listeners) changed();
}

/** The same as a hook. */
export const useSignedOut = (): boolean =>
  useSyncExternalStore(subscribe, isSignedOut, () => false);
