// The same calls from a button in the browser: over HTTP, typed by the endpoint, without its schema.

import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { words } from '#web/words.ts'
import { asRefused, type Attempt } from './attempt.ts'
import { unreached } from './unreached.ts'
import { asWireCall } from './wire.ts'

/**
 * `attempt<typeof addToCart>('POST /api/proxy/auth/cart/add', { trackId })`: the type keeps the
 * line and the endpoint together, so no schema has to travel to the browser. The server has
 * checked what it sends.
 */
export async function attempt<Call extends Endpoint>(
  line: Call['line'],
  input: z.input<Call['input']>,
  options: { signal?: AbortSignal } = {},
): Promise<Attempt<z.output<Call['output']>>> {
  const { path, ...init } = asWireCall(line, Object(input))
  try {
    const answer = await fetch(path, { ...init, ...options, credentials: 'same-origin' })
    const body = await answer.json()
    if (answer.ok) return { ok: true, value: body }
    return asRefused(answer.status, body, words.fault)
  } catch {
    return unreached
  }
}
