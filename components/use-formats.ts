import { useLocale } from "next-intl";
import { formatsOf, type Formats } from "./format.ts";

/** How numbers and moments are written in the reader's language; asynchronous pages use `formatsOf`. */
export const useFormats = (): Formats => formatsOf(useLocale());
