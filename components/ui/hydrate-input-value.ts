type Field = HTMLInputElement | HTMLSelectElement;

const met = new WeakSet<Field>();

/**
 * The ref of a field whose value the page holds: what was typed or chosen before the page's code ran is
 * told to it as if it happened now. Without it a field shows one thing and the page knows another.
 */
export function syncEarlyInput(field: Field | null): void {
  if (!field || met.has(field)) return;
  met.add(field);
  const { news, name, drawn } = getKind(field);
  const given = field[name as "value"];
  if (given === drawn || (field.type === "radio" && !given)) return;
  // All fields are read before the first is told: that draws the others as the page knows them.
  queueMicrotask(() => {
    // React takes as news what is not the value that was last set through the element.
    field[name as "value"] = drawn as string;
    Reflect.set(Object.getPrototypeOf(field), name, given, field);
    field.dispatchEvent(new Event(news, { bubbles: true }));
  });
}

/** By which event a field tells what is new, in which property it has it, and what it was drawn with. */
function getKind(field: Field) {
  if ("options" in field) {
    const drawn = field.querySelector<HTMLOptionElement>("[selected]") ?? field;
    return { news: "change", name: "value", drawn: drawn.value };
  }
  return /^(checkbox|radio)$/.test(field.type)
    ? { news: "click", name: "checked", drawn: field.defaultChecked }
    : { news: "input", name: "value", drawn: field.defaultValue };
}
