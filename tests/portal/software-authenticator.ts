import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
};

/** A value in CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)].flat();
  return Buffer.concat([head(5, entries.length / 2), ...entries.map(cbor)]);
}

/** What one authenticator does differently. */
interface Behaviour {
  origin?: string;
  rpId?: string;
  /** Whether it verified the user by a fingerprint or PIN. */
  verified?: boolean;
}

/** An authenticator with one passkey (ES256, attestation `none`), and its browser. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(16));
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;

  constructor(
    private readonly origin: string,
    private readonly rpId: string,
  ) {}

  private client(type: "create" | "get", challenge: string, { origin = this.origin }: Behaviour) {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));
  }

  private data({ rpId = this.rpId, verified = true }: Behaviour, attested?: Buffer): Buffer {
    const flags = 1 | (verified ? 4 : 0) | (attested ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const parts = [sha256(rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)];
    return Buffer.concat(parts);
  }

  /** The answer to `navigator.credentials.create`. */
  create(challenge: string, behaviour: Behaviour = {}) {
    const { x, y } = this.keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, "base64url")],
      [-3, Buffer.from(y!, "base64url")],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.data(behaviour, attested)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.client("create", challenge, behaviour)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** The answer to `navigator.credentials.get`, as next-auth receives it. */
  use(challenge: string, behaviour: Behaviour = {}): string {
    const client = this.client("get", challenge, behaviour);
    const data = this.data(behaviour);
    const signer = createSign("sha256").update(Buffer.concat([data, sha256(client)]));
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signer.sign(this.keys.privateKey)),
      },
    });
  }
}
