"use client";

import { dynamic } from "./dynamic.tsx";

/** The link that signs in again, loaded only where the session has ended. */
export const SignInAgain = dynamic(async () => (await import("./sign-in-again.tsx")).SignInAgain);
