import { afterAll, afterEach, beforeEach } from "vitest";
import { errorLog } from "./error-log.ts";

errorLog.beginFile();
beforeEach(() => errorLog.beginTest());
afterEach(() => errorLog.settle());
afterAll(() => errorLog.settle());
