import { NextResponse, type NextRequest } from "next/server";
import { PATH_HEADER, signInPath } from "./lib/http/return-path.ts";
import { isValidPath } from "./lib/portal/http/path-validation.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./lib/portal/auth/session-cookie.ts";

/** Pages for who is not signed in. */
const forAnyone = /^\/(sign-in|docs(\/.*)?|invitation\/.*)$/;
const isApi = /^\/api(\/|$)/;

/** A convenience that saves a page's work, never the guard: lib/portal decides on every call. */
export function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  const isReadable = isValidPath(pathname);
  if (isApi.test(pathname)) return isReadable ? NextResponse.next() : nothingAt("/api", request);
  // Pages are read. There are no Server Actions, and nothing else takes what is posted to one.
  if (!/^(GET|HEAD)$/.test(request.method)) return notTaken();
  const path = isReadable ? pathname + request.nextUrl.search : "/";
  const mayBeSignedIn =
    request.cookies.has(SESSION_COOKIE) || request.cookies.has(SECURE_SESSION_COOKIE);
  if (!mayBeSignedIn && !forAnyone.test(pathname)) {
    const answer = NextResponse.redirect(new URL(signInPath(path), request.url));
    answer.headers.set("Cache-Control", "private, no-store");
    return answer;
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = withoutForged(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PATH_HEADER, path);
  headers.set("Content-Security-Policy", policy);
  const response = isReadable
    ? NextResponse.next({ request: { headers } })
    : nothingAt(forAnyone.test(pathname) ? "/docs" : "", request, headers);
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Next itself answers a path it cannot decode with a bare 500: such a one leads to where nothing is. */
const nothingAt = (root: string, { url, headers: sent }: NextRequest, headers = sent) =>
  NextResponse.rewrite(new URL(`${root}/nothing-here`, url), { request: { headers } });

const notTaken = () =>
  new NextResponse(null, {
    status: 405,
    headers: { Allow: "GET, HEAD", "Cache-Control": "private, no-store" },
  });

const forged = /^(x-nonce$|x-portal-|x-middleware-|content-security-policy)/i;

/** What only this middleware may say to the pages behind it is not taken from a caller. */
const withoutForged = (inbound: Headers) =>
  new Headers([...inbound].filter(([name]) => !forged.test(name)));

function contentSecurityPolicy(nonce: string): string {
  // `next dev` evaluates what it reloads, and its overlay sets styles that know no nonce.
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
  // Files by their names: what is only called like one is a page that is not there.
  matcher: [
    "/((?!api(?:/|$)|_next/static(?:/|$)|healthz$|readyz$|offline$|(?:sw\\.js|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|icons/(?:battery|meter|solar-inverter|curtail-(?:192|512|maskable-512|apple-180))\\.png)$).*)",
    "/(.*%(?![2-7][\\da-fA-F]).*)",
    "/(.{2000,})",
  ],
};
