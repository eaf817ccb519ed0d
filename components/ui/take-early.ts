type Field = HTMLInputElement | HTMLSelectElement;

const met = new WeakSet<Field>();

/**
 * The ref of a field whose value the page holds: what was typed or chosen before the page's code ran is
 * told to it as if it happened now. Without it a field shows one thing and the page knows another.
 */
export function takeEarly(field: Field | null): void {
  if (!field || met.has(field)) return;
  met.add(field);
  // All fields are read before the first is told: that draws the others as the page knows them.
  const tell = tellOf(field);
  if (tell) queueMicrotask(tell);
}

function tellOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return tellChosen(field);
  if (field.type === "checkbox" || field.type === "radio") return tellTicked(field);
  return tellTyped(field);
}

function tellChosen(select: HTMLSelectElement) {
  const { value, options } = select;
  const drawn = [...options].find(({ defaultSelected }) => defaultSelected);
  if (!drawn || drawn.selected) return;
  return () => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
}

function tellTicked(box: HTMLInputElement) {
  const { checked } = box;
  if (checked === box.defaultChecked || (box.type === "radio" && !checked)) return;
  return () => {
    box.checked = !checked;
    box.click();
  };
}

function tellTyped(input: HTMLInputElement) {
  const { value, defaultValue } = input;
  if (value === defaultValue) return;
  return () => {
    // React takes as news what is not the value that was last set through the element.
    input.value = defaultValue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
