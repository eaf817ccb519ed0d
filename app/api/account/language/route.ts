import { chooseLanguage } from "@/lib/portal/own-account.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/account/language", chooseLanguage);
