import { serve } from "@hono/node-server";
import pino from "pino";
import { EnvError, parseEnv } from "../lib/env.ts";
import { everyMinute, openService } from "./service.ts";

try {
  await main();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const url = env.SERVICE_DATABASE_URL;
  if (!url) throw new EnvError("SERVICE_DATABASE_URL must name the service's database.");
  const log = pino({ level: env.LOG_LEVEL, name: "service" });
  const service = await openService(env, url, Date.now, log);
  const clock = everyMinute(service, log);
  const server = serve(
    { fetch: service.fetch, hostname: env.HOST, port: env.SERVICE_PORT },
    (address) => log.info({ port: address.port }, "listening"),
  );
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await clock.stop();
    await new Promise((done) => server.close(done));
    await service.close();
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}
