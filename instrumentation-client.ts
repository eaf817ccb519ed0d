import { installPlainFormats } from "@/lib/i18n/plain-intl.ts";

/** The pages' content security policy forbids `eval`; zod tries it unless it is told not to. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Before messages are written: the first format of Intl blocks a slow phone for 60 ms.
installPlainFormats(Intl);
