import { NextResponse, type NextRequest } from "next/server";
import { PATH_HEADER, signInPath } from "./lib/http/return-path.ts";
import { isValidPath } from "./lib/portal/http/path-validation.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./lib/portal/auth/session-cookie.ts";

/** Pages that need no session. */
const publicPages = /^\/(sign-in|docs(\/.*)?|invitation\/.*)$/;
const isApi = /^\/api(\/|$)/;

/** Redirects early to save work; it is no access control: lib/portal authorises every call. */
export function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  const isValid = isValidPath(pathname);
  if (isApi.test(pathname))
    return isValid ? NextResponse.next() : rewriteToNotFound("/api", request);
  // Pages are only read: there are no Server Actions.
  if (!/^(GET|HEAD)$/.test(request.method)) return methodNotAllowed();
  const path = isValid ? pathname + request.nextUrl.search : "/";
  const mayBeSignedIn =
    request.cookies.has(SESSION_COOKIE) || request.cookies.has(SECURE_SESSION_COOKIE);
  if (!mayBeSignedIn && !publicPages.test(pathname)) {
    const redirect = NextResponse.redirect(new URL(signInPath(path), request.url));
    redirect.headers.set("Cache-Control", "private, no-store");
    return redirect;
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = withoutInternalHeaders(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PATH_HEADER, path);
  headers.set("Content-Security-Policy", policy);
  const response = isValid
    ? NextResponse.next({ request: { headers } })
    : rewriteToNotFound(publicPages.test(pathname) ? "/docs" : "", request, headers);
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Next responds to a path it cannot decode with a bare 500, so it is rewritten to one that does not exist. */
const rewriteToNotFound = (root: string, { url, headers: sent }: NextRequest, headers = sent) =>
  NextResponse.rewrite(new URL(`${root}/nothing-here`, url), { request: { headers } });

const methodNotAllowed = () =>
  new NextResponse(null, {
    status: 405,
    headers: { Allow: "GET, HEAD", "Cache-Control": "private, no-store" },
  });

const internalHeaders = /^(x-nonce$|x-portal-|x-middleware-|content-security-policy)/i;

/** Removes headers that only this middleware may set. */
const withoutInternalHeaders = (inbound: Headers) =>
  new Headers([...inbound].filter(([name]) => !internalHeaders.test(name)));

function contentSecurityPolicy(nonce: string): string {
  // `next dev` evaluates reloaded code, and its overlay sets styles without a nonce.
  const isDevelopment = process.env.NODE_ENV === "development";
  const evaluation = isDevelopment ? " 'unsafe-eval'" : "";
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "worker-src 'self'",
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

export const config = {
  runtime: "nodejs",
  // Static files are listed by name: any other path is a page, existing or not.
  matcher: [
    "/((?!api(?:/|$)|_next/static(?:/|$)|healthz$|readyz$|offline$|(?:sw\\.js|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|icons/(?:battery|meter|solar-inverter|curtail-(?:192|512|maskable-512|apple-180))\\.png)$).*)",
    "/(.*%(?![2-7][\\da-fA-F]).*)",
    "/(.{2000,})",
  ],
};
