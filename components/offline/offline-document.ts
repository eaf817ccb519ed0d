/** What the page without a connection says in one language. */
interface OfflineLabels {
  title: string;
  nothingLive: string;
  nothingSent: string;
  retry: string;
}

/** The page's whole style; the route allows it by its hash. */
export const OFFLINE_STYLE = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;min-height:100dvh;display:grid;align-content:center;justify-items:center;padding:24px;box-sizing:border-box;
background:light-dark(#f4f4f0,#0f1316);color:light-dark(#171b1f,#e9edf0);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:34rem;width:100%}
header{display:flex;align-items:center;gap:10px;font-weight:600;margin-bottom:32px}
section+section{margin-top:32px;padding-top:32px;border-top:1px solid light-dark(#dcdcd5,#2a323a)}
h1,h2{font-size:22px;line-height:28px;letter-spacing:-.01em;margin:0 0 8px}
p{margin:0 0 8px;color:light-dark(#555d65,#a3afba)}
a{display:inline-flex;align-items:center;min-height:40px;margin-top:8px;padding:0 16px;border-radius:6px;font-weight:500;
text-decoration:none;background:light-dark(#171b1f,#e9edf0);color:light-dark(#fff,#101418)}
a:focus-visible{outline:2px solid light-dark(#0b5fd0,#86bdff);outline-offset:2px}
`;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const section = (lang: string, labels: OfflineLabels, level: 1 | 2) =>
  `<section lang="${lang}"><h${level}>${escaped(labels.title)}</h${level}>` +
  `<p>${escaped(labels.nothingLive)}</p><p>${escaped(labels.nothingSent)}</p>` +
  `<a href="">${escaped(labels.retry)}</a></section>`;

/**
 * The page a browser keeps for when there is no connection: whole in itself, without scripts. It
 * speaks the reader's language first and the other one below, as the choice may change after it
 * was kept.
 */
export function offlineDocument(
  product: string,
  theme: string,
  [first, second]: readonly [[string, OfflineLabels], [string, OfflineLabels]],
): string {
  return (
    `<!doctype html><html lang="${first[0]}" data-theme="${escaped(theme)}"><head>` +
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escaped(`${first[1].title} · ${product}`)}</title>` +
    `<link rel="icon" href="/icon.svg"><style>${OFFLINE_STYLE}</style></head><body><main>` +
    `<header><img src="/icon.svg" alt="" width="32" height="32">${escaped(product)}</header>` +
    section(first[0], first[1], 1) +
    section(second[0], second[1], 2) +
    `</main></body></html>`
  );
}
