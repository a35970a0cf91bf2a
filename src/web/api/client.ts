// Page loaders and actions get data only through this client: in-process, one typed call per endpoint.

import { data } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, Route } from '#contracts/endpoint.ts'
import type { SendCall, WireResponse } from '#contracts/page-seam.ts'
import type { Caller } from '#rules/permissions.ts'
import { isRefusalCode, type RefusalCode } from '#rules/errors/refusal.ts'
import { apiMessages } from './api-messages.ts'
import { asRefused, type Result } from './result.ts'
import { asWireCall } from './browser.ts'

/** The visitor's cookies to send, and the cookies that the responses set. */
export type CookieJar = { sent: string | null; received: string[] }

export function createApi(send: SendCall, cookies: CookieJar) {
  /** For actions: a refusal is a result to show beside the button. An unexpected error is an error page. */
  async function request<
    Input extends z.ZodType,
    Output extends z.ZodType,
    Code extends RefusalCode,
  >(
    endpoint: Endpoint<Route, Caller, Input, Output, Code>,
    input: z.input<Input>,
  ): Promise<Result<z.output<Output>, Code>> {
    const { status, body } = await call(endpoint, input)
    // The endpoint has already parsed this response, so it is not parsed again.
    if (status < 400) return { ok: true, value: body as z.output<Output> }
    const refused = asRefused<Code>(status, body, apiMessages.unexpectedError)
    // A refusal stays a result even with a 5xx status: the card provider may not respond.
    const isUnexpected = status >= 500 && !isRefusalCode(refused.code)
    if (isUnexpected) throw data(refused, { status })
    return refused
  }

  /** For loaders: a page whose data cannot be loaded is an error page with the same status. */
  async function load<Input extends z.ZodType, Output extends z.ZodType>(
    endpoint: Endpoint<Route, Caller, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> {
    const result = await request(endpoint, input)
    if (result.ok) return result.value
    throw data(result, { status: result.status })
  }

  async function call(endpoint: Endpoint, input: unknown): Promise<WireResponse> {
    const wire = asWireCall(endpoint.route, Object(input))
    if (cookies.sent !== null) wire.headers['cookie'] = cookies.sent
    const response = await send(wire)
    cookies.received.push(...response.cookies)
    return response
  }

  return { request, load }
}

export type Api = ReturnType<typeof createApi>
