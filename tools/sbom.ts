import { readFileSync, writeFileSync } from "node:fs";
import { buildBill, surprises, type Lock } from "./sbom/cyclonedx.ts";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lock = read("package-lock.json") as Lock;
const { license } = read("package.json") as { license: string };
const file = process.argv[2] ?? "sbom.cdx.json";

const bill = buildBill(lock, license);
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${file}: ${bill.components.length} components, CycloneDX ${bill.specVersion}`);
const unknown = surprises(lock);
for (const one of unknown) console.error(`This licence has not been reviewed: ${one}`);
if (unknown.length > 0) process.exitCode = 1;
