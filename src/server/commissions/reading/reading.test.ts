import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { findCommissions } from '../commission-queries.ts'
import { readCommission } from './read-commission.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { plansOf } from '../../../../tests/support/recorded-queries.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function createFixture() {
  const app = await emptyApp()
  return { ...(await commissionsFixture(app)) }
}

/** With people of its own, in an app that others use as well. */
async function commissionsFixture(app: TestApp) {
  const [mia, tom, admin] = [
    await createUser(app),
    await createCommissionArtist(app),
    await createAdmin(app),
  ]
  type Changes = Parameters<typeof storeCommission>[1]['changes']
  const store = (status: CommissionStatus, changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  const read = async (as: TestUser, id: string) =>
    (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>()
  return { app, mia, tom, admin, store, read }
}

test('a commission has every field of the specification, from the request to the end (CST-11)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store, read } = fixture
  const prices = { commissionPrice: 40, customerCommissionPrice: 44.2, price: 44.2 }
  const { id: asked, created_at: askedAt } = await store('pending_artist')
  for (const as of [mia, tom])
    expect(await read(as, asked)).toMatchObject({
      ...prices,
      _id: asked,
      status: 'pending_artist',
      revisionCount: 0,
      maxRevisions: 2,
      revisionFeedback: null,
      previewUrl: null,
      previewTrackUrl: null,
      createdAt: askedAt.toISOString(),
      updatedAt: askedAt.toISOString(),
      completedAt: null,
    })

  const feedback = { revision_count: 1, revision_feedback: 'Slower, please.' }
  const delivered = await store('completed', feedback)
  const completedAt = new Date(delivered.created_at.getTime() + 1000)
  await app.db
    .updateTable('commissions')
    .set({ updated_at: completedAt, completed_at: completedAt })
    .where('id', '=', delivered.id)
    .execute()
  const path = `/api/commissions/${delivered.id}/deliveries/${await storeDelivery(app, delivered.id)}`
  for (const as of [mia, tom])
    expect(await read(as, delivered.id)).toMatchObject({
      ...prices,
      _id: delivered.id,
      status: 'completed',
      revisionCount: 1,
      maxRevisions: 2,
      revisionFeedback: 'Slower, please.',
      previewUrl: `${path}/preview.mp3`,
      previewTrackUrl: `${path}/preview.mp3`,
      createdAt: delivered.created_at.toISOString(),
      updatedAt: completedAt.toISOString(),
      completedAt: completedAt.toISOString(),
    })
})

test('before the approval a customer is told a preview of each delivery, and nothing of its file', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store, read } = fixture
  const { id } = await store('delivered')
  const [, second] = [await storeDelivery(app, id), await storeDelivery(app, id)]
  const path = `/api/commissions/${id}/deliveries/${second}`
  const shown = await read(mia, id)
  expect(shown.deliveries).toHaveLength(2)
  expect(shown.deliveries[1]).toMatchObject({
    number: 2,
    state: 'ready',
    previewUrl: `${path}/preview.mp3`,
    previewSeconds: 30,
    fileUrl: null,
    guideUrl: null,
    fileName: '',
    bytes: 0,
    bytesReceived: 0,
    durationSeconds: null,
  })
  expect(shown.deliveries[1]?.previewWaveform).toHaveLength(96)
  expect([shown.previewUrl, shown.previewTrackUrl]).toEqual([
    `${path}/preview.mp3`,
    `${path}/preview.mp3`,
  ])
  expect((await read(tom, id)).deliveries[1]).toMatchObject({
    fileUrl: `${path}/file`,
    fileName: 'take.wav',
    bytes: 4_000_000,
    durationSeconds: 90,
  })
})

test('after the approval the customer gets the file of the approved delivery, and of no earlier one', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, store, read } = fixture
  const { id } = await store('approved')
  const [first, second] = [await storeDelivery(app, id), await storeDelivery(app, id)]
  await app.db
    .updateTable('commission_deliveries')
    .set({
      guide_key: `originals/${second}-guide`,
      guide_name: 'sung.wav',
      guide_container: 'wav',
      guide_bytes: '1000',
    })
    .where('id', '=', second)
    .execute()
  const path = `/api/commissions/${id}/deliveries`
  expect((await read(mia, id)).deliveries).toMatchObject([
    { id: first, previewUrl: `${path}/${first}/preview.mp3`, fileUrl: null },
    {
      id: second,
      fileUrl: `${path}/${second}/file`,
      guideUrl: `${path}/${second}/guide`,
      durationSeconds: 90,
    },
  ])
})

test('an admin gets the files of what is disputed or frozen, and of nothing else', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, admin, store, read } = fixture
  const freeze = {
    frozen_at: app.clock.now(),
    frozen_by: 'admin',
    freeze_reason: 'We look.',
  } as const
  const [plain, disputed, frozen] = [
    await store('delivered'),
    await store('delivered'),
    await store('delivered', freeze),
  ]
  for (const { id } of [plain, disputed, frozen]) await storeDelivery(app, id)
  await storeDispute(app, disputed.id)
  const hasFile = async (id: string) => (await read(admin, id)).deliveries[0]?.fileUrl !== null
  expect([await hasFile(plain.id), await hasFile(disputed.id), await hasFile(frozen.id)]).toEqual([
    false,
    true,
    true,
  ])
})

test('how a delivery arrives, and why one was refused, is between its artist and the site', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, admin, store, read } = fixture
  const { id } = await store('in_progress')
  await storeDelivery(app, id)
  await app.db
    .updateTable('commission_deliveries')
    .set({ status: 'refused', refusal_code: 'audio_silent' })
    .where('commission_id', '=', id)
    .execute()
  expect((await read(tom, id)).deliveries).toMatchObject([
    { state: 'refused', reason: 'The recording is silent.', previewUrl: null, fileUrl: null },
  ])
  for (const as of [mia, admin]) expect((await read(as, id)).deliveries).toEqual([])
})

test('the money of a commission is held, on its way, or sent, as payments say', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, store, read } = fixture
  const held = await store('in_progress')
  expect((await read(mia, held.id)).money).toMatchObject({
    heldPence: 4420,
    refundPence: 0,
    transferPence: 0,
  })
  const waiting = await store('cron_pending')
  const payment = { payment_id: waiting.payment_id ?? '', artist_id: tom.id, amount_pence: 4000 }
  await app.db
    .insertInto('transfers')
    .values({ id: waiting.id, ...payment, status: 'failed' })
    .execute()
  expect(await read(tom, waiting.id)).toMatchObject({
    hasTransferFailed: true,
    money: {
      heldPence: 0,
      transferPence: 4000,
      isTransferred: false,
      transferProblem:
        'The card provider has refused this transfer for two weeks. Our team has been told.',
      nextTransferAt: null,
    },
  })
  // Why an artist's account cannot be paid is no business of the customer's.
  expect(await read(mia, waiting.id)).toMatchObject({
    hasTransferFailed: false,
    money: { transferProblem: null, nextTransferAt: null },
  })
  const sent = { status: 'sent', provider_id: 'tr_1', sent_at: new Date() } as const
  await app.db.updateTable('transfers').set(sent).execute()
  expect((await read(tom, waiting.id)).money).toMatchObject({ isTransferred: true })

  const ended = await store('in_progress')
  await app.db
    .insertInto('refunds')
    .values({
      id: ended.id,
      payment_id: ended.payment_id ?? '',
      order_line_id: null,
      cause: 'unavailable',
      amount_pence: 4420,
    })
    .execute()
  const refunds = async () => {
    const { refundPence, isRefunded } = (await read(mia, ended.id)).money
    return [refundPence, isRefunded]
  }
  expect(await refunds()).toEqual([4420, false])
  const told = async (as: TestUser) => {
    const { hasRefundFailed, money } = await read(as, ended.id)
    return [hasRefundFailed, money.isRefunded, ...money.refunds.map(({ state }) => state)]
  }
  await app.db.updateTable('refunds').set({ returns: 1 }).execute()
  expect([await told(mia), await told(tom)]).toEqual([
    [false, false, 'returned'],
    [false, false, 'on_its_way'],
  ])
  await app.db.updateTable('refunds').set({ status: 'failed', returns: 3 }).execute()
  // The artist is not told that something is wrong with the customer's card.
  expect([await told(mia), await told(tom)]).toEqual([
    [true, false, 'failed'],
    [false, false, 'on_its_way'],
  ])
  await app.db
    .updateTable('refunds')
    .set({ status: 'settled', settled_at: new Date(), settled_reference: 'FPS 17' })
    .execute()
  expect(await told(mia)).toEqual([false, true, 'settled'])
  await app.db
    .updateTable('refunds')
    .set({ status: 'waiting', settled_at: null, settled_reference: null })
    .execute()
  await app.db
    .updateTable('refunds')
    .set({ ...sent, provider_id: 're_1' })
    .execute()
  expect(await refunds()).toEqual([4420, true])
})

test('a customer has bought a commission from the first paid one on (D-093)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const hasBought = async (as: TestUser) =>
    (await app.call('GET /api/proxy/auth/get-id-and-role', { as })).json<{
      hasBoughtCommission: boolean
    }>().hasBoughtCommission
  await store('requested')
  expect(await hasBought(mia)).toBe(false)
  await store('in_progress')
  // Not the artist of it.
  expect([await hasBought(mia), await hasBought(tom)]).toEqual([true, false])
})

test('neither a commission nor a list of the own ones reads a whole table', async () => {
  const fixture = await createFixture()
  const { app, mia, store } = fixture
  const { id } = await store('delivered')
  const deps = { clock: app.clock, spans: commissionSpans }
  const plans = await plansOf(app, async (db) => {
    await readCommission({ db, ...deps }, id, { id: mia.id, mayAdminister: false })
    for (const as of ['customer', 'artist'] as const)
      await findCommissions({ db, ...deps }, { userId: mia.id, as, page: 1 })
  })
  expect(plans.length).toBeGreaterThanOrEqual(11)
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
})
