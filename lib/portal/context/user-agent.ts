/** Names of browser and system; null if they are not recognised. */
export interface UserAgent {
  browser: string | null;
  system: string | null;
}

/** Browsers that also contain others' names come first. */
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

/** Parses a `User-Agent` header; only these names of it are stored. */
export function parseUserAgent(userAgent: unknown): UserAgent {
  const text = typeof userAgent === "string" ? userAgent.slice(0, MAX_LENGTH) : "";
  const findName = (patterns: Record<string, RegExp>) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}
