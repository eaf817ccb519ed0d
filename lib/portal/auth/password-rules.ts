import { PortalError } from "../context/errors.ts";
import common from "./common-passwords/list.json" with { type: "json" };

/** Common passwords of 12 characters or more, from zxcvbn-ts under its licence. */
const commonPasswords = new Set(common.whole.split(" "));
/** Common words that digits around them do not make strong. */
const commonTerms = new Set(common.words.split(" "));
const PRODUCT = "curtail";
const MIN_NAME_LENGTH = 3;
/** Minimum number of characters besides a name or word. */
const MIN_OTHER_LENGTH = 8;

/** Why a password is easy to guess; null if it is not known to be. */
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

/** A repeated sequence: `aaaaaaaaaaaa`, `abcabcabcabc`. */
const isRepeated = (typed: string) => /^(.{1,6})\1+$/su.test(typed);

/** A common word, once or twice, with digits and symbols around it: `welkom123456!`. */
function isDecoratedWord(typed: string): boolean {
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const [, once = word] = /^(.+)\1+$/su.exec(word) ?? [];
  return commonTerms.has(word) || commonTerms.has(once);
}

const details = {
  common: "is one that many people choose, and is guessed early",
  "own-name": "is little more than a name that others know",
};

/** @throws PortalError 422 at `#/password` for a password that is easy to guess. */
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
