import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { deliveryUploads } from '#contracts/commissions/delivery-uploads.ts'
import { resumableUploads } from '#contracts/resumable-uploads.ts'
import { projectRoot, runProgram } from '../../../scripts/run-program.ts'
import { createUser, createTrack, createTestApp } from '../../../tests/support/test-app.ts'

/** A client generated from the document, and two programs that use it: all compiled once. */
let client: Awaited<ReturnType<typeof generateClient>>
let errors: { file: string | undefined; line: number }[]
beforeAll(async () => {
  await using app = await createTestApp()
  client = await generateClient((await app.call('GET /api/docs')).json())
  await client.write('use.mts', clientProgram)
  await client.write('wrong.mts', wrongProgram)
  errors = await client.compile()
  return () => client[Symbol.asyncDispose]()
})

test('a client generated from the document by a public generator compiles, registers, logs in, and reads its cart and the catalogue', async () => {
  expect(errors.filter(({ file }) => file !== 'wrong.mts')).toEqual([])

  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const track = await createTrack(app.db, { artistId: artist.id, title: 'Wild Mountain Thyme' })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { code, output } = await runProgram('node', [client.file('use.mts'), url], {
    quietly: true,
  })
  expect({ code, output: code === 0 ? JSON.parse(output) : output }).toEqual({
    code: 0,
    output: loggedByClient(track.id),
  })
})

const loggedByClient = (trackId: string) => ({
  registered: { role: 'customer', isSameAccount: true },
  refused: { status: 401, code: 'wrong_login' },
  cart: { totalItems: 0, totalPricePence: 0 },
  track: { id: trackId, customerPricePence: 570 },
})

test('the types of the generated client check the input and the response of each call', () => {
  const lines = errors.filter(({ file }) => file === 'wrong.mts').map(({ line }) => line)
  expect(lines).toEqual([4, 5, 6, 8, 8])
})

test('the document lists every endpoint by its name, with its callers and its refusals', async () => {
  await using app = await createTestApp()
  const { paths, components } = (await app.call('GET /api/docs')).json<Document>()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )
  expect(operations.map(({ route, operationId }) => `${route} ${operationId}`).toSorted()).toEqual(
    [
      ...allEndpoints.map(({ endpoint, name }) => `${endpoint.route} ${name}`),
      ...Object.entries(resumableUploads).map(
        ([name, { method, path }]) => `${method} ${path} ${name}ResumableUpload`,
      ),
      ...Object.entries(deliveryUploads).map(
        ([name, { method, path }]) => `${method} ${path} ${name}DeliveryUpload`,
      ),
    ].toSorted(),
  )

  const addToCart = operations.find(({ operationId }) => operationId === 'addToCart')
  expect(addToCart?.security).toEqual([{ session: [] }])
  expect(
    Object.entries(addToCart?.responses ?? {}).map(([, { description }]) => description),
  ).toEqual([
    'Done.',
    'bad_request, invalid_input, bad_host',
    'login_required',
    'foreign_origin, banned',
    'not_found',
    'own_track, track_owned, track_not_for_sale, track_already_in_cart, cart_full',
    'payload_too_large',
    'fault',
    'unavailable',
  ])

  const send = operations.find(({ operationId }) => operationId === 'sendResumableUpload')
  expect(Object.keys(send?.responses ?? {})).toEqual(
    expect.arrayContaining(['204', '401', '409', '413', '415', '423', '507']),
  )

  const login = await createUser(app)
  expect(login.cookie).toContain(`${components.securitySchemes.session.name}=`)
})

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        security: object[]
        responses: Record<string, { description: string }>
      }
    >
  >
  components: { securitySchemes: { session: { name: string } } }
}

/** openapi-typescript uses the compiler API, which TypeScript 7 does not have, so it is given TypeScript 5. */
async function generateClient(document: object) {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  })
  const { astToString, default: typesOf } = await import('openapi-typescript')
  hooks.deregister()
  const folder = await mkdtemp(join(tmpdir(), 'undersong-client-'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await symlink(`${projectRoot}node_modules`, join(folder, 'node_modules'))
  await write('api.mts', astToString(await typesOf(JSON.stringify(document))))
  await write('tsconfig.json', JSON.stringify({ include: ['*.mts'], compilerOptions }))
  return {
    write,
    file: (name: string) => join(folder, name),
    async compile() {
      const args = ['--project', folder, '--pretty', 'false']
      const { output } = await runProgram('tsc', args, { quietly: true })
      return [...output.matchAll(/^(?:(\S+)\((\d+),\d+\): )?error /gm)].map(([, path, line]) => ({
        file: path?.split('/').at(-1),
        line: Number(line),
      }))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
  allowImportingTsExtensions: true,
  noEmit: true,
}

const clientProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './api.mts'

const [url = ''] = process.argv.slice(2)
const account = { email: 'mia@example.com', username: 'Mia Sings', password: 'sing it to me' }
const visitor = createClient<paths>({ baseUrl: url })

const registered = await visitor.POST('/api/accounts/register', {
  body: { ...account, role: 'customer' },
})
const refused = await visitor.POST('/api/accounts/log-in', {
  body: { email: account.email, password: 'not my password' },
})
const login = await visitor.POST('/api/accounts/log-in', { body: account })
const cookie = login.response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')

const customer = createClient<paths>({ baseUrl: url, headers: { cookie } })
const cart = await customer.GET('/api/proxy/auth/cart')
const found = await visitor.GET('/public/tracks/query', {
  params: { query: { query: 'wild mountain', orderBy: 'rating', page: 1 } },
})
if (!registered.data || !login.data || !refused.error || !cart.data || !found.data)
  throw new Error(JSON.stringify([registered, login, refused, cart, found]))
const { totalItems, totalPricePence } = cart.data
const [track] = found.data.tracks
console.log(
  JSON.stringify({
    registered: {
      role: registered.data.role,
      isSameAccount: registered.data.id === login.data.id,
    },
    refused: { status: refused.response.status, code: refused.error.code },
    cart: { totalItems, totalPricePence },
    track: { id: track?.id, customerPricePence: track?.customerPricePence },
  }),
)
`

const wrongProgram = `import createClient from 'openapi-fetch'
import type { paths } from './api.mts'
const api = createClient<paths>({ baseUrl: '' })
await api.GET('/api/no-such-path')
await api.POST('/api/proxy/auth/cart/add', { body: { trackId: 7 } })
await api.GET('/public/tracks/query', { params: { query: { orderBy: 'colour' } } })
const added = await api.POST('/api/proxy/auth/cart/add', { body: { trackId: '' } })
export const wrong = added.error?.code === 'no_such_code' || added.data?.totalPence
`
