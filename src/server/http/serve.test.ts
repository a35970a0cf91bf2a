// The promises of `serve`, on endpoints that exist only here: the product need not have one of each kind.

import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Refusal, refusalMessage } from '#rules/errors/refusal.ts'
import { roles, type Role } from '#rules/permissions.ts'
import { handleErrors } from './errors.ts'
import { foreignOriginRefuser } from './origin.ts'
import { serveOn, type Serving } from './serve.ts'
import { apiDocument } from './api-document.ts'

const song = z.object({ id: z.string(), title: z.string().min(1, 'Please enter a title') })

const renameSong = endpoint('PATCH /songs/{id}', {
  by: ['artist', 'admin'],
  summary: 'Renames a song.',
  refusals: ['not_found'],
  input: song,
  output: song,
})

const replaceSong = endpoint('PUT /songs/{id}', {
  by: ['artist', 'admin'],
  summary: 'Replaces a song.',
  input: song,
  output: song,
})

const addSheet = endpoint('POST /songs/{id}/sheet', {
  by: 'artist',
  summary: 'Adds a sheet to a song.',
  file: {
    field: 'sheet',
    summary: 'The sheet.',
    accept: ['application/pdf', '.pdf'],
    maxBytes: 10,
    refusals: {
      missing: 'upload_file_missing',
      notAccepted: 'bad_request',
      tooLarge: 'upload_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: ['upload_file_missing', 'bad_request', 'upload_too_large', 'upload_interrupted'],
  input: z.object({ title: song.shape.title }),
  output: z.object({ title: z.string(), name: z.string(), bytes: z.int() }),
})

const mia = {
  id: 'u1',
  email: 'mia@example.com',
  username: 'Mia',
  displayName: 'Mia',
  banned: false,
  emailVerified: true,
  sessionId: 'first',
}

type Routes = (routes: Serving) => void

async function openServer(register: Routes, { failOnUndeclaredRefusals = true } = {}) {
  const log: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } })
  onTestFinished(() => app.close())
  await app.register(multipart)
  handleErrors(app)
  register(
    serveOn(app, {
      // The test's caller is in a header.
      sessions: {
        find: async ({ headers }) => {
          const role = roles.find((known) => known === headers['x-role'])
          if (!role) return null
          const mayAdminister = role === 'admin' && headers['x-second-factor'] === 'on'
          return { ...mia, role, mayAdminister }
        },
      },
      refuseForeignOrigin: foreignOriginRefuser('http://undersong.test'),
      failOnUndeclaredRefusals,
    }),
  )
  return { app, log }
}

const serveSongs: Routes = ({ serve }) => {
  serve(renameSong, async ({ input }) => input)
  serve(replaceSong, async ({ input }) => input)
}

test.each(['PATCH', 'PUT'] as const)(
  '%s: the path, the body and the roles of the contract decide who may change what',
  async (method) => {
    const { app } = await openServer(serveSongs)
    const results: Record<string, object> = {}
    for (const role of [null, ...roles]) {
      const response = await send(app, method, {
        role,
        body: { title: 'Skylark', id: 'ignored' },
        headers: { 'x-second-factor': 'on' },
      })
      results[role ?? 'visitor'] = response.json()
    }
    const renamed = { id: 's1', title: 'Skylark' }
    expect(results).toMatchObject({
      visitor: { code: 'login_required' },
      customer: { code: 'not_allowed' },
      artist: renamed,
      admin: renamed,
    })
  },
)

test('an admin without two-factor log-in has none of the powers of admins', async () => {
  const { app } = await openServer(serveSongs)
  const replaced = await send(app, 'PUT', { role: 'admin', body: { title: 'Skylark' } })
  expect([replaced.statusCode, replaced.json()]).toMatchObject([
    403,
    { code: 'two_factor_required' },
  ])
})

test.each(['PATCH', 'PUT'] as const)(
  '%s is refused from another site, and with invalid input',
  async (method) => {
    const { app } = await openServer(serveSongs)
    const foreign = await send(app, method, {
      role: 'artist',
      body: { title: 'Skylark' },
      headers: { origin: 'https://evil.test' },
    })
    expect(foreign.json()).toMatchObject({ code: 'foreign_origin' })
    const invalid = await send(app, method, { role: 'artist', body: { title: '' } })
    expect(invalid.json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: ['title'], message: 'Please enter a title' }],
    })
  },
)

const refuseUndeclared: Routes = ({ serve }) =>
  serve(renameSong, async () => {
    throw new Refusal('cart_full')
  })

test('in tests, a refusal that the endpoint does not declare is an unexpected error', async () => {
  const { app, log } = await openServer(refuseUndeclared)
  const response = await send(app, 'PATCH', { role: 'artist', body: { title: 'Skylark' } })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([500, 'fault'])
  expect(log.join()).toContain('PATCH /songs/{id} does not declare its refusal cart_full')
})

test('in production, a refusal that the endpoint does not declare is sent and logged', async () => {
  const { app, log } = await openServer(refuseUndeclared, { failOnUndeclaredRefusals: false })
  const response = await send(app, 'PATCH', { role: 'artist', body: { title: 'Skylark' } })
  expect(response.json()).toMatchObject({ code: 'cart_full', message: refusalMessage('cart_full') })
  expect(log.join()).toContain('PATCH /songs/{id} does not declare its refusal cart_full')
})

test('a declared refusal is sent and not logged as undeclared', async () => {
  const { app, log } = await openServer(({ serve }) =>
    serve(renameSong, async () => {
      throw new Refusal('not_found')
    }),
  )
  const response = await send(app, 'PATCH', { role: 'artist', body: { title: 'Skylark' } })
  expect(response.json()).toMatchObject({ code: 'not_found' })
  expect(log.join()).not.toContain('does not declare')
})

const serveSheet: Routes = ({ serveUpload }) =>
  serveUpload(addSheet, ({ receive }) =>
    receive(async ({ title }, { name = '', body }) => {
      let bytes = 0
      for await (const chunk of body) bytes += chunk.length
      if (bytes > 10) throw new Refusal('upload_too_large')
      return { title, name, bytes }
    }),
  )

test('a form is read as declared: its fields by the schema, then its file up to one byte above the limit', async () => {
  const { app } = await openServer(serveSheet)
  const submit = async (form: FormData) => {
    const request = new Request('http://undersong.test', { method: 'POST', body: form })
    const response = await app.inject({
      method: 'POST',
      url: '/songs/s1/sheet',
      headers: {
        host: 'undersong.test',
        'x-role': 'artist',
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return response.json<object>()
  }
  const formOf = (title: string, content?: string) => {
    const form = new FormData()
    form.append('title', title)
    if (content !== undefined) form.append('sheet', new File([content], 'take.pdf'))
    return form
  }
  expect(await submit(formOf('Skylark', '0123456789'))).toEqual({
    title: 'Skylark',
    name: 'take.pdf',
    bytes: 10,
  })
  expect(await submit(formOf('Skylark', '0123456789abcdef'))).toMatchObject({
    code: 'upload_too_large',
  })
  expect(await submit(formOf('', '0'))).toMatchObject({ code: 'invalid_input' })
  expect(await submit(formOf('Skylark'))).toMatchObject({ code: 'upload_file_missing' })
})

test('the document shows the roles, the file and the refusals with their sentences', () => {
  const { paths } = apiDocument(
    [
      { name: 'renameSong', area: 'tracks', endpoint: renameSong },
      { name: 'addSheet', area: 'tracks', endpoint: addSheet },
    ],
    { sessionCookie: 'session' },
  )
  expect(paths['/songs/{id}']?.['patch']).toMatchObject({
    operationId: 'renameSong',
    description: 'For artists and admins only.',
    'x-caller': ['artist', 'admin'],
    security: [{ session: [] }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { required: ['title'] } } },
    },
    responses: {
      403: { description: 'foreign_origin, banned, not_allowed, two_factor_required' },
      404: {
        description: 'not_found',
        content: {
          'application/json': {
            examples: {
              not_found: {
                summary: 'Not found',
                value: { code: 'not_found', message: 'Not found', error: 'Not found' },
              },
            },
          },
        },
      },
    },
  })
  expect(paths['/songs/{id}/sheet']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['title', 'sheet'],
            properties: {
              sheet: {
                format: 'binary',
                maxLength: 10,
                description:
                  'The sheet. The last part of the form, at most 10 bytes: application/pdf, .pdf.',
              },
            },
          },
          encoding: { sheet: { contentType: 'application/pdf' } },
        },
      },
    },
  })
})

type Sending = { role: Role | null; body: object; headers?: Record<string, string> }

function send(
  app: Awaited<ReturnType<typeof openServer>>['app'],
  method: 'PATCH' | 'PUT',
  { role, body, headers = {} }: Sending,
) {
  return app.inject({
    method,
    url: '/songs/s1',
    headers: { host: 'undersong.test', ...(role ? { 'x-role': role } : {}), ...headers },
    payload: body,
  })
}
