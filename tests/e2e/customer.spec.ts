import type { Page } from "@playwright/test";
import { answersTo, expectWithoutKey } from "./responses.ts";
import { ending, starting, TIME } from "./clock.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import {
  anotherCustomer,
  CUSTOMER,
  demoCustomer,
  expect,
  signIn,
  signInByForm,
  test,
} from "./users.ts";
import { toPagePath, seeChart, pagePatterns, someIds } from "./page-ids.ts";

test.use({ viewport: { width: 375, height: 740 } });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });
const nothing = (page: Page) => heading(page, "Pagina niet gevonden");

const ownPages = [
  "/",
  "/account",
  "/controls",
  "/devices",
  "/history",
  "/locations",
  "/notices",
  "/statements",
];

test("a customer sees their own locations and devices on a phone, and no links to staff pages", async ({
  page,
  curtail,
  service,
}) => {
  const { locations, devices } = await demoCustomer(service);
  await page.goto("/");
  await signInByForm(page, CUSTOMER, curtail.password);
  await expect(heading(page, "Hallo, Familie de Vries")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Hoofdmenu" });
  for (const name of ["Overzicht", "Verbruik", "Activiteit", "Berichten"]) {
    await expect(navigation.getByRole("link", { name })).toBeVisible();
  }
  for (const name of ["Klanten", "Groepen", "Sturingen"]) {
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }

  const more = navigation.getByRole("button", { name: "Meer" });
  await more.click();
  await page.getByRole("dialog").getByRole("link", { name: "Locaties" }).click();
  await expect(heading(page, "Locaties")).toBeVisible();
  const links = page.getByRole("table").locator('a[href^="/locations/"]');
  await expect(links).toHaveCount(locations.length);
  const shown = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  expect(shown.sort()).toEqual(locations.map(({ id }) => `/locations/${id}`).sort());
  await expect(page.getByRole("link", { name: "Nieuwe locatie" })).toHaveCount(0);

  await more.click();
  await page.getByRole("dialog").getByRole("link", { name: "Apparaten" }).click();
  await expect(heading(page, "Apparaten")).toBeVisible();
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(
    devices.length,
  );
  await page.getByRole("table").locator("tbody a").first().click();
  await expect(page).toHaveURL(/\/devices\/.+/);
});

test("a customer's start page shows each location's current power, its day and its requests", async ({
  customer: page,
  service,
}) => {
  const { locations } = await demoCustomer(service);
  await page.goto("/");
  for (const { metadata } of locations) {
    const card = page.locator("section", {
      has: page.getByRole("heading", { level: 2, name: String(metadata.address) }),
    });
    const one = card.last();
    await expect(one.getByText(/van het net|naar het net/).first()).toBeVisible();
    await expect(one.getByText(new RegExp(`^Gemeten om ${TIME}$`))).toBeVisible();
    await expect(one.getByText("Opgewekt")).toBeVisible();
    await expect(one.getByRole("img", { name: /^Vandaag per kwartier/ })).toBeVisible();
    await expect(one.getByText(/^Verwacht voor de rest van vandaag/)).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test("a customer reads the history of a location by day, week and month", async ({
  customer: page,
  service,
}) => {
  const { locations } = await demoCustomer(service);
  await page.goto("/history");
  await expect(heading(page, "Verbruik")).toBeVisible();
  await page.getByRole("link", { name: "Vorige dag" }).click();
  await expect(page).toHaveURL(/date=/);
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(24);
  await expect(page.getByText(/de dag ervoor/).first()).toBeVisible();
  for (const term of ["Opgewekt", "Zelf gebruikt of opgeslagen", "Teruggeleverd", "Van het net"]) {
    const figure = page.getByRole("term").filter({ hasText: new RegExp(`^${term}$`) });
    await expect(figure.locator("xpath=following-sibling::dd").first()).toHaveText(
      /^[\d.,]+\skWh$/,
    );
  }
  await page.getByRole("link", { name: "Week", exact: true }).click();
  await page.getByRole("link", { name: "Vorige week" }).click();
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(7);
  await page.getByRole("link", { name: "Maand", exact: true }).click();
  await expect(page.getByText(/de maand ervoor/).first()).toBeVisible();
  const other = locations.at(-1)!;
  await page.getByRole("link", { name: String(other.metadata.address) }).click();
  await expect(page).toHaveURL(new RegExp(other.id));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await page.goto("/history?location=loc_of_somebody_else"))!.status()).toBe(404);
});

test("a bar of a customer's week or month opens its day, by key and by click", async ({
  customer: page,
}) => {
  await page.goto("/history?span=month&date=2020-05-17");
  const bars = page.getByRole("group", { name: "Open een dag" }).first();
  await expect(bars.getByRole("link")).toHaveCount(31);
  const last = bars.getByRole("link", { name: /^zo 31 mei, Teruggeleverd: /i });
  await last.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(bars.getByRole("link", { name: /^za 30 mei/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/span=day&date=2020-05-30$/);
  await page.goto("/history?span=week&date=2020-05-17");
  await bars.getByRole("link").nth(2).click();
  await expect(page).toHaveURL(/span=day&date=2020-05-13$/);
});

test("the history of a customer fits a phone, also on the day with a repeated hour", async ({
  customer: page,
}) => {
  for (const query of ["span=day&date=2026-10-25", "span=month&date=2026-11-01"]) {
    await page.goto(`/history?${query}`);
    await expect(page.getByRole("table")).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, query).toBe(375);
    const sticksOut = await page.getByRole("table").evaluate((table) => {
      const card = table.parentElement!;
      const edge = Number.parseFloat(getComputedStyle(card).paddingRight);
      return table.getBoundingClientRect().right - card.getBoundingClientRect().right + edge;
    });
    expect(sticksOut, query).toBeLessThan(1);
  }
});

test("a customer opens a location and sees its day", async ({ customer: page, service }) => {
  const { locations } = await demoCustomer(service);
  await page.goto(`/locations/${locations[0]!.id}`);
  await expect(heading(page, String(locations[0]!.metadata.address))).toBeVisible();
  await seeChart(page);
  await expect(page.getByText("Gesimuleerd").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Apparaat aanmelden" })).toHaveCount(0);
});

test("a customer gets 404 for staff pages and for other customers' pages", async ({
  customer: page,
  context,
  curtail,
  service,
}) => {
  const consoleErrors = watchConsoleErrors(page);
  const answers = answersTo(context);
  const other = await anotherCustomer(service);
  const { locations } = await demoCustomer(service);
  const ids = {
    ...(await someIds(service)),
    customers: other.customer.id,
    groups: other.customer.group_id!,
    locations: other.location.id,
    devices: other.device.id,
  };
  const closed = pagePatterns.filter((pattern) => !ownPages.includes(pattern));
  expect(closed.length).toBeGreaterThan(10);
  for (const pattern of [...closed, `/locations/${locations[0]!.id}/devices/new`]) {
    const address = toPagePath(pattern, ids);
    const answer = (await page.goto(address))!;
    expect(answer.status(), address).toBe(404);
    await expect(nothing(page), address).toBeVisible();
    expect(await answer.text(), address).not.toContain(other.customer.name);
    await Promise.all(answers);
  }
  await expectWithoutKey(curtail, answers);
  expect(consoleErrors).toEqual([]);
});

test("a customer changes their own name and language, and not their group", async ({
  customer: page,
  curtail,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const other = await anotherCustomer(service);
  const params = { customer_id: customer.id };
  await page.goto("/account");
  await expect(page.getByLabel("Groep")).toHaveCount(0);
  await page.getByLabel("Naam").fill(`${customer.name} & Co`);
  await page.getByLabel("Taal").selectOption("en-US");
  await page.getByRole("button", { name: "Wijzigingen opslaan" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue(`${customer.name} & Co`);
  const changed = { ...customer, name: `${customer.name} & Co`, language: "en-US" };
  expect(await service.call("getCustomer", { params })).toEqual(changed);

  for (const group_id of [other.customer.group_id, customer.group_id, null]) {
    const answer = await page.request.post(`/api/customers/${customer.id}`, {
      headers: { Origin: curtail.portalUrl },
      data: { name: customer.name, group_id },
    });
    expect(answer.status()).toBe(403);
  }
  expect(await service.call("getCustomer", { params })).toEqual(changed);

  await page.getByLabel("Name").fill(customer.name);
  await page.getByLabel("Language").selectOption("nl-NL");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Wijzigingen opslaan" })).toBeVisible();
});

test("a customer changes their password, and lists and ends their other sessions", async ({
  customer: page,
  browser,
  curtail,
}) => {
  const elsewhere = await browser.newContext({ baseURL: curtail.portalUrl });
  await signIn(elsewhere, curtail, CUSTOMER);
  await page.goto("/account");
  await expect(page.getByRole("button", { name: / uitloggen, ingelogd: / }).first()).toBeVisible();
  await page.getByRole("button", { name: "Overal elders uitloggen" }).click();
  await expect(page.getByText("Je bent alleen hier ingelogd.")).toBeVisible();
  expect((await elsewhere.request.get("/api/locations")).status()).toBe(401);
  await elsewhere.close();

  const choose = async (current: string, chosen: string) => {
    await page.getByLabel("Huidig wachtwoord").fill(current);
    await page.getByLabel("Nieuw wachtwoord").fill(chosen);
    await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  };
  await choose("not the one", "kort");
  await expect(page.getByText("Dit moet minstens 12 tekens hebben.")).toBeVisible();
  const box = page
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: "Een waarde klopt niet" });
  await choose("not the one", "een nieuw wachtwoord");
  await expect(page.getByText("Dit is niet je huidige wachtwoord.")).toBeVisible();
  await expect(box).toHaveCount(0);
  await choose(curtail.password, "wachtwoord123");
  await expect(page.getByText(/^Veel mensen gebruiken dit wachtwoord/)).toBeVisible();
  await expect(box).toHaveCount(0);
  await choose(curtail.password, "een nieuw wachtwoord");
  await expect(page.getByText(/^Je wachtwoord is gewijzigd/)).toBeVisible();
  for (const label of ["Huidig wachtwoord", "Nieuw wachtwoord"]) {
    await expect(page.getByLabel(label)).toHaveValue("");
  }
  await choose("een nieuw wachtwoord", curtail.password);
  await expect(page.getByText(/^Je wachtwoord is gewijzigd/)).toBeVisible();
});

test("a customer reads of a control as a request in plain words", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const hour = 3_600_000;
  const from = Math.ceil(Date.now() / hour + 1) * hour;
  const control = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: {
      type: "MAX_CONSUMPTION",
      time_from: new Date(from).toISOString(),
      time_to: new Date(from + hour).toISOString(),
    },
  });
  await page.goto("/controls");
  // A repeated hour is shown with summer or winter time.
  const [begins, ends] = [starting(control.time_from), ending(control.time_to)];
  const own = (verb: string, rest: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`${verb} ${begins}( \\S+)? en ${ends}( \\S+)? ${rest}`) });
  const told = own("Tussen", "wordt je installatie gevraagd zoveel mogelijk van");
  await expect(told).toContainText(/Naar verwachting .*\d+(,\d+)?\skWh (meer|minder)/);
  await expect(told).toContainText("Er is geen reden opgegeven.");
  await expect(page.getByRole("main")).not.toContainText(control.id);
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText(/zoveel mogelijk van het net te halen/);

  await service.call("cancelControl", { params: { control_id: control.id }, body: {} });
  await page.goto("/controls");
  await expect(
    own("zou tussen", "zoveel mogelijk van het net halen. Dat ging niet door"),
  ).toBeVisible();
});

test("device energy during a control is in the server-rendered page", async ({
  customer: page,
}) => {
  const readings: string[] = [];
  page.on("request", (request) => {
    if (/\/historical/.test(request.url())) readings.push(request.url());
  });
  await page.goto("/controls?page_size=100");
  await expect(page.getByRole("main")).toContainText("In die tijd ");
  await page.waitForLoadState("networkidle");
  expect(readings).toEqual([]);
});
