import { serviceDocument } from "@/lib/portal/service-document.ts";

/** The OpenAPI document of the service behind this portal. */
export const GET = () => serviceDocument();
