import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { addGroups } from "./many-groups.ts";
import { complete } from "./page-ids.ts";
import { demoGroup, expect, test } from "./users.ts";

test.describe.configure({ timeout: 120_000 });

const NAME = "Balancing desk";

interface Received {
  body: string;
  headers: Record<string, string>;
}

/** An endpoint that answers with a status, and what it received. */
async function openEndpoint() {
  const received: Received[] = [];
  const endpoint = { status: 204, received, url: "", close: () => server.close() };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(endpoint.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return endpoint;
}

test("staff create a webhook, see its secret once, test it, and send again what failed", async ({
  staff: page,
}) => {
  const endpoint = await openEndpoint();
  await page.goto("/webhooks");
  await complete(page);
  await page.getByRole("button", { name: "New webhook" }).click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("Name").fill(NAME);
  await form.getByLabel("Address").fill("https://10.0.0.1/events");
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form).toContainText("This is an address of a private network");
  await form.getByLabel("Address").fill(endpoint.url);
  await form.getByRole("button", { name: "Create webhook" }).click();
  const created = page.getByRole("dialog", { name: `Secret of ${NAME}` });
  const secret = await created.getByLabel("Secret").inputValue();
  await created.getByRole("button", { name: "I have saved it" }).click();

  await page.getByRole("link", { name: NAME }).click();
  await complete(page);
  endpoint.status = 500;
  await page.getByRole("button", { name: "Send test" }).click();
  const row = page.getByRole("row").filter({ hasText: "Test" });
  await expect(row).toContainText("The endpoint answered 500.");
  await expect(row).toContainText("Pending");
  endpoint.status = 204;
  await expect(row).toContainText("Delivered");
  const { body, headers } = endpoint.received.at(-1)!;
  const event = new Webhook(secret).verify(body, headers) as { type: string };
  expect(event.type).toBe("curtail.webhook.test");

  const before = endpoint.received.length;
  await row.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => endpoint.received.length).toBe(before + 1);

  await page.getByRole("button", { name: "Rotate secret" }).click();
  const rotate = page.getByRole("dialog", { name: `Rotate the secret of ${NAME}?` });
  await rotate.getByRole("button", { name: "Rotate secret" }).click();
  const rotated = page.getByRole("dialog", { name: `Secret of ${NAME}` });
  await expect(rotated.getByLabel("Secret")).not.toHaveValue(secret);
  await rotated.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText("Former secret signs until")).toBeVisible();

  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Switched off")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test" })).toHaveCount(0);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText(NAME)).toHaveCount(0);
  endpoint.close();
});

test("a webhook is limited to a group beyond the first hundred, by its name", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const webhook = await service.call("createWebhook", {
    body: {
      name: "Group desk",
      url: "http://127.0.0.1:9/events",
      events: ["curtail.control.accepted"],
    },
  });
  await addGroups(page);
  await page.goto(`/webhooks/${webhook.id}`);
  await complete(page);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("checkbox", { name: group.name, exact: true }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("definition").filter({ hasText: group.name })).toBeVisible();
  const params = { webhook_id: webhook.id };
  expect((await service.call("getWebhook", { params })).group_ids).toEqual([group.id]);
  await service.call("deleteWebhook", { params });
});
