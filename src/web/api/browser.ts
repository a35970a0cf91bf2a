// API calls over HTTP: typed by the endpoint, without its schema.

import type { z } from 'zod'
import { hasBody, routeParts, type Endpoint, type Route } from '#contracts/endpoint.ts'
import type { WireCall } from '#contracts/page-seam.ts'
import { apiMessages } from './api-messages.ts'
import { asRefused, type CodeOf, type Result } from './result.ts'
import { networkError } from './network-error.ts'

/**
 * `request<typeof addToCart>('POST /api/proxy/auth/cart/add', { trackId })`: the type ties the
 * route to the endpoint, so no schema has to be sent to the browser. The server has validated
 * the response.
 */
export async function request<Call extends Endpoint>(
  route: Call['route'],
  input: z.input<Call['input']>,
  options: { signal?: AbortSignal } = {},
): Promise<Result<z.output<Call['output']>, CodeOf<Call>>> {
  const { path, ...init } = asWireCall(route, Object(input))
  try {
    const response = await fetch(path, { ...init, ...options, credentials: 'same-origin' })
    const body = await response.json()
    if (response.ok) return { ok: true, value: body }
    return asRefused(response.status, body, apiMessages.unexpectedError)
  } catch {
    return networkError
  }
}

/**
 * Encodes an input as a call. `route` is an endpoint's 'METHOD /path/{id}': the path parameters are filled in, and the rest
 * of the input is the query or the body.
 */
export function asWireCall(route: Route, input: object): WireCall {
  const [method, template] = routeParts(route)
  const rest = new Map<string, unknown>(Object.entries(input))
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (hasBody(method)) {
    const headers = { 'content-type': 'application/json' }
    return { path, method, headers, body: JSON.stringify(Object.fromEntries(rest)) }
  }
  const query = asQuery(rest)
  return { path: query === '' ? path : `${path}?${query}`, method, headers: {} }
}

function asQuery(fields: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (value === undefined || value === null) continue
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return query.toString()
}
