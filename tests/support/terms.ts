import type { ContractTerms } from "../../lib/contract/index.ts";

/** Terms with the same prices at any time, in euros per kWh. */
export const fixedTerms = (compensation: number): ContractTerms => ({
  feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.1 },
  import: { day_ahead_factor: 0, eur_per_kwh: 0.2 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: compensation,
  netting: false,
});
