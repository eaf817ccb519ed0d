import NextAuth, { getServerSession } from "next-auth";
import { NextRequest } from "next/server";
import { env } from "../../env.ts";
import { authOptions, serverAuthOptions } from "../auth/auth.ts";
import { refuseForeign, respondProblem } from "./bff.ts";
import { PortalError } from "../context/errors.ts";
import { requestIdHere } from "../context/request-context.ts";
import { readBody } from "./request-body.ts";
import { runtime } from "../runtime.ts";
import { revokeSession } from "../db/sessions.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** What of next-auth can be reached; its log for browsers cannot. */
const actions = new Set(["providers", "csrf", "session", "signin", "callback", "signout", "error"]);
const BODY_BYTES = 16 * 1024;

/** Signing in and out, by next-auth; a post only from our own pages, as a form of at most 16 KiB. */
export async function answerAuth(request: NextRequest, { params }: Context): Promise<Response> {
  const requestId = requestIdHere();
  try {
    const { nextauth } = await params;
    if (!actions.has(nextauth[0] ?? "")) {
      throw new PortalError("not-found", "There is no such action.", requestId);
    }
    const read = request.method === "POST" ? await readPost(request, requestId) : request;
    if (nextauth[0] === "signout" && request.method === "POST") await endSession();
    const response: Response = await NextAuth(
      read as never,
      { params: { nextauth } } as never,
      authOptions(),
    );
    response.headers.set("Cache-Control", "no-store");
    return response;
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

/** Before its cookie goes: next-auth would let that go also where the session could not be ended. */
async function endSession(): Promise<void> {
  const session = (await getServerSession(serverAuthOptions())) as { sid?: unknown } | null;
  await revokeSession(runtime().db, session?.sid, new Date());
}

async function readPost(request: NextRequest, requestId: string): Promise<NextRequest> {
  refuseForeign(request, env().PUBLIC_URL, requestId);
  const { url, headers, method } = request;
  if (!headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
    throw new PortalError("unsupported-type", "Send it as a form.", requestId);
  }
  return new NextRequest(url, {
    method,
    headers,
    body: await readBody(request, BODY_BYTES, requestId),
  });
}
