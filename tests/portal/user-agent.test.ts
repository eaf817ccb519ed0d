import { describe, expect, test } from "vitest";
import { parseUserAgent } from "../../lib/portal/context/client-address.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)";
const PHONE = "Mozilla/5.0 (Linux; Android 16; SM-S921B)";
const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("a user agent is named", () => {
  test.each([
    [`${WINDOWS} ${KIT} Chrome/141.0.0.0 Safari/537.36`, "Chrome", "Windows"],
    [`${WINDOWS} ${KIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge", "Windows"],
    [`${WINDOWS} ${KIT} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera", "Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox", "Linux"],
    [`${MAC} ${APPLE} Version/26.1 Safari/605.1.15`, "Safari", "macOS"],
    [`${IPHONE} ${APPLE} Version/26.1 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
    [`${IPHONE} ${APPLE} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
    [`${IPHONE} ${APPLE} FxiOS/141.0 Mobile/15E148 Safari/604.1`, "Firefox", "iOS"],
    ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari", "iPadOS"],
    [`${PHONE} ${KIT} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
    [
      `${PHONE} ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet",
      "Android",
    ],
    ["Mozilla/5.0 (Android 16; Mobile; rv:141.0) Firefox/141.0", "Firefox", "Android"],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/141.0.0.0 Safari/537.36`,
      "Chrome",
      "ChromeOS",
    ],
    [`${MAC} ${KIT} something else`, null, "macOS"],
  ])("%s", (userAgent, browser, system) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system });
  });

  test.each([undefined, "", "curl/8.5.0", ["Firefox/1"], "x".repeat(50_000) + " Firefox/1"])(
    "unknown if it cannot be recognised",
    (userAgent) => {
      expect(parseUserAgent(userAgent)).toEqual({ browser: null, system: null });
    },
  );
});
