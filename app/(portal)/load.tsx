import { notFound, unstable_rethrow } from "next/navigation";
import type { ReactElement } from "react";
import { unforeseen } from "@/lib/portal/bff.ts";
import { PortalError } from "@/lib/portal/errors.ts";
import { requestIdHere } from "@/lib/portal/origin.ts";
import { Failed } from "./failed.tsx";

type Loaded<T> = { data: T; failure: null } | { data: null; failure: ReactElement };

/**
 * Reads what a page shows. What the portal refuses, and what it did not foresee, comes back as a
 * rendered failure with the request id, because an error that is thrown loses its words on the way
 * to the browser. What is not there is the not-found page; redirects pass through.
 */
export async function load<T>(read: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { data: await read(), failure: null };
  } catch (error) {
    unstable_rethrow(error);
    const known = error instanceof PortalError ? error : unforeseen(error, requestIdHere());
    if (known.status === 404) notFound();
    return { data: null, failure: <Failed problem={known.problem} /> };
  }
}
