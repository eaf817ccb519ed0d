import { env } from "../../env.ts";

/** Whether people reach the portal over https, as `PUBLIC_URL` says. */
export const isHttps = (): boolean => env().PUBLIC_URL?.startsWith("https:") ?? false;
