import { get } from "node:http";

// The health check of a container: `node dist/runtime/health.mjs portal` or `service`.
const port =
  process.argv[2] === "service" ? process.env.SERVICE_PORT || 3001 : process.env.PORT || 3000;

get(`http://127.0.0.1:${port}/readyz`, { timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
