// The API described by its own contracts: an OpenAPI document at /api/docs.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { productName } from '#rules/product.ts'

export function serveApiDocument(app: FastifyInstance, served: Endpoint[]): void {
  let document: object | undefined
  app.get('/api/docs', async () => (document ??= describe(served)))
}

function describe(endpoints: Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    paths,
  }
}

function operation(endpoint: Endpoint): object {
  const input = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(input.properties ?? {})
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const inQuery = endpoint.inputIn === 'body' ? [] : fields
  const parameters = [...new Map([...fields.filter(([name]) => inPath.has(name)), ...inQuery])].map(
    ([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (input.required ?? []).includes(name),
      schema,
    }),
  )
  const type = endpoint.takes === 'multipart' ? 'multipart/form-data' : 'application/json'
  return {
    summary: endpoint.about,
    'x-caller': endpoint.by,
    parameters,
    ...(endpoint.inputIn === 'body'
      ? { requestBody: { content: { [type]: { schema: input } } } }
      : {}),
    responses: { 200: { description: 'OK', ...answerOf(endpoint) } },
  }
}

function answerOf(endpoint: Endpoint): object {
  if (endpoint.gives === 'bytes') return {}
  const schema = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' })
  return { content: { 'application/json': { schema } } }
}
