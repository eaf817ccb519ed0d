import { z } from "zod";

const names = ["energy-charts", "entsoe", "tennet", "elia"] as const;

/** The settings of price sources. */
export const priceSettings = {
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(names, "must be energy-charts, entsoe, tennet or elia, comma-separated")))
    .optional(),
  PRICE_ZONE: z.enum(["NL", "BE", "DE-LU"], "must be NL, BE or DE-LU").default("NL"),
  ENTSOE_TOKEN: z.string().optional(),
  TENNET_API_KEY: z.string().optional(),
};

interface PriceEnv {
  PRICE_SOURCES?: (typeof names)[number][] | undefined;
  ENTSOE_TOKEN?: string | undefined;
  TENNET_API_KEY?: string | undefined;
}

/** The setting that a configured price source lacks, and what to set; null if there is none. */
export function priceFault(env: PriceEnv): [name: keyof PriceEnv, message: string] | null {
  if (env.PRICE_SOURCES?.includes("entsoe") && !env.ENTSOE_TOKEN)
    return [
      "ENTSOE_TOKEN",
      "must be set with PRICE_SOURCES=entsoe: a key of the ENTSO-E transparency platform",
    ];
  if (env.PRICE_SOURCES?.includes("tennet") && !env.TENNET_API_KEY)
    return [
      "TENNET_API_KEY",
      "must be set with PRICE_SOURCES=tennet: a key of TenneT's developer portal",
    ];
  return null;
}
