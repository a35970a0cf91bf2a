// Encodes an input as an HTTP call: path parameters filled in, the rest as query or JSON.

import { hasBody, routeParts, type Route } from '#contracts/endpoint.ts'
import type { WireCall } from '#contracts/page-seam.ts'

/** `route` is an endpoint's 'METHOD /path/{id}'; a path parameter is removed from the rest of the input. */
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
