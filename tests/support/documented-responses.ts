// Compares every response of an app with the API's document: its status, its media type, and its body by the schema.

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TestApp } from './test-app.ts'

type Content = Record<string, { schema: object }>
type ApiDocument = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Content }> }>>
}
type Sent = { method: string; path: string; status: number; type: string; body: string }

/** A schema validates a few responses: compiling it takes longer, most of all a copy of each schema that it refers to. */
const quicklyCompiled = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  inlineRefs: false,
  code: { optimize: false },
}

/** To be called before the first request. `undocumented` names the responses since then that the document does not describe. */
export function recordResponses({ http, call }: Pick<TestApp, 'http' | 'call'>) {
  const sent: Sent[] = []
  http.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions
    if (url === undefined || request.method === 'HEAD') return
    sent.push({
      method: request.method.toLowerCase(),
      path: url.replaceAll(/:(\w+)/g, '{$1}'),
      status: reply.statusCode,
      type: String(reply.getHeader('content-type')).split(';')[0] ?? '',
      body: typeof payload === 'string' ? payload : '',
    })
  })
  return {
    async undocumented(): Promise<{ problems: string[]; checked: number }> {
      const document = (await call('GET /api/docs')).json<ApiDocument>()
      const ajv = new Ajv2020(quicklyCompiled)
      ajv.addSchema({ ...document, $id: 'api' })
      const described = sent.filter(({ method, path }) => document.paths[path]?.[method])
      const problems = described.flatMap((response) => problemOf(ajv, document, response) ?? [])
      return { problems: [...new Set(problems)], checked: described.length }
    },
  }
}

function problemOf(ajv: Ajv2020, document: ApiDocument, response: Sent): string | null {
  const { method, path, status, type, body } = response
  const name = `${method.toUpperCase()} ${path} ${status}`
  const known = document.paths[path]?.[method]?.responses[status]
  if (known === undefined) return `${name}: the document does not name this status`
  const [mediaType] = Object.keys(known.content ?? {})
  if (mediaType === undefined) return null
  const isKind = mediaType.endsWith('*')
    ? type.startsWith(mediaType.replace(/\*.*$/, ''))
    : type === mediaType
  if (!isKind) return `${name}: it is ${type}`
  if (mediaType !== 'application/json') return null
  const steps = ['paths', path, method, 'responses', String(status), 'content', mediaType, 'schema']
  const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = ajv.getSchema(`api#/${encodeURI(pointer)}`)
  if (validate === undefined) return `${name}: the document has no schema for it`
  if (validate(JSON.parse(body)) === true) return null
  return `${name}: ${ajv.errorsText(validate.errors)}`
}
