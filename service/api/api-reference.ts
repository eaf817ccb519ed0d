import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Variables } from "./deps.ts";
import { PAGE, SCRIPT, STYLE } from "./api-reference-page.ts";
import { respond } from "./respond.ts";
import { acceptsGzip, matchesTag } from "./serialized-result.ts";

/**
 * Scripts and styles come from this service only, and requests go to it only. Swagger UI has its
 * icons as data addresses.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The folder of Swagger UI's files: beside the built service, or the installed package. */
function assetFolder(): string {
  const built = fileURLToPath(new URL("./swagger-ui-dist/", import.meta.url));
  if (existsSync(built)) return built;
  return dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
}

const packaged = (name: string) => () => readFile(join(assetFolder(), name), "utf8");
const text = (content: string) => async () => content;

/** What is served below `/v1/docs`, and how it is read the first time. */
const files: Record<string, { type: string; read: () => Promise<string> }> = {
  "": { type: "text/html; charset=utf-8", read: text(PAGE) },
  "/reference.js": { type: "text/javascript; charset=utf-8", read: text(SCRIPT) },
  "/reference.css": { type: "text/css; charset=utf-8", read: text(STYLE) },
  "/swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    read: packaged("swagger-ui-bundle.js"),
  },
  "/swagger-ui.css": { type: "text/css; charset=utf-8", read: packaged("swagger-ui.css") },
};

interface Packed {
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  etag: string;
}

async function pack(read: () => Promise<string>): Promise<Packed> {
  const plain = new TextEncoder().encode(await read());
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { plain, gzip: new Uint8Array(gzipSync(plain)), etag };
}

/**
 * Serves the API reference at `/v1/docs`: Swagger UI, which shows the service's own document. It
 * needs no key, sets no cookie and loads nothing from elsewhere.
 */
export function serveReference(app: OpenAPIHono<Variables>): void {
  const packed = new Map<string, Promise<Packed>>();
  const answer = async (c: Context<Variables>, path: string) => {
    const { type, read } = files[path]!;
    if (!packed.has(path)) packed.set(path, pack(read));
    const { plain, gzip, etag } = await packed.get(path)!;
    const headers = {
      "Content-Type": type,
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-cache",
      ETag: etag,
      Vary: "Accept-Encoding",
    };
    if (matchesTag(c.req.header("if-none-match"), etag)) return respond(c, null, 304, headers);
    if (!acceptsGzip(c.req.header("accept-encoding"))) return respond(c, plain, 200, headers);
    return respond(c, gzip, 200, { ...headers, "Content-Encoding": "gzip" });
  };
  for (const path of Object.keys(files)) app.get(`/v1/docs${path}`, (c) => answer(c, path));
}
