import { DEMO_CUSTOMER, DEMO_STAFF } from "../lib/portal/users/seed-accounts.ts";
import { apiKeyFile } from "./config/secrets.ts";
import type { Secrets, Settings } from "./config/settings.ts";

type Line = [label: string, text: string];

function signInLines({ env }: Settings, { demoPassword }: Secrets, anyAccount: boolean): Line[] {
  const lines: Line[] = [];
  if (demoPassword) {
    lines.push(["Sign in", `${DEMO_STAFF.padEnd(24)}${demoPassword}`]);
    lines.push(["", `${DEMO_CUSTOMER.padEnd(24)}${demoPassword}`]);
  }
  if (env.STAFF_EMAIL) lines.push(["Sign in", `${env.STAFF_EMAIL} (STAFF_EMAIL)`]);
  if (anyAccount) return lines;
  return [
    ["Sign in", "There is no account yet: set STAFF_EMAIL and STAFF_PASSWORD and start again."],
  ];
}

function serviceLines({ env, withService, serviceUrl }: Settings): Line[] {
  if (!withService) return [["Service", `${serviceUrl} (FLEX_BASE_URL)`]];
  const key = env.FLEX_API_KEY ? "FLEX_API_KEY, as given" : `in ${apiKeyFile(env.DATA_DIR)}`;
  return [
    ["Service", `${serviceUrl}/v1`],
    ["OpenAPI", `${serviceUrl}/v1/openapi.json`],
    ["API key", key],
  ];
}

/** The output when everything is ready: the URL, how to sign in, and the locations of files. */
export function banner(
  settings: Settings,
  secrets: Secrets,
  facts: { postgres: string; anyAccount: boolean; took: string },
): string {
  const { env, withPortal, portalUrl } = settings;
  const portal: Line[] = withPortal
    ? [["Portal", env.PUBLIC_URL ?? portalUrl], ...signInLines(settings, secrets, facts.anyAccount)]
    : [];
  const lines: Line[] = [
    ...portal,
    ...serviceLines(settings),
    ["Data", env.DATA_DIR],
    ["Database", facts.postgres],
  ];
  const block = lines.map(([label, text]) => `  ${label.padEnd(12)}${text}`).join("\n");
  return `\nReady in ${facts.took}. Ctrl-C stops it.\n\n${block}\n`;
}
