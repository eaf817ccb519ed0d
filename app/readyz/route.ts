import { getReadiness } from "@/lib/portal/http/readiness.ts";

export const dynamic = "force-dynamic";

/** The database answers and the service can be reached with our key. */
export async function GET() {
  const state = await getReadiness();
  return Response.json(state, {
    status: state.database && state.service ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
