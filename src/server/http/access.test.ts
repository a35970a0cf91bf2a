// Which caller may call which endpoint: listed here a second time, so that a changed contract fails a test.

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { hasBody, refusalsOf, type Endpoint } from '#contracts/endpoint.ts'
import { isOpenToAll, mayCall, roles, type Role } from '#rules/permissions.ts'
import { isRefusalCode } from '#rules/errors/refusal.ts'
import { grantAdmin } from '#server/accounts/admin-role.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { recordResponses } from '../../../tests/support/documented-responses.ts'
import { createArtistWithPayouts, checkOut, pay } from '../../../tests/support/shopping.ts'
import { createRefusedUpload, upload } from '../../../tests/support/uploading.ts'

const callers = [
  'visitor',
  'customer',
  'artist',
  'admin',
  'bannedCustomer',
  'bannedArtist',
] as const
type Caller = (typeof callers)[number]

const everyone = ['done', 'done', 'done', 'done', 'done', 'done']
const unsigned = everyone.map(() => 'event_not_genuine')
/** Users of these roles get `code`; the role is checked before the ban. */
const only = (allowed: readonly Role[], code: string) =>
  callers.map((caller) => {
    if (caller === 'visitor') return 'login_required'
    const role = roles.find((known) => caller.toLowerCase().endsWith(known))
    if (role === undefined || !allowed.includes(role)) return 'not_allowed'
    return caller.startsWith('banned') ? 'banned' : code
  })
const loggedIn = (code: string) => only(roles, code)
const artists = (code: string) => only(['artist'], code)

/** The result for each caller, in the order of `callers`; the objects belong to other users, and all input is valid. */
const expected: Record<string, string[]> = {
  register: everyone,
  logIn: everyone,
  getIdAndRole: everyone,
  getCart: loggedIn('done'),
  addToCart: loggedIn('done'),
  removeFromCart: loggedIn('done'),
  createCartCheckout: loggedIn('done'),
  clearCart: loggedIn('done'),
  getCheckout: loggedIn('not_found'),
  listMyTracks: loggedIn('done'),
  listOwnedIds: loggedIn('done'),
  getPaymentSetup: artists('done'),
  startPaymentSetup: artists('done'),
  revalidate: everyone,
  receiveStripeEvent: unsigned,
  receiveThinStripeEvent: unsigned,
  queryTracks: everyone,
  countFilterHits: everyone,
  suggestSearches: everyone,
  getTracksById: everyone,
  getTrack: everyone,
  streamPreview: everyone,
  drawCover: everyone,
  downloadTrack: loggedIn('not_found'),
  uploadTrack: artists('payment_setup_needed'),
  getUpload: artists('not_found'),
  listUploads: artists('done'),
  dismissUpload: artists('not_found'),
  listOwnTracks: artists('done'),
  becomeArtist: ['login_required', 'done', 'not_a_customer', 'not_a_customer', 'banned', 'banned'],
  streamEvents: everyone,
  logOut: everyone,
}

test('each endpoint returns the listed result to a visitor, a customer, an artist, an admin and banned users, and a refusal changes nothing', async () => {
  await using app = await createTestApp()
  const responses = recordResponses(app)
  const fixtures = await createFixtures(app)
  const users = await createUserOfEachRole(app)
  const got: Record<string, string[]> = {}
  const changed: string[] = []
  const undocumented: string[] = []
  let stored: string | undefined
  for (const { name, endpoint } of inOrderOf(Object.keys(expected))) {
    got[name] = []
    for (const [at, caller] of callers.entries()) {
      // Reused from the refusal before this one if no call has succeeded since.
      const isRefused = expected[name]?.[at] !== 'done'
      if (isRefused) stored ??= await storedState(app)
      const code = await codeOf(request(app, name, endpoint, { fixtures, as: users[caller] }))
      got[name].push(code)
      const before = stored
      stored = isRefused ? await storedState(app) : undefined
      if (isRefused && stored !== before) changed.push(`${name} by ${caller}`)
      if (code === 'done') continue
      if (!isRefusalCode(code) || !refusalsOf(endpoint).includes(code))
        undocumented.push(`${name}: ${code}`)
    }
  }
  expect(got).toEqual(expected)
  expect(changed).toEqual([])
  expect(undocumented).toEqual([])
  const { problems, checked } = await responses.undocumented()
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(callers.length * 20)
})

/** The result for a caller who names another user's object in the path. */
const resultForOthers: Record<string, 'done' | 'not_found'> = {
  // The caller's own cart does not contain that track.
  removeFromCart: 'done',
  getCheckout: 'not_found',
  downloadTrack: 'not_found',
  getUpload: 'not_found',
  dismissUpload: 'not_found',
}

/** The objects in their paths are public. */
const publicEndpoints = ['getTrack', 'streamPreview', 'drawCover']

test('another customer, another artist or an admin can neither read nor change the object of another user', async () => {
  const withObject = allEndpoints.filter(({ endpoint }) => endpoint.path.includes('{'))
  expect(withObject.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(resultForOthers), ...publicEndpoints].toSorted(),
  )

  await using app = await createTestApp()
  const fixtures = await createFixtures(app)
  const users = await createUserOfEachRole(app)
  for (const { name, endpoint } of inOrderOf(Object.keys(resultForOthers))) {
    const before = await storedState(app)
    const others = roles.filter((role) => mayCall(endpoint.by, role)).map((role) => users[role])
    for (const as of others)
      expect([name, await codeOf(request(app, name, endpoint, { fixtures, as }))]).toEqual([
        name,
        resultForOthers[name],
      ])
    expect([name, await storedState(app)]).toEqual([name, before])
  }
  for (const { name, endpoint } of inOrderOf(Object.keys(resultForOthers))) {
    const as = isOpenToAll(endpoint.by) ? fixtures.buyer : fixtures.seller
    expect([name, await codeOf(request(app, name, endpoint, { fixtures, as }))]).toEqual([
      name,
      'done',
    ])
  }
})

function inOrderOf(names: string[]) {
  return allEndpoints
    .filter(({ name }) => names.includes(name) || !(name in expected))
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}

/** An artist's tracks and refused upload, and a customer's paid order and cart. */
async function createFixtures(app: TestApp) {
  const seller = await createArtistWithPayouts(app)
  const buyer = await createUser(app)
  const sold = await createTrack(app.db, { artistId: seller.id })
  const unsold = await createTrack(app.db, { artistId: seller.id, title: 'Blackbird' })
  for (const key of [`originals/${sold.id}`, `previews/${sold.id}.mp3`])
    await app.storage.put(key, Readable.from([Buffer.alloc(1000)]), {
      maxBytes: 1000,
      contentType: 'application/octet-stream',
    })
  const { url, sessionId } = await checkOut(app, buyer, [sold.id])
  await pay(url)
  const paid = await app.call(`GET /api/checkout/${sessionId}`, { as: buyer })
  expect(paid.json()).toMatchObject({ state: 'paid' })
  await app.call('POST /api/proxy/auth/cart/add', { as: buyer, send: { trackId: unsold.id } })
  const uploadId = await createRefusedUpload(app, seller)
  return { seller, buyer, sold, unsold, sessionId, uploadId }
}
type Fixtures = Awaited<ReturnType<typeof createFixtures>>

async function createUserOfEachRole(app: TestApp) {
  const users = {
    visitor: undefined,
    customer: await createUser(app),
    artist: await createUser(app, { role: 'artist' }),
    admin: await createUser(app),
    bannedCustomer: await createUser(app),
    bannedArtist: await createUser(app, { role: 'artist' }),
  } satisfies Record<Caller, TestUser | undefined>
  await grantAdmin(app.db, users.admin.email)
  // Becoming an admin ends the sessions of before.
  const login = await app.call('POST /api/accounts/log-in', {
    send: { email: users.admin.email, password: 'sing it to me' },
  })
  users.admin.cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await app.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', 'in', [users.bannedCustomer.id, users.bannedArtist.id])
    .execute()
  return users
}

type RequestContext = { fixtures: Fixtures; as: TestUser | undefined }

/** With valid input, so that only the caller decides the result. */
function request(app: TestApp, name: string, endpoint: Endpoint, { fixtures, as }: RequestContext) {
  if (name === 'uploadTrack') return upload(app, as ? { as, file } : { file })
  const { sold, unsold, sessionId, uploadId } = fixtures
  const inPath: Record<string, string> = {
    trackId: unsold.id,
    sessionId,
    id: name.endsWith('Upload') ? uploadId : sold.id,
  }
  // The response to GET would not end.
  if (name === 'streamEvents') return app.call('HEAD /api/events', as ? { as } : {})
  const route = endpoint.route.replaceAll(
    /\{(\w+)\}/g,
    (_all, field: string) => inPath[field] ?? '',
  )
  const email = as?.email ?? fixtures.buyer.email
  const sent: Record<string, object> = {
    register: {
      email: `${randomUUID()}@example.com`,
      username: `mia ${randomUUID().slice(0, 8)}`,
      password: 'sing it to me',
      role: 'customer',
    },
    logIn: { email, password: 'sing it to me' },
    addToCart: { trackId: unsold.id },
    createCartCheckout: { items: [{ trackId: unsold.id }] },
    revalidate: { path: '/', secret: 'the-revalidate-secret' },
  }
  const query = name === 'getTracksById' ? `?ids=${sold.id}` : ''
  return app.call(route + query, {
    ...(as ? { as } : {}),
    ...(hasBody(endpoint.method) ? { send: sent[name] ?? {} } : {}),
  })
}

const file = Buffer.from('RIFF')

async function codeOf(pending: ReturnType<TestApp['call']>): Promise<string> {
  const response = await pending
  if (response.statusCode < 300) return 'done'
  const { code } = response.json<{ code: string }>()
  return code
}

/** A hash of each table's rows, the job queue's tables included, and the list of stored files. */
async function storedState(app: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') order by name`.execute(app.db)
  const hashes = tables.map(
    ({ name }) => sql`
      select ${name} as name, count(*) as count, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash
      from ${sql.raw(name)} t`,
  )
  const { rows } = await sql`${sql.join(hashes, sql` union all `)}`.execute(app.db)
  const files = await readdir(app.folder, { recursive: true })
  return JSON.stringify([rows, files.toSorted()])
}
