import { CODE_REQUIRED, TOO_MANY_ATTEMPTS, UNAVAILABLE, WRONG_CODE } from "../auth/auth.ts";
import { oidcRefusals } from "../auth/oidc-sign-in.ts";

/** Why next-auth turned a call away, with the status that this has in the audit trail. */
interface AuthRefusal {
  status: number;
  reason: string;
}

/** What signing in wrote down itself, and what is no refusal. */
const auditedElsewhere = new Set<string>([
  "CredentialsSignin",
  TOO_MANY_ATTEMPTS,
  WRONG_CODE,
  CODE_REQUIRED,
  UNAVAILABLE,
  ...oidcRefusals,
]);

/** What next-auth calls its own refusals; others' words are not written down. */
const nextAuthErrors = /^(OAuth\w+|Callback|AccessDenied|Configuration|Signin|SessionRequired)$/;

/**
 * What next-auth refused by itself: it answers an address, as `Location` or as JSON, that says so.
 * Reading what there is, and the sign-in page's own errors, are none.
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

/** The query of the address that an answer leads to; null where it leads nowhere. */
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
