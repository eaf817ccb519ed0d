/** The pages' content security policy forbids `eval`; zod tries it unless it is told not to. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
