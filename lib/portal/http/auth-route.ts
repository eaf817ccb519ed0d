import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { isHttpAddress } from "../../http/callback-url.mjs";
import { env } from "../../env.ts";
import {
  authOptions,
  CODE_REQUIRED,
  getSessionId,
  TOO_MANY_ATTEMPTS,
  UNAVAILABLE,
  WRONG_CODE,
} from "../auth/auth.ts";
import { respondProblem } from "./respond.ts";
import { refuseForeignOrigin, readBody } from "./request-body.ts";
import { PortalError } from "../context/errors.ts";
import { withRequestContext } from "./route-handler.ts";
import { auditRefusedStep, auditUnknownAddress } from "../audit/audit-refusals.ts";
import { runtime } from "../runtime.ts";
import { revokeSession } from "../db/sessions.ts";
import { oidcRefusals } from "../auth/oidc-sign-in.ts";

/** Why next-auth refused a call, with the status for the audit trail. */
interface AuthRefusal {
  status: number;
  reason: string;
}

/** Errors that the sign-in itself recorded, or that are no refusals. */
const auditedElsewhere = new Set<string>([
  "CredentialsSignin",
  TOO_MANY_ATTEMPTS,
  WRONG_CODE,
  CODE_REQUIRED,
  UNAVAILABLE,
  ...oidcRefusals,
]);

/** next-auth's own errors; other texts are not recorded. */
const nextAuthErrors = /^(OAuth\w+|Callback|AccessDenied|Configuration|Signin|SessionRequired)$/;

/**
 * What next-auth refused by itself: it responds with a URL, as `Location` or JSON, that contains
 * the error. Reads and the sign-in page's own errors are no refusals.
 */
async function findRefusal(
  response: Response,
  method: string,
  action: string,
): Promise<AuthRefusal | null> {
  const redirectQuery = await getRedirectQuery(response);
  if (redirectQuery?.get("csrf") === "true") return { status: 403, reason: "csrf" };
  const error = method === "POST" || action === "callback" ? redirectQuery?.get("error") : null;
  if (error) {
    if (auditedElsewhere.has(error)) return null;
    return { status: 401, reason: nextAuthErrors.test(error) ? error : "" };
  }
  return response.status >= 400 ? { status: response.status, reason: "" } : null;
}

/** The query of the URL that a response redirects to; null without one. */
async function getRedirectQuery(response: Response): Promise<URLSearchParams | null> {
  const address = response.headers.get("location") ?? (await getRedirectFromJson(response));
  if (!address || !URL.canParse(address, "http://portal.invalid")) return null;
  return new URL(address, "http://portal.invalid").searchParams;
}

async function getRedirectFromJson(response: Response): Promise<string | null> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return null;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { url?: unknown } | null;
  return typeof body?.url === "string" ? body.url : null;
}

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** The actions of next-auth that are exposed; its client-side log is not. */
const actions = new Set(["providers", "csrf", "session", "signin", "callback", "signout", "error"]);
const methods = new Set(["GET", "HEAD", "POST"]);
const ALLOWED = "GET, HEAD, POST";
const BODY_BYTES = 16 * 1024;

/** Sign-in and sign-out by next-auth. A POST must come from the portal's pages, as a form of at most 16 KiB. */
export const handleAuth = (request: NextRequest, context: Context): Promise<Response> =>
  withRequestContext(request, "auth", (requestId) => handleAction(request, context, requestId));

async function handleAction(
  request: NextRequest,
  { params }: Context,
  requestId: string,
): Promise<Response> {
  const { nextauth } = await params;
  const [action = ""] = nextauth;
  try {
    if (!actions.has(action)) {
      throw new PortalError("not-found", "There is no such action.", requestId);
    }
    if (!methods.has(request.method)) {
      const detail = `This is called by ${ALLOWED} alone.`;
      throw new PortalError("bad-request", detail, requestId, { status: 405 });
    }
    const read = await readAuthRequest(request, requestId);
    if (action === "signout" && request.method === "POST") await endSession();
    const response: Response = await NextAuth(
      read as never,
      { params: { nextauth } } as never,
      authOptions(),
    );
    response.headers.set("Cache-Control", "no-store");
    const refusal = await findRefusal(response, request.method, action);
    if (refusal) await recordStep(request, action, refusal.status, refusal.reason);
    return withRelativeLocation(response, request);
  } catch (error) {
    await recordError(error, request, action, requestId);
    const response = respondProblem(error, requestId);
    if (response.status === 405) response.headers.set("Allow", ALLOWED);
    return response;
  }
}

async function recordError(
  error: unknown,
  request: Request,
  action: string,
  requestId: string,
): Promise<void> {
  if (!(error instanceof PortalError) || error.status >= 500) return;
  const db = () => runtime().db;
  if (!actions.has(action))
    await auditUnknownAddress(db, error, request, { user: null, requestId });
  else await recordStep(request, action, error.status);
}

const recordStep = ({ method }: Request, action: string, status: number, why = "") => {
  const operation = action === "signout" ? "signOut" : "signIn";
  const target = [method, action, why].filter(Boolean).join(" ");
  return auditRefusedStep(() => runtime().db, { operation, target }, status);
};

/** Makes redirects to the portal relative, because the caller's `Host` header is not trusted. */
function withRelativeLocation(response: Response, { headers }: NextRequest): Response {
  const location = response.headers.get("Location");
  if (!location || !URL.canParse(location)) return response;
  const { host, pathname, search } = new URL(location);
  if (host === headers.get("host")) response.headers.set("Location", pathname + search);
  return response;
}

/** Ends the session before next-auth clears its cookie, which it does even if ending fails. */
async function endSession(): Promise<void> {
  await revokeSession(runtime().db, await getSessionId(), new Date());
}

async function readAuthRequest(request: NextRequest, requestId: string): Promise<NextRequest> {
  const url = new URL(request.url);
  const callbackUrls = url.searchParams.getAll("callbackUrl");
  if (!callbackUrls.every(isHttpAddress)) url.searchParams.set("callbackUrl", "/");
  if (request.method === "POST") return readPost(request, url, requestId);
  return new NextRequest(url, { method: request.method, headers: request.headers });
}

async function readPost(request: NextRequest, url: URL, requestId: string): Promise<NextRequest> {
  refuseForeignOrigin(request, env().PUBLIC_URL, requestId);
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
