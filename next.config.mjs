import { join } from "node:path";
import createNextIntlPlugin from "next-intl/plugin";

const withTexts = createNextIntlPlugin({
  requestConfig: "./lib/portal/auth/intl-request.ts",
  experimental: {
    messages: { path: "./messages", format: "json", locales: ["en", "nl"], precompile: true },
  },
});

/** @type {import("next").NextConfig} */
export default withTexts({
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Preloading all pages takes a second of processor time, which the start would wait for.
  experimental: { preloadEntriesOnStart: false },
  turbopack: {
    rules: {
      "**/chart.js/dist/chart.js": {
        loaders: [join(import.meta.dirname, "runtime/prepare/drop-time-scale.cjs")],
      },
    },
  },
  // `npm run check` checks types, with packages that a production install lacks.
  typescript: { ignoreBuildErrors: true },
  // `next dev` would write files of its own into the repository.
  agentRules: false,
  serverExternalPackages: [
    "pg",
    "undici",
    "@node-rs/argon2",
    "pino",
    "prom-client",
    "nodemailer",
    "@opentelemetry/sdk-trace-node",
    "@opentelemetry/resources",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/exporter-trace-otlp-proto",
  ],
});
