import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const [ANSWERED, NO_SUCH_NAME] = [0x8180, 0x8183];

/** A name server on 127.0.0.1. */
export interface NameServer {
  port: number;
  close(): void;
}

/** Starts a name server that answers with these IPv4 addresses, as Docker's does for containers. */
export async function startNameServer(addresses: Map<string, string>): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) =>
    socket.send(toAnswer(query, addresses), port, address),
  );
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { port: socket.address().port, close: () => socket.close() };
}

function toAnswer(query: Buffer, addresses: Map<string, string>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(HEADER_BYTES, at + 5);
  const found = addresses.get(labels.join(".").toLowerCase());
  const records = found && type === TYPE_A ? [toRecord(found)] : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(found ? ANSWERED : NO_SUCH_NAME, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

/** A record of type A for the name of the question, which is valid for a second. */
const toRecord = (address: string) =>
  Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    4,
    ...address.split(".").map(Number),
  ]);
