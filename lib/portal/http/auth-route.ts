import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { isHttpAddress } from "../../http/callback-url.mjs";
import { env } from "../../env.ts";
import { authOptions, sessionIdHere } from "../auth/auth.ts";
import { refuseForeign, respondProblem } from "./bff.ts";
import { refusalIn } from "./auth-refusal.ts";
import { PortalError } from "../context/errors.ts";
import { requestIdHere } from "../context/request-context.ts";
import { fromRequest, writeRefusedStep, writeUnknownAddress } from "../audit/audit-refusals.ts";
import { readBody } from "./request-body.ts";
import { runtime } from "../runtime.ts";
import { revokeSession } from "../db/sessions.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** What of next-auth can be reached; its log for browsers cannot. */
const actions = new Set(["providers", "csrf", "session", "signin", "callback", "signout", "error"]);
const methods = new Set(["GET", "HEAD", "POST"]);
const ALLOWED = "GET, HEAD, POST";
const BODY_BYTES = 16 * 1024;

/** Signing in and out, by next-auth; a post only from our own pages, as a form of at most 16 KiB. */
export const answerAuth = (request: NextRequest, context: Context): Promise<Response> =>
  fromRequest(request, "auth", () => answerHere(request, context));

async function answerHere(request: NextRequest, { params }: Context): Promise<Response> {
  const requestId = requestIdHere();
  const { nextauth } = await params;
  const [action = ""] = nextauth;
  try {
    if (!actions.has(action)) {
      throw new PortalError("not-found", "There is no such action.", requestId);
    }
    if (!methods.has(request.method)) {
      const words = `This is called by ${ALLOWED} alone.`;
      throw new PortalError("bad-request", words, requestId, { status: 405 });
    }
    const read = await readable(request, requestId);
    if (action === "signout" && request.method === "POST") await endSession();
    const response: Response = await NextAuth(
      read as never,
      { params: { nextauth } } as never,
      authOptions(),
    );
    response.headers.set("Cache-Control", "no-store");
    const refusal = await refusalIn(response, request.method, action);
    if (refusal) await writeStep(request, action, refusal.status, refusal.why);
    return withOwnLocation(response, request);
  } catch (error) {
    await writeThrown(error, request, action, requestId);
    const response = respondProblem(error, requestId);
    if (response.status === 405) response.headers.set("Allow", ALLOWED);
    return response;
  }
}

async function writeThrown(
  error: unknown,
  request: Request,
  action: string,
  requestId: string,
): Promise<void> {
  if (!(error instanceof PortalError) || error.status >= 500) return;
  const attempt = () => ({ db: runtime().db, user: null, requestId });
  if (!actions.has(action)) await writeUnknownAddress(error, request, attempt);
  else await writeStep(request, action, error.status);
}

const writeStep = ({ method }: Request, action: string, status: number, why = "") => {
  const operation = action === "signout" ? "signOut" : "signIn";
  const target = [method, action, why].filter(Boolean).join(" ");
  return writeRefusedStep(() => runtime().db, { operation, target }, status);
};

/** What leads to the portal itself leads there by its path: a caller's `Host` is not believed. */
function withOwnLocation(response: Response, { headers }: NextRequest): Response {
  const location = response.headers.get("Location");
  if (!location || !URL.canParse(location)) return response;
  const { host, pathname, search } = new URL(location);
  if (host === headers.get("host")) response.headers.set("Location", pathname + search);
  return response;
}

/** Before its cookie goes: next-auth would let that go also where the session could not be ended. */
async function endSession(): Promise<void> {
  await revokeSession(runtime().db, await sessionIdHere(), new Date());
}

async function readable(request: NextRequest, requestId: string): Promise<NextRequest> {
  const url = new URL(request.url);
  const asked = url.searchParams.getAll("callbackUrl");
  if (!asked.every(isHttpAddress)) url.searchParams.set("callbackUrl", "/");
  if (request.method === "POST") return readPost(request, url, requestId);
  return new NextRequest(url, { method: request.method, headers: request.headers });
}

async function readPost(request: NextRequest, url: URL, requestId: string): Promise<NextRequest> {
  refuseForeign(request, env().PUBLIC_URL, requestId);
  const { headers, method } = request;
  if (!headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
    throw new PortalError("unsupported-type", "Send it as a form.", requestId);
  }
  return new NextRequest(url, {
    method,
    headers,
    body: await readBody(request, BODY_BYTES, requestId),
  });
}
