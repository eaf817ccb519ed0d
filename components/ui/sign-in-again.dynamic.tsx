"use client";

import { dynamic } from "./dynamic.tsx";

/** The way back in for who is signed out; its code is not fetched for anybody else. */
export const SignInAgain = dynamic(async () => (await import("./sign-in-again.tsx")).SignInAgain);
