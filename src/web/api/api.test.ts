// @vitest-environment node
import { z } from 'zod'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { endpoint } from '#contracts/endpoint.ts'
import { asWireCall, request as requestInBrowser } from './browser.ts'
import type { SendCall, WireCall } from '#contracts/page-seam.ts'
import { createApi } from './client.ts'

const rename = endpoint('POST /api/things/{id}', {
  by: 'user',
  summary: 'Renames a thing.',
  refusals: ['email_taken', 'payment_setup_unavailable'],
  input: z.object({ id: z.string(), name: z.string() }),
  output: z.object({ name: z.string() }),
})

type Sent = { path: string; init: RequestInit | undefined }

function fetching(response: Response) {
  const sent: Sent[] = []
  const send: typeof fetch = (path, init) => {
    if (typeof path === 'string') sent.push({ path, init })
    return Promise.resolve(response)
  }
  return { send, sent }
}

function respondingWith(
  body: unknown,
  { status = 200, cookies = [] }: { status?: number; cookies?: string[] } = {},
) {
  const sent: WireCall[] = []
  const send: SendCall = (call) => {
    sent.push(call)
    return Promise.resolve({ status, cookies, body })
  }
  return { send, sent }
}

test('the code of a refusal is one that the endpoint declares, or a general one', async () => {
  const { send } = respondingWith(refusal, { status: 409 })
  const result = await createApi(send, { sent: null, received: [] }).request(rename, {
    id: '1',
    name: 'x',
  })
  expect(result).toMatchObject({ ok: false, code: 'email_taken' })
  if (result.ok) return
  expectTypeOf<'email_taken' | 'login_required' | 'invalid_input' | 'network'>().toExtend<
    typeof result.code
  >()
  expectTypeOf<'cart_full'>().not.toExtend<typeof result.code>()
  type InBrowser = Awaited<ReturnType<typeof requestInBrowser<typeof rename>>>
  expectTypeOf<InBrowser>().toEqualTypeOf<typeof result | { ok: true; value: { name: string } }>()
})

test('a code of another program is none to decide by, but its message is shown', async () => {
  for (const body of [{ code: 'ERR_BUSY', message: 'Wait.' }, { message: 'Wait.' }]) {
    const { send } = respondingWith(body, { status: 409 })
    const result = await createApi(send, { sent: null, received: [] }).request(rename, {
      id: '1',
      name: 'x',
    })
    expect(result).toMatchObject({ code: 'foreign', message: 'Wait.' })
  }
})

test('PUT and PATCH send JSON; DELETE sends a query', () => {
  for (const method of ['PUT', 'PATCH'] as const) {
    const call = asWireCall(`${method} /api/things/{id}`, { id: '1', name: 'x' })
    expect(call).toMatchObject({ method, path: '/api/things/1', body: '{"name":"x"}' })
  }
  const call = asWireCall('DELETE /api/things/{id}', { id: '1', name: 'x' })
  expect([call.path, call.body]).toEqual(['/api/things/1?name=x', undefined])
})

const refusal = { code: 'email_taken', message: 'Taken.', error: 'Taken.' }

afterEach(() => vi.unstubAllGlobals())

test('path parameters are removed from the input; the rest is sent as JSON or as a query', () => {
  const post = asWireCall('POST /api/things/{id}', { id: 'a/b', name: 'x' })
  expect([post.path, post.body]).toEqual(['/api/things/a%2Fb', '{"name":"x"}'])
  const get = asWireCall('GET /api/things/{id}', { id: '1', page: 2, none: undefined })
  expect([get.path, get.body]).toEqual(['/api/things/1?page=2', undefined])
})

test('a call sends the visitor’s cookie and collects the cookies of the response', async () => {
  const { send, sent } = respondingWith({ name: 'x' }, { cookies: ['session=new'] })
  const cookies = { sent: 'session=old', received: [] }
  const result = await createApi(send, cookies).request(rename, { id: '1', name: 'x' })
  expect(result).toEqual({ ok: true, value: { name: 'x' } })
  expect(sent[0]?.headers['cookie']).toBe('session=old')
  expect(cookies.received).toEqual(['session=new'])
})

test('a public call sends no cookie', async () => {
  const { send, sent } = respondingWith({ name: 'x' })
  await createApi(send, { sent: null, received: [] }).load(rename, { id: '1', name: 'x' })
  expect(sent[0]?.headers).not.toHaveProperty('cookie')
})

test('a refusal is returned as the result of a request, with its issues', async () => {
  const issues = [{ path: ['name'], message: 'Please enter a name' }]
  const { send } = respondingWith({ ...refusal, issues }, { status: 400 })
  const result = await createApi(send, { sent: null, received: [] }).request(rename, {
    id: '1',
    name: '',
  })
  expect(result).toEqual({ ok: false, status: 400, code: 'email_taken', message: 'Taken.', issues })
})

test('a page whose data cannot be loaded is an error page with the same status', async () => {
  const { send } = respondingWith(refusal, { status: 404 })
  const api = createApi(send, { sent: null, received: [] })
  await expect(api.load(rename, { id: '1', name: 'x' })).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('an unexpected error is an error page even for a request, with the id of the request', async () => {
  const unexpectedError = { code: 'fault', message: 'An error occurred.', requestId: 'r1' }
  const { send } = respondingWith(unexpectedError, { status: 500 })
  const api = createApi(send, { sent: null, received: [] })
  await expect(api.request(rename, { id: '1', name: 'x' })).rejects.toMatchObject({
    data: { requestId: 'r1' },
    init: { status: 500 },
  })
})

test('a refusal with a 5xx status, for a failed provider, is returned as the result of a request', async () => {
  const silent = { code: 'payment_setup_unavailable', message: 'The card provider is silent.' }
  const { send } = respondingWith(silent, { status: 502 })
  const api = createApi(send, { sent: null, received: [] })
  expect(await api.request(rename, { id: '1', name: 'x' })).toMatchObject({
    ok: false,
    status: 502,
    ...silent,
  })
})

test('the same call from the browser carries the session and returns the same result (API-01)', async () => {
  const { send, sent } = fetching(Response.json({ name: 'x' }))
  vi.stubGlobal('fetch', send)
  const result = await requestInBrowser<typeof rename>('POST /api/things/{id}', {
    id: '1',
    name: 'x',
  })
  expect(result).toEqual({ ok: true, value: { name: 'x' } })
  expect(sent[0]).toMatchObject({ path: '/api/things/1', init: { credentials: 'same-origin' } })
})

test('without a network the browser returns the network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const result = await requestInBrowser<typeof rename>('POST /api/things/{id}', {
    id: '1',
    name: 'x',
  })
  expect(result).toEqual({
    ok: false,
    status: 0,
    code: 'network',
    message: 'Network error - check your connection',
  })
})

test('a response whose body is not one of our errors still has a message', async () => {
  vi.stubGlobal('fetch', fetching(Response.json('bad gateway', { status: 502 })).send)
  const result = await requestInBrowser<typeof rename>('POST /api/things/{id}', {
    id: '1',
    name: 'x',
  })
  expect(result).toEqual({ ok: false, status: 502, code: 'unknown', message: 'An error occurred.' })
})
