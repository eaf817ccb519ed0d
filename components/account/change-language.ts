import { sendPortalChange } from "@/components/api/portal-client.ts";
import { updateCustomer } from "@/components/customers/update-customer.ts";
import type { Language } from "@/lib/contract/customers.ts";
import type { Locale } from "@/lib/i18n/locales.ts";

const ofCustomers: Record<Locale, Language> = { en: "en-US", nl: "nl-NL" };

/** A customer, whose language the service keeps. */
export interface LanguageOwner {
  id: string;
  name: string;
  /** Whether the service can say what the customer is called now. */
  rereads: boolean;
}

/** Changes the language of a customer, or of a member of staff. @throws ProblemError */
export async function changeLanguage(
  language: Locale,
  customer: LanguageOwner | null,
): Promise<void> {
  if (customer)
    await updateCustomer(customer, { language: ofCustomers[language] }, customer.rereads);
  else await sendPortalChange("POST /api/account/language", { body: { language } });
}
