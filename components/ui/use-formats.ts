import { useLocale } from "next-intl";
import { createFormats, type Formats } from "@/lib/i18n/format.ts";

/** How numbers and moments are written in the reader's language; asynchronous pages use `formatsOf`. */
export const useFormats = (): Formats => createFormats(useLocale());
