"use client";

import dynamic from "next/dynamic";

/* Nothing stands in for these: what is below would move. */

/** A customer's start; its code is not fetched for staff, whose start has the same address. */
export const Home = dynamic(async () => (await import("./home.tsx")).Home);

/** What a customer's installations were asked to do; its code is not fetched for staff. */
export const OwnControls = dynamic(async () => (await import("./own-controls.tsx")).OwnControls);
