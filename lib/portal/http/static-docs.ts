import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { respondProblem } from "./respond.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";

const staticDocs = new Map([
  ["devices.md", "mqtt.md"],
  ["devices.asyncapi.yaml", "devices.asyncapi.yaml"],
]);

/** Responds with a public document of this installation, as plain text. */
export async function respondStaticDoc(name: string): Promise<Response> {
  const requestId = getRequestId();
  try {
    const file = staticDocs.get(name);
    if (!file) throw new PortalError("not-found", "There is no such document.", requestId);
    const text = await readFile(join(process.cwd(), "docs", "reference", file), "utf8");
    return new Response(text, {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  } catch (error) {
    return respondProblem(error, requestId);
  }
}
