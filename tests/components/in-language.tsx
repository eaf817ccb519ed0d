import { createTranslator, NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import en from "../../messages/en/index.ts";
import nl from "../../messages/nl/index.ts";
import type { Locale } from "../../lib/i18n/locales.ts";
import type { Messages } from "../../lib/i18n/messages.ts";

const texts: Record<Locale, Messages> = { en, nl: nl as Messages };

/** An element as readers of a language see it. */
export const inLanguage = (locale: Locale, element: ReactElement): ReactElement => (
  <NextIntlClientProvider locale={locale} messages={texts[locale]} timeZone="Europe/Amsterdam">
    {element}
  </NextIntlClientProvider>
);

/** The texts of a namespace, as components get them from `useTranslations`. */
export const createTranslatorFor = <N extends keyof Messages>(locale: Locale, namespace: N) =>
  createTranslator({ locale, messages: texts[locale], namespace });
