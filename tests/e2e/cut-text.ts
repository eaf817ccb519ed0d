import type { Page } from "@playwright/test";

/**
 * What of a page's text cannot be read, as the browser lays it out: beyond the window's edges, cut by
 * what it stands in, under other text, or a number or unit broken in its middle.
 */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      text: string;
      layer: Element | null;
      parent: Element;
      box: DOMRect;
    }
    const troubles = new Set<string>();
    const lines: Line[] = [];

    const ancestorsOf = (element: Element): Element[] => {
      const above: Element[] = [];
      for (let one: Element | null = element; one; one = one.parentElement) above.push(one);
      return above;
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !ancestorsOf(element).some(({ clientWidth, clientHeight }) => {
        return clientWidth === 1 && clientHeight === 1;
      });
    const boxesOf = (node: Text, from = 0, to = node.length): DOMRect[] => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };

    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element !== document.body;

    function lookAtEdges(text: string, box: DOMRect, above: Element[]): void {
      const wide = document.documentElement.clientWidth;
      for (const element of above) {
        const { overflowX } = getComputedStyle(element);
        if (scrolls(element)) return;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOut =
          box.left < left - 1 ||
          box.right > right + 1 ||
          box.top < top - 1 ||
          box.bottom > bottom + 1;
        if (overflowX !== "visible" && isOut) troubles.add(`cut: ${text}`);
      }
      if (box.left < -1 || box.right > wide + 1) troubles.add(`beyond the edge: ${text}`);
    }

    function lookAtWords(node: Text): void {
      for (const { 0: word, index } of node.data.matchAll(/\d+[.,]\d+|\d+:\d+|kWh?/g)) {
        const tops = boxesOf(node, index, index + word.length).map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) troubles.add(`broken: ${word}`);
      }
    }

    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode as Text;
      const parent = node.parentElement!;
      const text = node.data.trim();
      if (!text || !isSeen(parent)) continue;
      const above = ancestorsOf(parent);
      const layer =
        above.find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ?? null;
      for (const box of boxesOf(node)) {
        lookAtEdges(text, box, above);
        if (!above.some(scrolls)) lines.push({ text, layer, parent, box });
      }
      lookAtWords(node);
    }

    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
        Math.min(one.height, other.height) * 0.4;
    lines.forEach((one, index) => {
      for (const other of lines.slice(index + 1)) {
        if (one.parent === other.parent || one.layer !== other.layer) continue;
        if (isOver(one.box, other.box)) troubles.add(`over each other: ${one.text}, ${other.text}`);
      }
    });
    return [...troubles];
  });
