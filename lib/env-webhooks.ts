import { isIP } from "node:net";
import { z } from "zod";

/** Whether a text is an IP address, or a network like 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** The settings of webhooks. */
export const webhookSettings = {
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .refine(
      (all) => all.every(isNetwork),
      "must be addresses or networks, comma-separated, like 10.0.0.0/8,192.0.2.7",
    ),
};
