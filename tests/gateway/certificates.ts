import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Certificates {
  caFile: string;
  certificateFile: string;
  keyFile: string;
}

/** A certificate for 127.0.0.1 signed by a generated authority; undefined without openssl. */
export function makeCertificates(): Certificates | undefined {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync("openssl", words, { stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  try {
    openssl("version");
  } catch {
    return undefined;
  }
  writeFileSync(file("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
    "-keyout",
    file("ca.key"),
    "-out",
    file("ca.pem"),
  );
  openssl(
    "req",
    ...newKey,
    "-subj",
    "/CN=127.0.0.1",
    "-keyout",
    file("broker.key"),
    "-out",
    file("broker.csr"),
  );
  openssl(
    "x509",
    "-req",
    "-in",
    file("broker.csr"),
    "-CA",
    file("ca.pem"),
    "-CAkey",
    file("ca.key"),
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    file("names"),
    "-out",
    file("broker.pem"),
  );
  return {
    caFile: file("ca.pem"),
    certificateFile: file("broker.pem"),
    keyFile: file("broker.key"),
  };
}

export function removeCertificates(certificates: Certificates | undefined): void {
  if (certificates) rmSync(dirname(certificates.caFile), { recursive: true, force: true });
}
