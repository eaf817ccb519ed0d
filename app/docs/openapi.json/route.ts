import { respondServiceDocument } from "@/lib/portal/http/openapi-document.ts";

/** The OpenAPI document of the service behind this portal. */
export const GET = () => respondServiceDocument();
