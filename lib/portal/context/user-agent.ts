/** What signed in, by name; null where it cannot be told. */
export interface SignedInWith {
  browser: string | null;
  system: string | null;
}

/** Those that call themselves by others' names as well stand before them. */
const browsers = {
  Edge: /\bEdg(e|A|iOS)?\//,
  Opera: /\b(OPR|OPiOS|Opera)\//,
  "Samsung Internet": /\bSamsungBrowser\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /\b(HeadlessChrome|Chrome|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ .*\bSafari\//,
};

const systems = {
  Windows: /\bWindows\b/,
  Android: /\bAndroid\b/,
  iOS: /\b(iPhone|iPod)\b/,
  iPadOS: /\biPad\b/,
  macOS: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

const LONGEST = 1000;

/** Names the browser and the system a `User-Agent` speaks of; of the header nothing else is kept. */
export function signedInWith(userAgent: unknown): SignedInWith {
  const said = typeof userAgent === "string" ? userAgent.slice(0, LONGEST) : "";
  const named = (known: Record<string, RegExp>) =>
    Object.entries(known).find(([, pattern]) => pattern.test(said))?.[0] ?? null;
  return { browser: named(browsers), system: named(systems) };
}
