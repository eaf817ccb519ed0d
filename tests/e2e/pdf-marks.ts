const MARKS = "https://marks.example/";

/** Makes the text of an element a link, whose page in a PDF `findMarks` returns under this name. */
export function mark(element: Element, name: string): void {
  const link = element.ownerDocument.createElement("a");
  link.href = `https://marks.example/${name}`;
  link.append(...element.childNodes);
  element.append(link);
}

/** The first page (from 0) of each mark in a PDF of Chromium, which writes its objects as plain text. */
export function findMarks(pdf: Buffer): Map<string, number> {
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)].map(([, id, body]) => [id!, body!]),
  );
  const listIds = (body: string, name: string): string[] => {
    const [, list = ""] = new RegExp(`/${name}\\s*\\[([^\\]]*)\\]`).exec(body) ?? [];
    return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => id!);
  };
  const tree = [...objects.values()].find((body) => /\/Type\s*\/Pages/.test(body)) ?? "";
  const pages = new Map<string, number>();
  for (const [page, id] of listIds(tree, "Kids").entries())
    for (const annotation of listIds(objects.get(id) ?? "", "Annots")) {
      const [, address = ""] = /\/URI\s*\(([^)]*)\)/.exec(objects.get(annotation) ?? "") ?? [];
      const name = address.slice(MARKS.length);
      if (address.startsWith(MARKS) && !pages.has(name)) pages.set(name, page);
    }
  return pages;
}
