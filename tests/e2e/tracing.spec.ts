import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "@playwright/test";
import { connectAsync } from "mqtt";
import { brokers, startBroker } from "../support/broker.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";
import { signIn } from "./sign-in.ts";

const STAFF = { email: "tracing@staff.example", password: "only-for-browser-tests" };
const OWNER = { name: "Wilhelmina Vlierbes", email: "wilhelmina@home.example" };
const KEY = "ck_only-for-browser-tests";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** A span as OTLP's JSON has it. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Received {
  program: string;
  span: Span;
}

interface Batch {
  resourceSpans: {
    resource: { attributes: Span["attributes"] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

/** A collector of spans that keeps what both programs export. */
async function startCollector() {
  const received: Received[] = [];
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Batch;
    for (const { resource, scopeSpans } of resourceSpans) {
      const program = textOf(resource.attributes, "service.name");
      for (const { spans } of scopeSpans)
        for (const span of spans) received.push({ program, span });
    }
    answer.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => void server.close() };
}

const textOf = (attributes: Span["attributes"], key: string) =>
  String(attributes.find((one) => one.key === key)?.value.stringValue);

/** Spans as a tree, one per line. */
function treeOf(all: readonly Received[], parent: string, depth = 0): string[] {
  return all
    .filter(({ span }) => span.parentSpanId === parent)
    .flatMap(({ program, span }) => [
      `${"  ".repeat(depth)}${program} ${span.name}`,
      ...treeOf(all, span.spanId, depth + 1),
    ]);
}

test("a control is one trace from the browser's call to the setpoint, and names nobody", async ({
  playwright,
}) => {
  const collector = await startCollector();
  const broker = await startBroker(brokers.at(-1)!);
  const dataDir = newDataDir();
  const [portalPort, servicePort] = [await freePort(), await freePort()];
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(portalPort),
    SERVICE_PORT: String(servicePort),
    DEMO: "0",
    FLEX_API_KEY: KEY,
    STAFF_EMAIL: STAFF.email,
    STAFF_PASSWORD: STAFF.password,
    MQTT_URL: broker.url,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  try {
    await started.ready;
    const portalUrl = `http://127.0.0.1:${portalPort}`;
    const create = async (path: string, body: object) => {
      const response = await fetch(`http://127.0.0.1:${servicePort}/v1/${path}`, {
        method: "POST",
        headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.ok, path).toBe(true);
      return ((await response.json()) as { id: string }).id;
    };
    const group_id = await create("groups", { name: "Vlierbeek", bidding_zone: "NL" });
    const customer_id = await create("customers", { ...OWNER, group_id });
    const at = { customer_id, latitude: 52.1, longitude: 5.2 };
    const location_id = await create("locations", at);
    const ratings = { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 };
    const kind = { name: "Roof", brand: "BRAND_A", device_type: "SOLAR_INVERTER" };
    await create("devices", { location_id, ...kind, ratings });

    const visitor = await playwright.request.newContext({ baseURL: portalUrl });
    const browser = { request: visitor } as Parameters<typeof signIn>[0];
    await signIn(browser, { portalUrl, password: STAFF.password }, STAFF.email);
    expect((await visitor.get("/customers?search=Wilhelmina")).status()).toBe(200);
    expect((await visitor.get("/api/customers?search=Wilhelmina")).status()).toBe(200);
    const box = await connectAsync(broker.url, { protocolVersion: 5, reconnectPeriod: 0 });
    const passedOn = new Promise((resolve) =>
      box.on("message", (_topic, _payload, { properties }) =>
        resolve(properties?.userProperties?.traceparent),
      ),
    );
    await box.subscribeAsync(`curtail/+/locations/${location_id}/setpoint`);
    const time_to = new Date(Date.now() + 30 * 60_000).toISOString();
    const answer = await visitor.post(`/api/groups/${group_id}/control`, {
      headers: {
        Origin: portalUrl,
        "Idempotency-Key": crypto.randomUUID(),
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      },
      data: { type: "ZERO_EXPORT", time_to },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const requestId = answer.headers()["x-request-id"]!;

    const ofTrace = () => collector.received.filter(({ span }) => span.traceId === TRACE);
    const tree = () => treeOf(ofTrace(), "00f067aa0ba902b7");
    await expect.poll(() => tree().join("\n")).toContain("send setpoints");
    const lines = tree();
    expect(lines[0]).toMatch(/^curtail-portal POST \/api\/groups\/\[group_id\]\/control/);
    const route = "POST /v1/groups/{group_id}/control";
    const call = lines.findIndex((line) => line.endsWith(`curtail-portal ${route}`));
    const served = lines[call + 1]!;
    expect(served.trim()).toBe(`curtail-service ${route}`);
    const below = lines.slice(call + 2).map((line) => line.trim());
    expect(below.some((line) => line.startsWith("curtail-service INSERT controls"))).toBe(true);
    expect(below).toContain("curtail-service send setpoints");
    expect(lines.some((line) => /curtail-portal INSERT \w+/.test(line))).toBe(true);

    expect(await passedOn).toContain(TRACE);
    await box.endAsync();

    const idsOf = (program: string) =>
      ofTrace()
        .filter((one) => one.program === program)
        .map(({ span }) => textOf(span.attributes, "curtail.request_id"));
    for (const program of ["curtail-portal", "curtail-service"])
      expect(idsOf(program)).toContain(requestId);
    for (const program of ["portal", "service"])
      expect(started.said()).toMatch(new RegExp(`"name":"${program}".*"trace_id":"${TRACE}"`));
    expect(lines.join("\n")).not.toContain("fetch");
    const all = JSON.stringify(collector.received);
    for (const secret of [STAFF.email, STAFF.password, "Wilhelmina", OWNER.email, KEY])
      expect(all).not.toContain(secret);
    await visitor.dispose();
  } finally {
    started.child.kill("SIGTERM");
    await started.ended;
    await broker.stop();
    collector.close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  }
});
