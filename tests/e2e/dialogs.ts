import { expect, type Page } from "@playwright/test";
import { DESK, PHONE, type Size } from "./sizes.ts";

/** Something that opens on a page: a dialog, a menu, a form, a card. */
export interface Opening {
  name: string;
  size: Size;
  /** What opened, where the page around it is as it was. */
  within?: string;
  open(page: Page): Promise<void>;
  /** Where Escape does not close it. */
  close?(page: Page): Promise<void>;
}

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().click();

const opensDialog = (name: string, button: string | RegExp, size: Size = DESK): Opening => ({
  name,
  size,
  within: "dialog[open]",
  open: async (page) => {
    await press(page, button);
    await expect(dialog(page), name).toBeVisible();
  },
});

const opensSheet = (name: string, button: string, size: Size = DESK): Opening => ({
  name,
  size,
  within: `[role=group][aria-label="${button}"]`,
  open: async (page) => {
    await press(page, button);
    await expect(page.getByRole("group", { name: button }), name).toBeVisible();
  },
});

/** The input of a dialog that shows something once. */
const opensOnce = (
  name: string,
  opener: string,
  field: string,
  value: () => string,
  [send, shown, done]: [send: string, shown: string, done: string],
): Opening => ({
  name,
  size: PHONE,
  within: "dialog[open]",
  open: async (page) => {
    await press(page, opener);
    await dialog(page).getByLabel(field, { exact: true }).fill(value());
    await dialog(page).getByRole("button", { name: send, exact: true }).click();
    await expect(dialog(page).getByLabel(shown, { exact: true }), name).toBeVisible();
  },
  close: (page) => dialog(page).getByRole("button", { name: done }).click(),
});

const unfolds = (name: string, summary: string | RegExp, size: Size): Opening => ({
  name,
  size,
  within: "details[open]",
  open: async (page) => {
    await page.locator("summary").filter({ hasText: summary }).first().click();
    await expect(page.locator("details[open]").first(), name).toBeVisible();
  },
});

const savingView: Opening = {
  name: "saving a view",
  size: PHONE,
  within: "dialog[open]",
  open: async (page) => {
    await press(page, "Views");
    await press(page, "Save this view…");
    await expect(dialog(page)).toBeVisible();
  },
};

const random = () => Math.random().toString(36).slice(2, 8);

const columns = opensSheet("the choice of columns", "Columns");
const files = opensSheet("the choice of files", "Export", PHONE);

const days = (button: string, first: string): Opening => ({
  name: "a chart's days of one's own",
  size: PHONE,
  open: async (page) => {
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await expect(page.getByLabel(first, { exact: true }).first()).toBeVisible();
  },
});

const selected: Opening = {
  name: "selected customers, to be put into a group",
  size: DESK,
  open: async (page) => {
    await page.getByRole("checkbox", { name: "Select this page" }).check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  },
};

const confirming: Opening = {
  name: "confirming a control",
  size: DESK,
  open: async (page) => {
    await page.getByRole("radiogroup", { name: "Group" }).getByRole("radio").first().check();
    await page.getByRole("radio", { name: /^Zero export/ }).check();
    await press(page, "Issue control…");
    await expect(dialog(page)).toBeVisible();
  },
};

const exactTimes: Opening = {
  name: "exact times",
  size: PHONE,
  open: async (page) => {
    await page.getByRole("radio", { name: /^Exact times/ }).check();
    await expect(page.getByLabel("Start date")).toBeVisible();
  },
};

const place: Opening = {
  name: "a location's card",
  size: DESK,
  open: async (page) => {
    const map = page.getByRole("group", { name: /^Map of the Netherlands/ });
    const marks = map.locator("button[title*=':']");
    await marks.filter({ hasNotText: /\d/ }).first().click();
    await expect(map.getByRole("link", { name: "Open location" })).toBeVisible();
  },
};

/** Nothing is turned on: its secret is only shown. */
const factor: Opening = {
  name: "setting up a second factor",
  size: PHONE,
  open: async (page) => {
    await press(page, "Set up");
    await expect(page.getByRole("img", { name: "The secret as a QR code" })).toBeVisible();
  },
  close: (page) => press(page, "Cancel"),
};

/** What opens on the pages of staff, by pattern. */
export const staffsOpenings: Record<string, readonly Opening[]> = {
  "/": [
    days("Custom", "From"),
    unfolds("the chart's numbers", "Numbers as a table", DESK),
    opensDialog("the frame's other places", "More", PHONE),
    opensDialog("the search and commands", "Search and commands"),
  ],
  "/account": [factor],
  "/controls": [
    columns,
    opensDialog("approving a requested control", "Approve…", PHONE),
    opensDialog("pausing all controls", "Pause controls…"),
  ],
  "/controls/[id]": [
    opensDialog("cancelling a control", "Cancel control…"),
    opensDialog("changing the end of a control", "Change the end…", PHONE),
  ],
  "/controls/new": [confirming, exactTimes],
  "/customers": [columns, savingView, files, selected],
  "/customers/[id]": [
    opensDialog("deleting a customer", /^Delete$/),
    opensDialog("inviting a customer", /^Invite/, PHONE),
  ],
  "/devices": [columns],
  "/webhooks": [opensDialog("the form of a webhook", "New webhook", PHONE)],
  "/webhooks/[id]": [
    opensDialog("the form of a webhook", "Edit"),
    opensDialog("the rotation of a secret", "Rotate secret", PHONE),
    opensDialog("the deletion of a webhook", "Delete"),
  ],
  "/keys": [
    opensDialog("a new key", "New key"),
    opensDialog("revoking a key", /^Revoke /),
    opensDialog("rotating a key", /^Rotate /, PHONE),
    opensOnce("the key that was created", "New key", "Name", () => `Opened ${random()}`, [
      "Create key",
      "Key",
      "I have saved it",
    ]),
  ],
  "/map": [place],
  "/users": [
    opensDialog("inviting a colleague", /^Invite$/),
    opensDialog("managing an account", /^Manage Demo (?!staff)/, PHONE),
    opensOnce("the invitation's link", "Invite", "E-mail", () => `${random()}@example.org`, [
      "Invite",
      "Link",
      "I have saved it",
    ]),
  ],
};

/** The dialogs on a customer's pages, in Dutch. */
export const customersOpenings: Record<string, readonly Opening[]> = {
  "/": [opensDialog("the frame's other places", "Meer", PHONE)],
  "/locations": [opensSheet("the choice of files", "Exporteren", PHONE)],
  "/locations/[id]": [days("Eigen", "Van")],
};

/** What opens on the pages for anyone. */
export const openings: Record<string, readonly Opening[]> = {
  "/docs": [unfolds("the contents", /.+/, PHONE)],
};
