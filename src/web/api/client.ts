// The only way from a page's loader or action to data: in-process, one typed call per endpoint.

import { data } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, Line } from '#contracts/endpoint.ts'
import type { Caller } from '#rules/permissions.ts'
import { words } from '#web/words.ts'
import { asRefused, type Attempt } from './attempt.ts'
import { asWireCall } from './wire.ts'

/** The visitor's cookies on the way in, and what the answers want set on the way out. */
export type CookieJar = { sent: string | null; received: string[] }

export function createApi(send: typeof fetch, cookies: CookieJar) {
  /** For actions: a refusal is an answer to show beside the button. A fault is an error page. */
  async function attempt<Input extends z.ZodType, Output extends z.ZodType>(
    endpoint: Endpoint<Line, Caller, Input, Output>,
    input: z.input<Input>,
  ): Promise<Attempt<z.output<Output>>> {
    const answer = await call(endpoint, input)
    const body: unknown = await answer.json()
    if (answer.ok) return { ok: true, value: endpoint.output.parse(body) }
    const refused = asRefused(answer.status, body, words.fault)
    if (answer.status >= 500) throw data(refused, { status: answer.status })
    return refused
  }

  /** For loaders: a page that cannot have its data is an error page with the same status. */
  async function load<Input extends z.ZodType, Output extends z.ZodType>(
    endpoint: Endpoint<Line, Caller, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> {
    const result = await attempt(endpoint, input)
    if (result.ok) return result.value
    throw data(result, { status: result.status })
  }

  async function call(endpoint: Endpoint, input: unknown): Promise<Response> {
    const { path, ...init } = asWireCall(endpoint.line, Object(input))
    if (cookies.sent !== null) init.headers.set('cookie', cookies.sent)
    const answer = await send(path, init)
    cookies.received.push(...answer.headers.getSetCookie())
    return answer
  }

  return { attempt, load }
}

export type Api = ReturnType<typeof createApi>
