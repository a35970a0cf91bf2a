import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { termsVersion } from '#rules/terms.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  codeOf,
  listStoredFiles,
  createFixture,
  password,
  remove,
  sendArtistFiles,
  unpack,
  wherever,
} from '../../../tests/support/accounts/own-data.ts'
import { picture, sendAvatar } from '../../../tests/support/artists/avatars.ts'
import { storeCommission } from '../../../tests/support/commissions/stored-commission.ts'
import { checkOut, pay } from '../../../tests/support/shopping.ts'
import { createPreparedUpload } from '../../../tests/support/uploading.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const mattersOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/account/deletion', { as })).json<{ openMatters: string[] }>()
    .openMatters

test('an export has what is stored about the user and nobody else, without secrets, three times an hour', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia, track } = fixture
  const download = (as: TestUser) => app.call('GET /api/account/export', { as })
  const response = await download(mia)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Undersong data.zip"',
    'cache-control': 'private, no-store',
  })
  const { json: files } = await unpack(response.rawPayload)
  expect(files['profile.json']).toMatchObject([{ email: mia.email, username: 'Mia Holt' }])
  expect(files['orders.json']).toMatchObject([
    { title: 'Skye', key_signature: 'D', status: 'paid', card_last4: '4242' },
  ])
  expect(files['receipts.json']).toMatchObject([{ serial: 1, buyer_email: mia.email }])
  expect(files['accepted-terms.json']).toMatchObject([
    { of: 'order', terms_version: termsVersion, terms_accepted_at: expect.any(String) },
  ])
  expect(files['owned-tracks.json']).toMatchObject([{ track_id: track.id, downloads: [] }])
  expect(files['ratings.json']).toMatchObject([{ stars: 4 }])
  expect(files['comments.json']).toMatchObject([{ text: 'Sung twice' }])
  expect(files['reviews.json']).toMatchObject([{ artist: 'Rosa Lindqvist' }])
  expect(files['following.json']).toMatchObject([{ artist_id: rosa.id }])
  expect(files['sessions.json']).toHaveLength(1)
  expect([files['tracks.json'], files['sales.json']]).toEqual([[], []])

  const { json: ofRosa } = await unpack((await download(rosa)).rawPayload)
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

test('an account with an open commission is not deleted, as its customer and as its artist, and the reason says which', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const [lea, kim] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const parties = { customer: lea, artist: kim }
  const open = await storeCommission(app, { ...parties, status: 'delivered' })
  await storeCommission(app, { ...parties, status: 'cancelled' })
  const matter = 'A commission of yours is open: “Skylark”. Finish or cancel it first.'
  for (const as of [lea, kim]) {
    expect(await mattersOf(app, as)).toEqual([matter])
    expect(codeOf(await remove(app, as))).toBe('account_in_use')
  }
  await storeCommission(app, {
    ...parties,
    status: 'pending_artist',
    changes: { name: 'Ae Fond Kiss' },
  })
  expect(await mattersOf(app, lea)).toEqual([
    '2 commissions of yours are open: “Skylark” and “Ae Fond Kiss”. Finish or cancel them first.',
  ])
  for (const as of [rosa, mia])
    expect((await mattersOf(app, as)).join()).not.toContain('commission')
  await app.db
    .updateTable('commissions')
    .set({ status: 'cancelled', status_reason: 'withdrawn' })
    .where('status', '!=', 'cancelled')
    .execute()
  expect(await mattersOf(app, lea)).toEqual([])
  expect((await remove(app, lea)).statusCode).toBe(200)
  const kept = app.db.selectFrom('commissions').select('name').where('id', '=', open.id)
  expect(await kept.execute()).toEqual([{ name: 'Skylark' }])
})

test('an account is not deleted while money is on its way or a recording is prepared, and the reasons are listed', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia, track } = fixture
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
      cause: 'owned',
    })
    .execute()
  expect(await mattersOf(app, mia)).toEqual(['A refund to you of £5.70 has not arrived yet.'])
  await app.db.updateTable('refunds').set({ status: 'failed' }).execute()
  expect(codeOf(await remove(app, mia))).toBe('account_in_use')
})

test('an account is not deleted while the operator has to decide about a payment that did not match', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const other = await createTrack(app.db, { artistId: rosa.id })
  const { url, sessionId, paymentId } = await checkOut(app, mia, [other.id])
  await pay(url)
  const paid = await app.payments.findCheckout(sessionId)
  const find = vi.spyOn(app.payments, 'findCheckout')
  find.mockResolvedValue({ ...paid, totalPence: 1 })
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'closed' })
  expect(await mattersOf(app, mia)).toEqual([
    'A payment of yours does not match what you bought: we have to settle it first.',
  ])
  expect(codeOf(await remove(app, mia))).toBe('account_in_use')
  expect(await mattersOf(app, rosa)).toEqual([
    '£5.00 from your sales has not been sent to you yet.',
  ])

  const ended = await app.call(`POST /api/proxy/admin/orders/${paymentId}/end-mismatch`, {
    as: await createAdmin(app),
    send: { outcome: 'given_back', note: 'Refunded in the dashboard.' },
  })
  expect(ended.statusCode).toBe(200)
  expect(await mattersOf(app, mia)).toEqual([])
  expect((await remove(app, mia)).statusCode).toBe(200)
})

test('a deleted customer leaves no name, email or log-in, and what they wrote has no author', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia, track } = fixture
  await app.work()
  expect(codeOf(await remove(app, mia, 'a wrong guess'))).toBe('wrong_password')
  await app.clock.move({ days: 1 })
  const deleted = await remove(app, mia)
  expect(deleted.statusCode).toBe(200)
  const { deleted_at: deletedAt } = await app.db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', mia.id)
    .executeTakeFirstOrThrow()
  expect(Number(deletedAt) - app.clock.now().getTime()).toBeGreaterThan(-60 * 60_000)
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
  const fixture = await createFixture(await emptyApp())
  const { app, rosa, mia, track } = fixture
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

test('the name of a deleted artist is free again, also the one that pages have shown', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa } = fixture
  await app.work()
  const rename = (as: TestUser, displayName: string) =>
    app.call('PATCH /api/artist/profile', { as, send: { displayName } })
  expect((await rename(rosa, 'Rosa of the Hills')).statusCode).toBe(200)
  const other = await createUser(app, { role: 'artist' })
  expect(codeOf(await rename(other, 'Rosa of the Hills'))).toBe('display_name_taken')
  expect((await remove(app, rosa)).statusCode).toBe(200)
  expect((await rename(other, 'Rosa of the Hills')).statusCode).toBe(200)
})

test('files that the store did not remove with the account are removed by the sweep', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa } = fixture
  await app.work()
  const { kept } = await sendArtistFiles(app, rosa)
  const before = await listStoredFiles(app)
  const removeFile = app.storage.remove.bind(app.storage)
  app.storage.remove = () => Promise.reject(new Error('the store does not respond'))
  expect((await remove(app, rosa)).statusCode).toBe(200)
  app.storage.remove = removeFile
  expect(await listStoredFiles(app)).toEqual(before)

  await sql`update migrations set applied_at = now() - interval '7 days'`.execute(app.db)
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
  for (const key of before) await utimes(join(app.folder, 'files', key), twoHoursAgo, twoHoursAgo)
  await addJob(app.db, 'sweep_stored_files', {})
  await app.work()
  expect(await listStoredFiles(app)).toEqual(kept.toSorted())
})

test('a picture that arrives while its account is deleted is not shown', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa } = fixture
  await app.work()
  const removed: number[] = []
  const put = app.storage.put.bind(app.storage)
  app.storage.put = async (...stored) => {
    if (removed.length === 0) removed.push((await remove(app, rosa)).statusCode)
    return put(...stored)
  }
  expect(codeOf(await sendAvatar(app, rosa, await picture()))).toBe('login_required')
  expect(removed).toEqual([200])
  const { avatar } = await app.db
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', rosa.id)
    .executeTakeFirstOrThrow()
  expect(avatar).toBeNull()
})
