/** Addresses are relative, so that the page works behind a proxy that adds a path. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Curtail API reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/reference.css">
  </head>
  <body>
    <main id="reference">
      <noscript>This page needs JavaScript. The document it shows: <a href="openapi.json">openapi.json</a></noscript>
    </main>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/reference.js"></script>
  </body>
</html>
`;

/**
 * Calls go to where the page came from, whatever `servers` says: the policy allows no other place.
 * The key stays in the page's memory. Swagger UI gives its selects no name and puts a link into a
 * button; both are mended as they appear.
 */
export const SCRIPT = `"use strict";
const main = document.getElementById("reference");
const base = new URL("..", document.baseURI).pathname.replace(/\\/$/, "") || "/";

function nameOf(select) {
  const parameter = select.closest("tr[data-param-name]");
  if (parameter) return parameter.dataset.paramName;
  const answer = select.closest("tr[data-code]");
  const what = select.closest(".examples-select") ? "Example" : "Media type";
  return answer ? what + " of the answer " + answer.dataset.code : what;
}

function mend() {
  for (const link of main.querySelectorAll("button a[href]")) link.removeAttribute("href");
  for (const select of main.querySelectorAll("select:not([aria-label])"))
    select.setAttribute("aria-label", nameOf(select));
  for (const code of main.querySelectorAll("pre:not([tabindex])")) code.tabIndex = 0;
}

new MutationObserver(mend).observe(main, { childList: true, subtree: true });

fetch("openapi.json")
  .then((response) => {
    if (!response.ok) throw new Error("openapi.json: " + response.status);
    return response.json();
  })
  .then((spec) =>
    SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: base }] },
      domNode: main,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      displayOperationId: true,
      filter: true,
      persistAuthorization: false,
      syntaxHighlight: { theme: "idea" },
      validatorUrl: null,
    }),
  )
  .catch((error) => {
    main.textContent = "The reference could not be loaded. " + error.message;
  });
`;

/** Contrast of 4.5 to 1 and room to touch, where Swagger UI has less; narrow windows. */
export const STYLE = `body { margin: 0; background: #fff; }
.swagger-ui { overflow-wrap: anywhere; }
.swagger-ui .topbar, .swagger-ui .scheme-container .schemes > .schemes-server-container { display: none; }
.swagger-ui .info .title small.version-stamp { background: #3d6500; }
.swagger-ui a.link, .swagger-ui .info a, .swagger-ui .markdown a { color: #1a5fb4; display: inline-block; min-height: 24px; }
.swagger-ui .btn.authorize { color: #17713f; border-color: #17713f; }
.swagger-ui .btn.authorize svg { fill: #17713f; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5fad; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17713f; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .parameter__in, .swagger-ui .parameter__extension, .swagger-ui .prop-format { color: #4a4a4a; }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: #b3261e; }
.swagger-ui .opblock-section-request-body .required, .swagger-ui label .required { color: #b3261e; }
.swagger-ui .response-control-media-type__accept-message { color: #17713f; }
.swagger-ui .examples-select-element { text-decoration: none; max-width: 100%; }
.swagger-ui .opblock-tag small { color: #3b4151; }
.swagger-ui .microlight { white-space: pre-wrap; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-operation-id { display: none; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui table, .swagger-ui tbody, .swagger-ui tr, .swagger-ui td { display: block; width: auto; max-width: none; }
  .swagger-ui thead { display: none; }
  .swagger-ui .parameters-col_description input, .swagger-ui select { max-width: 100%; }
}
`;
