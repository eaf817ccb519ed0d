"use client";

import { later } from "./dynamic.tsx";

/** The way back in for who is signed out; its code is not fetched for anybody else. */
export const SignInAgain = later(async () => (await import("./sign-in-again.tsx")).SignInAgain);
