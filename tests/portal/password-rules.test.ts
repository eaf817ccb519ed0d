import { expect, test } from "vitest";
import { checkPasswordStrength } from "../../lib/portal/auth/password-rules.ts";

const EMAIL = "jan.de-boer@energie.example";

test.each([
  "1qaz2wsx3edc",
  "Administrator",
  "QWERTY123456",
  "password2026!",
  "Welkom!!123456",
  "passwordpassword",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
])("%s is refused as common", (password) => {
  expect(checkPasswordStrength(password, EMAIL)).toBe("common");
});

test.each(["jan.de-boer2026", "Curtail-2026!", "curtailcurtail1", "JAN.DE-BOER@energie.example"])(
  "%s is refused as derived from a known name",
  (password) => {
    expect(checkPasswordStrength(password, EMAIL)).toBe("own-name");
  },
);

test.each([
  "correct horse battery",
  "a brand new password",
  "vier losse woorden samen",
  "only-for-browser-tests",
  "curtail the eleven roofs",
])("%s is accepted", (password) => {
  expect(checkPasswordStrength(password, EMAIL)).toBeNull();
});
