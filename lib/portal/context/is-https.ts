import { env } from "../../env.ts";

/** Whether the portal is reached over https, according to `PUBLIC_URL`. */
export const isHttps = (): boolean => env().PUBLIC_URL?.startsWith("https:") ?? false;
