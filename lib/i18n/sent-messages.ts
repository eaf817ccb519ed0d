import type { AbstractIntlMessages } from "next-intl";
import sent from "./client-messages.json";

/** A layout, a page or a part of a page that sends messages to the browser. */
export type MessageSender = keyof typeof sent;

const WHOLE = "*";

/** Adds the message or messages at a path of keys, `list.columns`, to a tree. */
function addAt(path: string, from: AbstractIntlMessages, to: AbstractIntlMessages): void {
  const [step = "", ...rest] = path.split(".");
  const value = from[step];
  if (value === undefined) return;
  if (rest.length === 0) to[step] = value;
  else addAt(rest.join("."), value as AbstractIntlMessages, (to[step] ??= {}) as typeof to);
}

/** The messages that the client components of a layout or page use, of `all` of a language. */
export function pickMessages(all: AbstractIntlMessages, sender: MessageSender) {
  // The list of messages is as old as the last `npm run messages`; development edits the components.
  if (process.env.NODE_ENV === "development") return all;
  const picked: AbstractIntlMessages = {};
  for (const [namespace, keys] of Object.entries<string>(sent[sender])) {
    const from = all[namespace] as AbstractIntlMessages;
    if (keys === WHOLE) {
      picked[namespace] = from;
      continue;
    }
    const to: AbstractIntlMessages = {};
    for (const path of keys.split(" ")) addAt(path, from, to);
    picked[namespace] = to;
  }
  return picked;
}
