import { CODE_REQUIRED, TOO_MANY_ATTEMPTS, UNAVAILABLE, WRONG_CODE } from "../auth/auth.ts";
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
export async function findRefusal(
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
