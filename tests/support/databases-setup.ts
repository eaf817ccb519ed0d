import { afterAll } from "vitest";
import { dropDatabases } from "./postgres.ts";

afterAll(dropDatabases);
