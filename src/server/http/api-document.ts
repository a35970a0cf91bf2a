// Serves an OpenAPI document, generated from the contracts, at /api/docs.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { allEndpoints, areas, type NamedEndpoint } from '#server/http/all-endpoints.ts'
import type { Endpoint, FilePart } from '#contracts/endpoint.ts'
import type { Caller } from '#rules/permissions.ts'
import { productName, sessionDays } from '#rules/product.ts'
import { refusalsByStatus, refusalSchema } from './documented-refusals.ts'
import { resumableUploadPaths } from './documented-protocol.ts'

type DocumentOptions = { sessionCookie: string }

export function serveApiDocument(
  app: FastifyInstance,
  served: Endpoint[],
  options: DocumentOptions,
): void {
  let document: object | undefined
  app.get('/api/docs', async () => {
    const described = allEndpoints.filter(({ endpoint }) => served.includes(endpoint))
    return (document ??= apiDocument(described, options))
  })
}

export function apiDocument(described: NamedEndpoint[], { sessionCookie }: DocumentOptions) {
  const paths: Record<string, Record<string, object>> = {}
  for (const one of described) {
    const path = (paths[one.endpoint.path] ??= {})
    path[one.endpoint.method.toLowerCase()] = operation(one)
  }
  for (const [path, operations] of Object.entries(resumableUploadPaths())) {
    paths[path] = { ...paths[path], ...operations }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: 'Everything the pages do: they call these endpoints themselves.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that sent this document.' }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `Set by registering and by logging in; good for ${sessionDays} days.`,
        },
      },
      schemas: { Refusal: refusalSchema },
    },
  }
}

function operation({ name, area, endpoint }: NamedEndpoint): object {
  const { properties = {}, required = [], ...rest } = jsonSchema(endpoint.input, 'input')
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].flatMap(([, found]) => found ?? [])
  const others = Object.keys(properties).filter((field) => !inPath.includes(field))
  const parameter = (where: 'path' | 'query') => (field: string) => ({
    name: field,
    in: where,
    required: where === 'path' || required.includes(field),
    schema: properties[field],
  })
  const inBody = endpoint.inputIn === 'body'
  const bodyFields = {
    type: 'object',
    ...rest,
    properties: Object.fromEntries(others.map((field) => [field, properties[field]])),
    required: required.filter((field) => others.includes(field)),
  }
  return {
    operationId: name,
    summary: endpoint.summary,
    description: callerDescription(endpoint.by),
    tags: [area],
    'x-caller': endpoint.by,
    // The cookie is optional: some calls return more to a logged-in user.
    security: endpoint.by === 'anyone' ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [
      ...inPath.map(parameter('path')),
      ...(inBody ? [] : others.map(parameter('query'))),
      ...(acceptsRange(endpoint) ? [rangeHeader] : []),
    ],
    ...(inBody ? { requestBody: requestBody(endpoint, bodyFields) } : {}),
    responses: { ...responsesOf(endpoint), ...refusalsByStatus(endpoint) },
  }
}

function callerDescription(by: Caller): string {
  if (by === 'anyone') return 'Anyone may call it.'
  if (by === 'user') return 'For everyone who is logged in.'
  const named = [by].flat().map((role) => `${role}s`)
  return `For ${named.join(' and ')} only.`
}

type Fields = { properties: Record<string, unknown>; required: string[] }

function requestBody({ file }: Endpoint, { properties, required, ...rest }: Fields): object {
  if (file !== null) {
    const one = fileSchema(file)
    const schema = {
      ...rest,
      properties: {
        ...properties,
        [file.field]: file.several
          ? { type: 'array', items: one, maxItems: file.several.max }
          : one,
      },
      required: file.several ? required : [...required, file.field],
    }
    const contentType = file.accept.filter((kind) => kind.includes('/')).join(', ')
    const encoding = { [file.field]: { contentType } }
    const form = { 'multipart/form-data': { schema, encoding } }
    const fields = { 'application/json': { schema: { ...rest, properties, required } } }
    return { required: true, content: file.several ? { ...form, ...fields } : form }
  }
  const schema = { ...rest, properties, required }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

function fileSchema({ summary, accept, maxBytes }: FilePart): object {
  return {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    maxLength: maxBytes,
    description: `${summary} The last part of the form, at most ${maxBytes} bytes: ${accept.join(', ')}.`,
  }
}

function responsesOf(endpoint: Endpoint): Record<string, object> {
  if (endpoint.produces === 'json') {
    const schema = jsonSchema(endpoint.output, 'output')
    return { 200: { description: 'Done.', content: { 'application/json': { schema } } } }
  }
  if (endpoint.produces === 'text/event-stream') {
    const schema = jsonSchema(endpoint.output, 'output')
    return {
      200: {
        description: 'A stream that stays open. The schema is that of the data of each event.',
        content: { 'text/event-stream': { schema } },
      },
    }
  }
  if (endpoint.produces === 'redirect') {
    const headers = { location: { schema: { type: 'string' } } }
    return { 302: { description: 'To the link in the header.', headers } }
  }
  const content = { [endpoint.produces]: { schema: { type: 'string', format: 'binary' } } }
  const whole = { 200: { description: 'The file.', content } }
  if (!acceptsRange(endpoint)) return whole
  return {
    ...whole,
    206: { description: 'The part of the file that was wanted.', content },
    304: { description: 'The file is the one that the client has.' },
    416: { description: 'The file has no such part.' },
  }
}

/** Stored files support ranges, so that players can seek and downloads can be resumed. */
function acceptsRange({ produces }: Endpoint): boolean {
  return (
    produces.startsWith('audio/') || produces === 'application/octet-stream' || produces === '*/*'
  )
}

const rangeHeader = {
  name: 'Range',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'One range of bytes.',
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
