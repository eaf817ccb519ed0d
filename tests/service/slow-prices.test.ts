import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { everyMinute } from "../../service/jobs/every-minute.ts";
import { energyCharts } from "../../service/prices/energy-charts.ts";
import { createRule } from "../support/rule-world.ts";
import { World } from "../support/service.ts";
import { group } from "../support/site.ts";

/** A server that takes requests and answers none of them. */
async function openHangingServer() {
  let open = 0;
  const server = createServer((request) => {
    open += 1;
    request.on("close", () => (open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, open: () => open, close };
}

it("rules are evaluated though a price source does not answer", async () => {
  const server = await openHangingServer();
  const world = await World.open("2026-06-15T10:00:30Z", {
    priceSources: [energyCharts("NL", server.url)],
  });
  onTestFinished(() => world.close());
  await createRule(world, (await group(world)).id);
  const running = everyMinute(world.service, pino({ level: "silent" }));
  onTestFinished(() => running.stop());
  await vi.waitFor(
    async () => {
      expect(await world.service.metrics.metrics()).toMatch(
        /^curtail_service_rule_evaluation_age_seconds 0$/m,
      );
    },
    { timeout: 15_000 },
  );
  expect(server.open()).toBe(1);
  server.close();
}, 60_000);
