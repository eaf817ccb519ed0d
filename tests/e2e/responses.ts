import { expect, type BrowserContext, type Response } from "@playwright/test";
import type { Curtail } from "./start-stack.ts";

async function textOf(response: Response): Promise<string> {
  const headers = JSON.stringify(await response.allHeaders().catch(() => response.headers()));
  // A stream does not end; its events are read separately.
  if (headers.includes("text/event-stream")) return `${response.url()}\n${headers}`;
  const body = await response.body().catch(() => Buffer.alloc(0));
  return `${response.url()}\n${headers}\n${body.toString()}`;
}

/** Every answer the pages of a context get from now on: where from, its headers and its body. */
export function answersTo(context: BrowserContext): Promise<string>[] {
  const answers: Promise<string>[] = [];
  context.on("response", (response) => answers.push(textOf(response)));
  return answers;
}

/** Expects the API key in none of more than so many answers, and in nothing the programs printed. */
export async function expectWithoutKey(
  { apiKey, said }: Curtail,
  answers: Promise<string>[],
  moreThan = 3,
): Promise<void> {
  const texts = await Promise.all(answers);
  const withKey = texts.filter((text) => text.includes(apiKey)).map((text) => text.split("\n")[0]);
  expect.soft(texts.length, "answers that were read").toBeGreaterThan(moreThan);
  expect.soft(withKey, "answers that hold the API key").toEqual([]);
  expect.soft(said().includes(apiKey), "the API key is printed").toBe(false);
}
