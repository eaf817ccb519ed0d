type Field = HTMLInputElement | HTMLSelectElement;

const met = new WeakSet<Field>();

/**
 * The ref of a field whose value the page holds: what was typed or chosen before the page's code ran is
 * told to it as if it happened now. Without it a field shows one thing and the page knows another.
 */
export function syncEarlyInput(field: Field | null): void {
  if (!field || met.has(field)) return;
  met.add(field);
  const { eventName, name, renderedValue } = getKind(field);
  const given = field[name as "value"];
  if (given === renderedValue || (field.type === "radio" && !given)) return;
  // All fields are read before the first is told: that draws the others as the page knows them.
  queueMicrotask(() => {
    // React takes as news what is not the value that was last set through the element.
    field[name as "value"] = renderedValue as string;
    Reflect.set(Object.getPrototypeOf(field), name, given, field);
    field.dispatchEvent(new Event(eventName, { bubbles: true }));
  });
}

/** By which event a field tells what is new, in which property it has it, and what it was drawn with. */
function getKind(field: Field) {
  if ("options" in field) {
    const renderedValue = field.querySelector<HTMLOptionElement>("[selected]") ?? field;
    return { eventName: "change", name: "value", renderedValue: renderedValue.value };
  }
  return /^(checkbox|radio)$/.test(field.type)
    ? { eventName: "click", name: "checked", renderedValue: field.defaultChecked }
    : { eventName: "input", name: "value", renderedValue: field.defaultValue };
}
