import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The registers of a device, what reverts them, and how it departs from the rules. */
export interface DeviceImage {
  registers: Record<number, number>;
  writable: number[];
  timers: {
    /** Registers with the time in s, high word first. */
    seconds: number[];
    /** A write to one of these starts the time. */
    arm: number[];
    revert: ({ address: number; value: number } | { address: number; from: number })[];
  }[];
  quirks?: {
    /** Refuses to write more registers than this at once. */
    singleWrites?: number;
    /** Addresses that take no negative value. */
    noNegative?: number[];
    /** Reads after a write that still give the old value. */
    lateReads?: number;
    slowMs?: number;
  };
}

/** How the next requests go wrong: `cut` breaks the connection after a write took effect. */
export interface ModbusFault {
  kind: "silent" | "drop" | "cut" | "ignore" | "exception";
  code?: number;
  times: number;
  writesOnly?: boolean;
}

/** A write as the device received it, at its own time in s. */
export interface ReceivedWrite {
  at: number;
  address: number;
  values: number[];
}

/** A Modbus server whose registers, time and faults a test sets. */
export interface ModbusServer {
  kind: ServerKind;
  port: number;
  get(address: number, count: number, unit?: number): Promise<number[]>;
  set(address: number, values: number[], unit?: number): Promise<void>;
  /** Lets the device's time pass. */
  advance(seconds: number): Promise<void>;
  fault(fault: ModbusFault): Promise<void>;
  writes(unit?: number): Promise<ReceivedWrite[]>;
  /** Cuts all connections. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
}

export type ServerKind = "pymodbus" | "own";

const PYTHON = "/usr/bin/python3";
const hasPymodbus =
  spawnSync(PYTHON, ["-c", "from pymodbus.server.async_io import ModbusTcpServer"]).status === 0;

/** The Modbus servers that can play devices; says so if only our own can. */
export const serverKinds: ServerKind[] = hasPymodbus ? ["pymodbus", "own"] : ["own"];
if (!hasPymodbus) {
  console.warn(
    "\nLEFT OUT: the bridge against pymodbus, which is not installed (Debian: python3-pymodbus)." +
      " Our own Modbus server takes its place.\n",
  );
}
export const preferredServer: ServerKind = serverKinds[0]!;

type Units = Record<number, DeviceImage>;

/** Starts a server with these devices on a free port; our own also on a given one. */
export const startModbusServer = (
  kind: ServerKind,
  units: Units,
  port = 0,
): Promise<ModbusServer> => (kind === "pymodbus" ? startPymodbus(units) : startOwn(units, port));

async function startPymodbus(units: Units): Promise<ModbusServer> {
  const script = fileURLToPath(new URL("modbus-server.py", import.meta.url));
  const child: ChildProcess = spawn(PYTHON, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const waiting = new Map<number, (result: never) => void>();
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", () => reject(new Error("pymodbus ended")));
    createInterface({ input: child.stdout! }).on("line", (line) => {
      const { id, result, port: opened } = JSON.parse(line);
      if (opened !== undefined) return resolve(opened);
      waiting.get(id)?.(result as never);
      waiting.delete(id);
    });
    child.stdin!.write(`${JSON.stringify(units)}\n`);
  });
  let last = 0;
  const call = <T>(command: object): Promise<T> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve as (result: never) => void);
      child.stdin!.write(`${JSON.stringify({ ...command, id: last })}\n`);
    });
  return {
    kind: "pymodbus",
    port,
    get: (address, count, unit = 1) => call({ do: "get", address, count, unit }),
    set: (address, values, unit = 1) => call({ do: "set", address, values, unit }),
    advance: (seconds) => call({ do: "advance", seconds }),
    fault: (fault) => call({ do: "fault", fault }),
    writes: (unit = 1) => call({ do: "writes", unit }),
    disconnect: () => call({ do: "disconnect" }),
    stop: async () => {
      process.off("exit", kill);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      kill();
      await ended;
    },
  };
}

class OwnUnit {
  readonly registers: Map<number, number>;
  readonly received: ReceivedWrite[] = [];
  private readonly late = new Map<number, { old: number; reads: number }>();
  private readonly left: (number | undefined)[] = [];

  constructor(readonly image: DeviceImage) {
    this.registers = new Map(
      Object.entries(image.registers).map(([address, value]) => [Number(address), value]),
    );
  }

  read(address: number, count: number): number[] | undefined {
    const values: number[] = [];
    for (let one = address; one < address + count; one++) {
      const value = this.registers.get(one);
      if (value === undefined) return undefined;
      const late = this.late.get(one);
      values.push(late && late.reads-- > 0 ? late.old : value);
    }
    return values;
  }

  write(address: number, values: number[], at: number): number | undefined {
    const { writable, quirks = {}, timers } = this.image;
    const addresses = values.map((_, i) => address + i);
    if (!addresses.every((one) => writable.includes(one))) return 2;
    if (quirks.singleWrites && values.length > quirks.singleWrites) return 2;
    const isNegative = (one: number, i: number) =>
      (quirks.noNegative ?? []).includes(one) && values[i]! >= 0x8000;
    if (addresses.some(isNegative)) return 3;
    this.received.push({ at, address, values });
    for (const [i, one] of addresses.entries()) {
      const old = this.registers.get(one)!;
      if (quirks.lateReads && old !== values[i])
        this.late.set(one, { old, reads: quirks.lateReads });
      this.registers.set(one, values[i]!);
    }
    for (const [i, { arm, seconds }] of timers.entries()) {
      if (!addresses.some((one) => arm.includes(one))) continue;
      const time = seconds.reduce((sum, one) => sum * 0x1_0000 + this.registers.get(one)!, 0);
      this.left[i] = [0, 0xffff, 0xffffffff].includes(time) ? undefined : time;
    }
    return undefined;
  }

  advance(passed: number): void {
    for (const [i, { revert }] of this.image.timers.entries()) {
      const left = this.left[i];
      if (left === undefined) continue;
      this.left[i] = left - passed > 0 ? left - passed : undefined;
      if (this.left[i] !== undefined) continue;
      for (const step of revert)
        this.registers.set(
          step.address,
          "from" in step ? this.registers.get(step.from)! : step.value,
        );
    }
  }
}

async function startOwn(images: Units, port: number): Promise<ModbusServer> {
  const units = new Map(
    Object.entries(images).map(([unit, image]) => [Number(unit), new OwnUnit(image)]),
  );
  const faults: ModbusFault[] = [];
  const sockets = new Set<Socket>();
  let at = 0;
  const answer = (unit: OwnUnit | undefined, pdu: Buffer, fault?: ModbusFault): Buffer => {
    const code = pdu[0]!;
    const exception = (number: number) => Buffer.from([code | 0x80, number]);
    if (fault?.kind === "exception") return exception(fault.code!);
    if (!unit) return exception(11);
    const address = pdu.readUInt16BE(1);
    if (code === 3) {
      const values = unit.read(address, pdu.readUInt16BE(3));
      if (!values) return exception(2);
      const body = Buffer.alloc(2 + 2 * values.length);
      body.set([3, 2 * values.length]);
      for (const [i, value] of values.entries()) body.writeUInt16BE(value, 2 + 2 * i);
      return body;
    }
    if (code !== 6 && code !== 16) return exception(1);
    const values =
      code === 6
        ? [pdu.readUInt16BE(3)]
        : Array.from({ length: pdu.readUInt16BE(3) }, (_, i) => pdu.readUInt16BE(6 + 2 * i));
    const refused = fault?.kind === "ignore" ? undefined : unit.write(address, values, at);
    return refused ? exception(refused) : pdu.subarray(0, 5);
  };
  const serve = (socket: Socket, frame: Buffer) => {
    const unit = units.get(frame[6]!);
    const pdu = frame.subarray(7);
    const isWrite = pdu[0] === 6 || pdu[0] === 16;
    const fault = faults.find(({ times, writesOnly }) => times > 0 && (isWrite || !writesOnly));
    if (fault) fault.times -= 1;
    if (fault?.kind === "silent") return;
    if (fault?.kind === "drop") return void socket.destroy();
    const body = answer(unit, pdu, fault);
    if (fault?.kind === "cut") return void socket.destroy();
    const head = Buffer.from(frame.subarray(0, 7));
    head.writeUInt16BE(body.length + 1, 4);
    const send = () => void (socket.destroyed || socket.write(Buffer.concat([head, body])));
    const slowMs = unit?.image.quirks?.slowMs;
    if (slowMs) setTimeout(send, slowMs);
    else send();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= 6 && rest.length >= 6 + rest.readUInt16BE(4)) {
        const size = 6 + rest.readUInt16BE(4);
        serve(socket, rest.subarray(0, size));
        rest = rest.subarray(size);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const disconnect = async () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    kind: "own",
    port: (server.address() as AddressInfo).port,
    get: async (address, count, unit = 1) =>
      Array.from({ length: count }, (_, i) => units.get(unit)!.registers.get(address + i)!),
    set: async (address, values, unit = 1) => {
      for (const [i, value] of values.entries()) units.get(unit)!.registers.set(address + i, value);
    },
    advance: async (seconds) => {
      at += seconds;
      for (const unit of units.values()) unit.advance(seconds);
    },
    fault: async (fault) => void faults.push({ ...fault }),
    writes: async (unit = 1) => units.get(unit)!.received,
    disconnect,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await disconnect();
      await closed;
    },
  };
}
