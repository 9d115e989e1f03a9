/** The HTTP reference as one page: no script, no external resources. */
import type { InputSchema } from './input.ts'
import type { OpenApi, RouteDescription } from './openapi.ts'

export function docsPage(document: OpenApi): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ method, path, route })),
  )
  const contents = entries
    .map(
      ({ method, path, route }) =>
        `<li><a href="#${safe(route.operationId)}-${method}"><b>${method.toUpperCase()}</b> ${safe(path)}</a></li>`,
    )
    .join('\n')
  const sections = entries.map(({ method, path, route }) => section(method, path, route)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mneme: HTTP reference</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Mneme ${safe(document.info.version)}: HTTP reference</h1>
<p>${safe(document.info.description)} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<ul class="contents">
${contents}
</ul>
${sections}
</body>
</html>
`
}

function section(method: string, path: string, route: RouteDescription): string {
  const rows = route.parameters.map(({ name, in: where, required, description, schema }) =>
    row(name, where, schema, required, description ?? ''),
  )
  const body = bodySchema(route)
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const about = typeof schema.description === 'string' ? schema.description : ''
    rows.push(row(name, 'body', schema, body?.required?.includes(name) ?? false, about))
  }
  const table =
    rows.length === 0
      ? ''
      : `<table><tr><th>name</th><th>in</th><th>kind</th><th>about</th></tr>${rows.join('')}</table>`
  return `<section id="${safe(route.operationId)}-${method}">
<h2><b>${method.toUpperCase()}</b> ${safe(path)}</h2>
<p>${safe(route.summary)}</p>
${table}
</section>`
}

function row(name: string, where: string, schema: InputSchema, required: boolean, about: string) {
  const must = required ? ' <i>required</i>' : ''
  return `<tr><td><code>${safe(name)}</code>${must}</td><td>${where}</td><td>${safe(kindOf(schema))}</td><td>${safe(about)}</td></tr>`
}

function bodySchema(route: RouteDescription): InputSchema | null {
  const body = route.requestBody as
    | { content: { 'application/json': { schema: InputSchema } } }
    | undefined
  return body?.content['application/json'].schema ?? null
}

function kindOf(schema: InputSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' | ')
  if (schema.type === 'array') return `list of ${kindOf((schema.items ?? {}) as InputSchema)}`
  return typeof schema.type === 'string' ? schema.type : 'anything'
}

function safe(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, h2, .contents { font-family: ui-monospace, monospace; }
h2 { font-size: 1rem; margin-top: 2.5rem; border-top: 1px solid #8884; padding-top: 1rem; }
.contents { columns: 2; list-style: none; padding: 0; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8883; }
a { color: inherit; }
`
