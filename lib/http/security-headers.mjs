const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A worker fetches under the policy of its own response. */
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
 * The default headers of every response, by the requested path. Device icons may be embedded by
 * other sites; everything else may not.
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

/** Adds the headers that a response does not have when its head is written. */
export function completeHeaders(response, headers) {
  const { writeHead } = response;
  response.writeHead = (...given) => {
    const headerArgument = given.find((one) => typeof one === "object") ?? {};
    const names = Array.isArray(headerArgument)
      ? headerArgument.filter((_, i) => i % 2 === 0)
      : Object.keys(headerArgument);
    const has = new Set(names.map((name) => String(name).toLowerCase()));
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name) && !has.has(name.toLowerCase()))
        response.setHeader(name, value);
    return writeHead.apply(response, given);
  };
}
