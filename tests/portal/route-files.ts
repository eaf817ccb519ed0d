import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RouteParams, RouteHandler } from "../../lib/portal/http/route-handler.ts";

const APP = new URL("../../app/", import.meta.url).pathname;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export type Handler = RouteHandler;

/** The parameters of a path as Next hands them over: on a path without any, nothing. */
export const nextParams = (params: Record<string, string>) =>
  Object.keys(params).length > 0 ? params : undefined;

/** The second argument of a Next route handler. */
export function nextContext(params: Record<string, string>): {
  params: Promise<RouteParams> | undefined;
} {
  const given = nextParams(params);
  return { params: given && Promise.resolve(given) };
}

/** A handler a route file exports. */
export interface FoundRoute {
  /** `GET /api/devices/{device_id}` */
  name: string;
  load(): Promise<Handler>;
}

const addressOf = (file: string) =>
  `/${file.replace(/\/?route\.ts$/, "")}`.replace(/\[(\w+)\]/g, "{$1}");

/** Every handler of every route file, from the exports of the loaded files. */
export async function routeFiles(): Promise<FoundRoute[]> {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .sort();
  const found = files.map(async (file) => {
    const exported = (await import(join(APP, file))) as Record<string, Handler>;
    const own = methods.filter((method) => exported[method]);
    return own.map((method) => ({
      name: `${method} ${addressOf(file)}`,
      load: async () => exported[method]!,
    }));
  });
  return (await Promise.all(found)).flat();
}
