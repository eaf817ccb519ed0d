"use client";

import { dynamicBlocking, dynamic } from "@/components/ui/dynamic.tsx";

/** The controls of a customer, loaded only for customers. */
export const Activity = dynamicBlocking(async () => (await import("./activity.tsx")).Activity);

/** The link to older controls, loaded only for customers. */
export const ActivityPaging = dynamic(async () => (await import("./activity.tsx")).ActivityPaging);
