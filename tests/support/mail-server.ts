import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";

/** A received e-mail: its recipients, its headers, and its raw body. */
export interface ReceivedLetter {
  from: string;
  to: string[];
  data: string;
}

/** A mail server on loopback with enough SMTP to receive and store messages. */
export class MailServer {
  readonly letters: ReceivedLetter[] = [];
  /** Refuses every recipient until reset. */
  refuses = false;
  /** The step of the exchange at which it stops answering; null: it always answers. */
  silentAt: "RCPT" | "letter" | null = null;

  /** Called when it does not answer. */
  onSilence: () => void = () => undefined;

  private constructor(private readonly server: Server) {
    server.on("connection", (socket) => this.exchange(socket));
  }

  static async open(): Promise<MailServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new MailServer(server);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  private exchange(socket: Socket): void {
    let letter: ReceivedLetter = { from: "", to: [], data: "" };
    let inData = false;
    let pending = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      const address = /<(.*)>/.exec(line)?.[1] ?? "";
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO") return say("250 mail.test");
      if (verb === "MAIL") letter = { from: address, to: [], data: "" };
      if (verb === "RCPT" && this.silentAt === "RCPT") return this.onSilence();
      if (verb === "RCPT" && this.refuses) return say("550 Nobody lives here");
      if (verb === "RCPT") letter.to.push(address);
      if (verb === "QUIT") return socket.end("221 Bye\r\n");
      inData = verb === "DATA";
      return say(inData ? "354 Go on" : "250 Fine");
    };
    const read = (line: string) => {
      if (!inData) return take(line);
      if (line !== ".") return void (letter.data += `${line.replace(/^\.\./, ".")}\n`);
      inData = false;
      this.letters.push(letter);
      if (this.silentAt === "letter") return this.onSilence();
      say("250 Taken");
    };
    socket.setEncoding("utf8");
    socket.on("error", () => undefined);
    socket.on("data", (text: string) => {
      const lines = (pending + text).split("\r\n");
      pending = lines.pop()!;
      lines.forEach(read);
    });
    say("220 mail.test ready");
  }
}

/** The readable text of a letter's part: quoted-printable or base64 undone. */
export function decodePart(letter: ReceivedLetter, type: "text/plain" | "text/html"): string {
  const from = letter.data.indexOf(`Content-Type: ${type}`);
  const [head = "", ...rest] = letter.data.slice(from).split("\n\n");
  const body = rest.join("\n\n").split(/\n--/)[0]!;
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString("utf8") : body;
}
