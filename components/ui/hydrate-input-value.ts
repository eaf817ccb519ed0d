type Field = HTMLInputElement | HTMLSelectElement;

const met = new WeakSet<Field>();

/**
 * The ref of a controlled field: repeats what was typed or chosen before hydration as an event.
 * Without it the field and the state of the page differ.
 */
export function syncEarlyInput(field: Field | null): void {
  if (!field || met.has(field)) return;
  met.add(field);
  const { eventName, name, renderedValue } = getKind(field);
  const given = field[name as "value"];
  if (given === renderedValue || (field.type === "radio" && !given)) return;
  // All fields are read before the first event: it renders the others with the state of the page.
  queueMicrotask(() => {
    // React reports a change only if the value differs from the one last set through the element.
    field[name as "value"] = renderedValue as string;
    Reflect.set(Object.getPrototypeOf(field), name, given, field);
    field.dispatchEvent(new Event(eventName, { bubbles: true }));
  });
}

/** The event of a field's change, the property with its value, and the value it was rendered with. */
function getKind(field: Field) {
  if ("options" in field) {
    const renderedValue = field.querySelector<HTMLOptionElement>("[selected]") ?? field;
    return { eventName: "change", name: "value", renderedValue: renderedValue.value };
  }
  return /^(checkbox|radio)$/.test(field.type)
    ? { eventName: "click", name: "checked", renderedValue: field.defaultChecked }
    : { eventName: "input", name: "value", renderedValue: field.defaultValue };
}
