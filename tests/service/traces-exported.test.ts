import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

/** What a span says that is the same in both encodings. */
interface Span {
  traceId: string;
  parentSpanId: string;
  name: string;
}

/** Fields of a protobuf message by number: bytes of length-delimited ones, the rest is skipped. */
function fieldsOf(message: Buffer): { field: number; value: Buffer }[] {
  const found: { field: number; value: Buffer }[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const wire = key % 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      found.push({ field: Math.floor(key / 8), value: message.subarray(at, (at += length)) });
    } else throw new Error(`no wire type of protobuf 3: ${wire}`);
  }
  return found;
}

const valuesAt = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap((one) => (one.field === field ? [one.value] : []));

/** The field numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
const decodeProtobuf = (body: Buffer): Span[] =>
  valuesAt(body, 1)
    .flatMap((resourceSpans) => valuesAt(resourceSpans, 2))
    .flatMap((scopeSpans) => valuesAt(scopeSpans, 2))
    .map((span) => ({
      traceId: valuesAt(span, 1)[0]!.toString("hex"),
      parentSpanId: valuesAt(span, 4)[0]?.toString("hex") ?? "",
      name: valuesAt(span, 5)[0]!.toString(),
    }));

const decodeJson = (body: Buffer): Span[] =>
  JSON.parse(body.toString()).resourceSpans.flatMap(
    ({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) => scopeSpans.flatMap((one) => one.spans),
  );

/** A collector of spans. */
async function startCollector(decode: (body: Buffer) => Span[]) {
  const types = new Set<string>();
  const paths = new Set<string>();
  const spans: Span[] = [];
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    types.add(request.headers["content-type"]!);
    paths.add(request.url!);
    spans.push(...decode(Buffer.concat(chunks)));
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, types, paths, spans };
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

test.each([
  ["http/protobuf", "application/x-protobuf", decodeProtobuf],
  ["http/json", "application/json", decodeJson],
  ["default", "application/x-protobuf", decodeProtobuf],
])(
  "spans are exported by the protocol %s in %s, within the trace of the caller",
  async (protocol, type, decode) => {
    const collector = await startCollector(decode);
    const service = await spawnService(await freshDatabase("service"), {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      ...(protocol !== "default" && { OTEL_EXPORTER_OTLP_PROTOCOL: protocol }),
    });
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/groups`, {
      headers: { "X-API-Key": KEY, traceparent: `00-${TRACE}-${PARENT}-01` },
    });
    expect(response.status).toBe(200);
    const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
    await expect.poll(() => ofTrace().map(({ name }) => name)).toContain("GET /v1/groups");
    expect(ofTrace().find(({ name }) => name === "GET /v1/groups")!.parentSpanId).toBe(PARENT);
    expect(ofTrace().some(({ name }) => name.startsWith("SELECT "))).toBe(true);
    expect([...collector.types]).toEqual([type]);
    expect([...collector.paths]).toEqual(["/v1/traces"]);
  },
);

test("without the address of a collector nothing is exported", async () => {
  const collector = await startCollector(() => []);
  const service = await spawnService(await freshDatabase("service"), {
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_ENDPOINT: "",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const response = await fetch(`http://127.0.0.1:${service.port}/v1/groups`, {
    headers: { "X-API-Key": KEY },
  });
  expect(response.status).toBe(200);
  service.child.kill("SIGTERM");
  await service.ended;
  expect([...collector.paths]).toEqual([]);
});
