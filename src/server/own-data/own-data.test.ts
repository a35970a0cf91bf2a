import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkOut, createArtistWithPayouts, pay } from '../../../tests/support/shopping.ts'
import { createPreparedUpload } from '../../../tests/support/uploading.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const password = 'sing it to me'
const run = promisify(execFile)
const codeOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code

/** Rosa sells a track to Mia, who rates it, comments on it, and reviews and follows Rosa. */
async function openShop() {
  const app = await createTestApp()
  const rosa = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const mia = await createUser(app, { name: 'Mia Holt' })
  const track = await createTrack(app.db, { artistId: rosa.id, title: 'Skye' })
  const { url, sessionId } = await checkOut(app, mia, [track.id])
  await pay(url)
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await app.call(`POST /api/proxy/tracks/rate/${track.id}`, { as: mia, send: { rating: 4 } })
  await app.call(`POST /api/proxy/tracks/comment/${track.id}`, {
    as: mia,
    send: { comment: 'Sung twice' },
  })
  await app.call(`POST /api/proxy/users/review/${rosa.id}`, {
    as: mia,
    send: { review: 'She breathes with you' },
  })
  await app.call(`POST /api/users/follow/${rosa.id}`, { as: mia, send: {} })
  return { app, rosa, mia, track, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

/** By Info-ZIP: the JSON of each file. */
async function unpack(zip: Buffer): Promise<Record<string, unknown[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-export-'))
  try {
    const file = join(folder, 'data.zip')
    await writeFile(file, zip)
    await run('unzip', ['-tqq', file])
    const { stdout } = await run('unzip', ['-Z1', file])
    const names = stdout.trim().split('\n')
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => [name, JSON.parse((await run('unzip', ['-p', file, name])).stdout)]),
    )
    return Object.fromEntries(files)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const remove = (app: TestApp, as: TestUser, typed = password) =>
  app.call('POST /api/account/deletion', { as, send: { password: typed } })

const mattersOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/account/deletion', { as })).json<{ openMatters: string[] }>()
    .openMatters

test('an export has what is stored about the user and nobody else, without secrets, three times an hour', async () => {
  await using shop = await openShop()
  const { app, rosa, mia, track } = shop
  const download = (as: TestUser) => app.call('GET /api/account/export', { as })
  const response = await download(mia)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Undersong data.zip"',
    'cache-control': 'private, no-store',
  })
  const files = await unpack(response.rawPayload)
  expect(files['profile.json']).toMatchObject([{ email: mia.email, username: 'Mia Holt' }])
  expect(files['orders.json']).toMatchObject([{ title: 'Skye', status: 'paid' }])
  expect(files['receipts.json']).toMatchObject([{ serial: 1, buyer_email: mia.email }])
  expect(files['owned-tracks.json']).toMatchObject([{ track_id: track.id, downloads: [] }])
  expect(files['ratings.json']).toMatchObject([{ stars: 4 }])
  expect(files['comments.json']).toMatchObject([{ text: 'Sung twice' }])
  expect(files['reviews.json']).toMatchObject([{ artist: 'Rosa Lindqvist' }])
  expect(files['following.json']).toMatchObject([{ artist_id: rosa.id }])
  expect(files['sessions.json']).toHaveLength(1)
  expect([files['tracks.json'], files['sales.json']]).toEqual([[], []])

  const ofRosa = await unpack((await download(rosa)).rawPayload)
  expect(ofRosa['tracks.json']).toMatchObject([{ title: 'Skye' }])
  expect(ofRosa['sales.json']).toMatchObject([{ artist_pence: 500 }])
  expect(ofRosa['transfers.json']).toMatchObject([{ amount_pence: 500 }])
  expect(JSON.stringify(ofRosa)).not.toContain(mia.email)
  const { password: hash } = await app.db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', mia.id)
    .executeTakeFirstOrThrow()
  const { token } = await app.db
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', mia.id)
    .executeTakeFirstOrThrow()
  for (const secret of [hash ?? 'no hash', token])
    expect(JSON.stringify(files)).not.toContain(secret)
  await download(mia)
  await download(mia)
  expect(codeOf(await download(mia))).toBe('too_many_exports')
})

test('an account is not deleted while money is on its way or a recording is prepared, and the reasons are listed', async () => {
  await using shop = await openShop()
  const { app, rosa, mia, track } = shop
  await createPreparedUpload(app, rosa)
  expect(await mattersOf(app, rosa)).toEqual([
    '£5.00 from your sales has not been sent to you yet.',
    'A recording is still being prepared: finish or remove the upload first.',
  ])
  const refused = await remove(app, rosa)
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'account_in_use'])

  const other = await createTrack(app.db, { artistId: rosa.id })
  const { paymentId } = await checkOut(app, mia, [other.id])
  expect(await mattersOf(app, mia)).toEqual([
    'A payment of yours is open: finish it, or wait until it expires.',
  ])
  expect(codeOf(await remove(app, mia))).toBe('account_in_use')
  await app.db
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', paymentId)
    .execute()
  const line = await app.db
    .selectFrom('order_lines')
    .innerJoin('payments', 'payments.subject_id', 'order_lines.order_id')
    .select(['order_lines.id', 'payments.id as paymentId'])
    .where('track_id', '=', track.id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('refunds')
    .values({
      id: crypto.randomUUID(),
      payment_id: line.paymentId,
      order_line_id: line.id,
      amount_pence: 570,
    })
    .execute()
  expect(await mattersOf(app, mia)).toEqual(['A refund to you of £5.70 has not arrived yet.'])
  await app.db.updateTable('refunds').set({ status: 'failed' }).execute()
  expect(codeOf(await remove(app, mia))).toBe('account_in_use')
  await app.db.deleteFrom('refunds').execute()
  await app.db.updateTable('orders').set({ status: 'disputed' }).execute()
  expect(await mattersOf(app, mia)).toEqual(['A payment is disputed at the bank.'])
  expect((await mattersOf(app, rosa)).at(1)).toBe('A payment is disputed at the bank.')
})

test('a deleted customer leaves no name, email or log-in, and what they wrote has no author', async () => {
  await using shop = await openShop()
  const { app, rosa, mia, track } = shop
  await app.work()
  expect(codeOf(await remove(app, mia, 'a wrong guess'))).toBe('wrong_password')
  const deleted = await remove(app, mia)
  expect(deleted.statusCode).toBe(200)
  const who = await app.call('GET /api/proxy/auth/get-id-and-role', { as: mia })
  expect(who.json().id).toBeNull()
  const login = { email: mia.email, password }
  expect(codeOf(await app.call('POST /api/accounts/log-in', { send: login }))).toBe('wrong_login')
  await app.work()
  expect(app.emails.at(-1)).toMatchObject({ to: mia.email, subject: 'Your account was deleted' })

  const page = (await app.call(`GET /api/proxy/tracks/${track.id}`)).body
  expect(page).toContain('Sung twice')
  expect(page).not.toContain('Mia Holt')
  const artist = (await app.call(`GET /public/users/${rosa.id}`)).json<object>()
  expect(artist).toMatchObject({ numOfFollowers: 0 })
  expect(JSON.stringify(artist)).not.toContain('Mia Holt')
  const rated = await app.db.selectFrom('tracks').select('rating_count').executeTakeFirstOrThrow()
  expect(rated.rating_count).toBe(1)
  // The sale stays: its order, its right and, as the law asks, its receipt.
  for (const table of ['orders', 'entitlements', 'receipts'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toHaveLength(1)
  expect(await wherever(app, mia.email)).toEqual(['mails', 'receipts'])
  expect(await wherever(app, 'Mia Holt')).toEqual(['mails', 'receipts'])

  const again = await app.call('POST /api/accounts/register', {
    send: { email: mia.email, username: 'Mia Holt', password, role: 'customer' },
  })
  expect(again.statusCode).toBe(200)
  const other = await createUser(app)
  expect((await remove(app, other)).statusCode).toBe(200)
})

test('a deleted artist is gone from the lists with their tracks, and buyers keep theirs', async () => {
  await using shop = await openShop()
  const { app, rosa, mia, track } = shop
  await app.work()
  expect(await mattersOf(app, rosa)).toEqual([])
  expect((await remove(app, rosa)).statusCode).toBe(200)
  const list = await app.call('GET /public/tracks/query')
  expect(list.json()).toMatchObject({ tracks: [] })
  expect((await app.call(`GET /public/users/${rosa.id}`)).statusCode).toBe(404)
  const artists = await app.call('GET /public/users/query?availability=all')
  expect(artists.body).not.toContain('Rosa')
  const owned = await app.call('GET /api/proxy/my-tracks', { as: mia })
  expect(owned.body).toContain(track.id)
})

/** The tables that contain a text anywhere. */
async function wherever(app: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as row where strpos(lower(row::text), lower(${text})) > 0 limit 1
    `.execute(app.db)
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** What a deletion does to the rows of each column that names a user; what an export has of it is in exported-files.ts. */
const decided: Record<string, 'deleted' | 'without author' | 'kept'> = {
  'artists.artist_id': 'deleted',
  'cart_items.customer_id': 'deleted',
  'comments.user_id': 'without author',
  'contact_messages.user_id': 'deleted',
  'credentials.user_id': 'deleted',
  'downloads.user_id': 'kept',
  'email_links.user_id': 'deleted',
  'entitlements.user_id': 'kept',
  'flags.reporter_id': 'without author',
  'follows.follower_id': 'deleted',
  'ledger_entries.artist_id': 'kept',
  'licence_documents.artist_id': 'kept',
  'notification_choices.user_id': 'deleted',
  'notifications.actor_id': 'kept',
  'notifications.user_id': 'deleted',
  'order_lines.artist_id': 'kept',
  'orders.customer_id': 'kept',
  'payment_accounts.user_id': 'kept',
  'payments.customer_id': 'kept',
  'ratings.user_id': 'kept',
  'receipts.customer_id': 'kept',
  'reviews.author_id': 'without author',
  'sessions.user_id': 'deleted',
  'tracks.artist_id': 'kept',
  'transfer_holds.artist_id': 'kept',
  'transfers.artist_id': 'kept',
  'two_factors.user_id': 'deleted',
  'uploads.artist_id': 'kept',
  'zip_downloads.user_id': 'deleted',
}

test('for every column that names a user it is decided what a deletion does, and it does it', async () => {
  await using shop = await openShop()
  const { app, mia, rosa } = shop
  await app.work()
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s', conrelid::regclass, attname) as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(app.db)
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(decided).toSorted())
  for (const user of [mia, rosa]) await remove(app, user)
  const left: string[] = []
  for (const [name, what] of Object.entries(decided)) {
    if (what === 'kept') continue
    const found = await sql`
      select from ${sql.table(name.split('.')[0] ?? '')}
      where ${sql.ref(name)} in (${mia.id}, ${rosa.id}) limit 1`.execute(app.db)
    if (found.rows.length > 0) left.push(name)
  }
  expect(left).toEqual([])
})
