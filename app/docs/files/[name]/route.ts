import { respondStaticDoc } from "@/lib/portal/http/openapi-document.ts";

/** A document of the installation that the API guide points to. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  return respondStaticDoc((await params).name);
}
