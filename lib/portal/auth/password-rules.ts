import { PortalError } from "../context/errors.ts";
import common from "./common-passwords/list.json" with { type: "json" };

/** Passwords of 12 characters or more that many people chose: from zxcvbn-ts, under its licence. */
const commonPasswords = new Set(common.whole.split(" "));
/** Shorter ones, of letters: words that a few figures do not make strong. */
const commonWords = new Set(common.words.split(" "));
const PRODUCT = "curtail";
const MIN_NAME_LENGTH = 3;
/** Fewer characters than these beside a name or a word, and it is guessed early. */
const MIN_OTHER_LENGTH = 8;

/** Why a password would be guessed early; null when nothing is known against it. */
export function checkPasswordStrength(
  password: string,
  email: string,
): "common" | "own-name" | null {
  const typed = password.toLowerCase();
  if (commonPasswords.has(typed) || isRepeated(typed) || isDecoratedWord(typed)) return "common";
  const [local = ""] = email.toLowerCase().split("@");
  const names = [local, ...local.split(/[^\p{L}\d]+/u), PRODUCT, email.toLowerCase()];
  const guessable = names.filter((name) => name.length >= MIN_NAME_LENGTH);
  const rest = [...new Set(guessable)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ""), typed);
  return rest !== typed && rest.length < MIN_OTHER_LENGTH ? "own-name" : null;
}

/** A few characters again and again: `aaaaaaaaaaaa`, `abcabcabcabc`. */
const isRepeated = (typed: string) => /^(.{1,6})\1+$/su.test(typed);

/** One common word with figures and signs around it, or twice: `welkom123456!`. */
function isDecoratedWord(typed: string): boolean {
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const [, once = word] = /^(.+)\1+$/su.exec(word) ?? [];
  return commonWords.has(word) || commonWords.has(once);
}

const details = {
  common: "is one that many people choose, and is guessed early",
  "own-name": "is little more than a name that others know",
};

/** @throws PortalError 422 at `#/password` for one that would be guessed early. */
export function refuseWeakPassword(password: string, email: string, requestId: string): void {
  const weakness = checkPasswordStrength(password, email);
  if (!weakness) return;
  const errors = [
    { pointer: "#/password", detail: details[weakness], code: `password-${weakness}` },
  ];
  throw new PortalError("invalid", "Correct the listed values and try again.", requestId, {
    errors,
  });
}
