/** What signed in, by name; null where it cannot be told. */
export interface UserAgent {
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

const MAX_LENGTH = 1000;

/** Names the browser and the system a `User-Agent` speaks of; of the header nothing else is kept. */
export function parseUserAgent(userAgent: unknown): UserAgent {
  const text = typeof userAgent === "string" ? userAgent.slice(0, MAX_LENGTH) : "";
  const findName = (patterns: Record<string, RegExp>) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}
