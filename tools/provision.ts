import { parseEnv } from "../lib/env.ts";
import { printFailure } from "./provision/programs.ts";

await printFailure(async () => {
  const env = parseEnv(process.env);
  // It loads the portal's log, which reads the configuration: after that was found valid.
  const { provision } = await import("./provision/provision.ts");
  await provision(env, process.argv.slice(2));
});
