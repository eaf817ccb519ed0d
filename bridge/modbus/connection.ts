import { Socket } from "node:net";
import { ModbusTCPClient } from "jsmodbus";
import { DeviceError } from "../adapter/adapter.ts";

const MAX_REGISTERS = 125;
const BUSY_CODES = new Set([5, 6]);
const EXCEPTIONS: Record<number, string> = {
  1: "illegal function",
  2: "illegal data address",
  3: "illegal data value",
  4: "device failure",
  5: "acknowledge, not done yet",
  6: "busy",
  10: "gateway path unavailable",
  11: "gateway target did not respond",
};

interface RequestFault {
  err?: string;
  message?: string;
  response?: { body?: { code?: number } };
}

/**
 * One TCP connection to a Modbus server, with one request at a time. It connects when needed; after a
 * request without an answer it connects again, so that a late answer never counts for another request.
 */
export class ModbusConnection {
  private socket: Socket | undefined;
  private clients = new Map<number, ModbusTCPClient>();
  private queue: Promise<unknown> = Promise.resolve();
  private openings = 0;

  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Connects if there is no connection.
   * @returns how often it did so: a device behind a new one may have restarted @throws DeviceError
   */
  open(): Promise<number> {
    return this.enqueue(async () => {
      await this.connected();
      return this.openings;
    });
  }

  /** Reads holding registers (function 3). @throws DeviceError */
  read(unit: number, address: number, count: number): Promise<number[]> {
    return this.enqueue(async () => {
      const values: number[] = [];
      for (let from = 0; from < count; from += MAX_REGISTERS) {
        const size = Math.min(MAX_REGISTERS, count - from);
        const client = await this.clientOf(unit);
        const { response } = await client.readHoldingRegisters(address + from, size);
        values.push(...response.body.valuesAsArray);
      }
      if (values.length !== count)
        throw new DeviceError("refused", `${values.length} registers instead of ${count}`);
      return values;
    });
  }

  /** Writes holding registers in one request (function 16). @throws DeviceError */
  write(unit: number, address: number, values: readonly number[]): Promise<void> {
    return this.enqueue(async () => {
      const client = await this.clientOf(unit);
      await client.writeMultipleRegisters(address, [...values]);
    });
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
    this.clients.clear();
  }

  private enqueue<T>(request: () => Promise<T>): Promise<T> {
    const run = this.queue.then(request).catch((thrown: unknown) => {
      throw this.toError(thrown);
    });
    this.queue = run.catch(() => {});
    return run;
  }

  private async clientOf(unit: number): Promise<ModbusTCPClient> {
    const socket = await this.connected();
    const client = this.clients.get(unit) ?? new ModbusTCPClient(socket, unit, this.timeoutMs);
    // The library learns of a connection by its event, which has passed for later units.
    if (!this.clients.has(unit)) socket.emit("connect");
    this.clients.set(unit, client);
    return client;
  }

  private connected(): Promise<Socket> {
    if (this.socket && !this.socket.destroyed) return Promise.resolve(this.socket);
    this.close();
    const socket = new Socket();
    socket.setMaxListeners(0);
    socket.setNoDelay(true);
    this.socket = socket;
    return new Promise((resolve, reject) => {
      const address = `${this.host}:${this.port}`;
      const fail = (reason: string) => {
        socket.destroy();
        reject(new DeviceError("silent", `${address} ${reason}`));
      };
      const timer = setTimeout(() => fail("does not accept the connection"), this.timeoutMs);
      socket.on("error", ({ message }) => fail(`is not reachable: ${message}`));
      socket.on("close", () => {
        clearTimeout(timer);
        fail("closed the connection");
        if (this.socket === socket) this.close();
      });
      socket.connect(this.port, this.host, () => {
        clearTimeout(timer);
        this.openings += 1;
        resolve(socket);
      });
    });
  }

  private toError(thrown: unknown): DeviceError {
    if (thrown instanceof DeviceError) return thrown;
    const { err, message = "", response } = thrown as RequestFault;
    const code = response?.body?.code;
    if (err === "ModbusException" && code !== undefined) {
      const fault = BUSY_CODES.has(code) ? "busy" : code >= 10 ? "silent" : "refused";
      return new DeviceError(fault, `Modbus exception ${code} (${EXCEPTIONS[code] ?? "?"})`, code);
    }
    this.close();
    const reason = err === "Timeout" ? `no answer in ${this.timeoutMs} ms` : (err ?? message);
    return new DeviceError("silent", `${this.host}:${this.port}: ${reason}`);
  }
}
