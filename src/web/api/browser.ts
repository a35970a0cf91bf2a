// API calls from the browser: over HTTP, typed by the endpoint, without its schema.

import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { apiMessages } from './api-messages.ts'
import { asRefused, type CodeOf, type Result } from './result.ts'
import { networkError } from './network-error.ts'
import { asWireCall } from './wire.ts'

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
