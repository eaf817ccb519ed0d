const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A worker fetches under the policy it came with. */
const WORKER = "default-src 'self'; frame-ancestors 'none'";
const OFF = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/**
 * What every answer of the portal carries unless the answer says otherwise, by the path that was
 * asked. Icons of devices may be shown on other sites; all else is for our own pages.
 */
export const answerHeaders = (path, isSecure) => ({
  "Content-Security-Policy": path === "/sw.js" ? WORKER : NOTHING,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": path.startsWith("/icons/") ? "cross-origin" : "same-origin",
  "Permissions-Policy": OFF.map((feature) => `${feature}=()`).join(", "),
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
});

/** Adds to an answer, when it is written, those of the headers that it does not have by then. */
export function completeHeaders(response, headers) {
  const { writeHead } = response;
  response.writeHead = (...given) => {
    const own = given.find((one) => typeof one === "object") ?? {};
    const names = Array.isArray(own) ? own.filter((_, i) => i % 2 === 0) : Object.keys(own);
    const has = new Set(names.map((name) => String(name).toLowerCase()));
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name) && !has.has(name.toLowerCase()))
        response.setHeader(name, value);
    return writeHead.apply(response, given);
  };
}
