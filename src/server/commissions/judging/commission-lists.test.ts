import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { frozenSince, judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { createUser } from '../../../../tests/support/test-app.ts'
import { matchingCommissions } from './all-commissions.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type Listed = {
  commissions: Commission[]
  total: number
  totalPages: number
  currentPage: number
  hasMore: boolean
}

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app, admin } = fixture
  return {
    ...fixture,
    list: async (query = '') =>
      (await app.call(`GET /api/proxy/admin/commissions?${query}`, { as: admin })).json<Listed>(),
    disputes: async (query = '') =>
      (await app.call(`GET /api/proxy/admin/disputes?${query}`, { as: admin })).json<{
        disputes: { dispute: { id: string }; commission: Commission }[]
        total: number
        totalPages: number
        currentPage: number
      }>(),
  }
}

const idsOf = ({ commissions }: Listed) => commissions.map(({ id }) => id)

test('an admin finds commissions by words of the name and of both parties, and by any of their ids', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, store, list } = fixture
  const [lea, ann] = [
    await createUser(app, { name: `Léa ${randomUUID().slice(0, 4)}` }),
    await createCommissionArtist(app),
  ]
  const own = await store('pending_artist', { name: 'Don’t Look Back' })
  const other = await storeCommission(app, {
    customer: lea,
    artist: ann,
    status: 'in_progress',
    changes: { name: 'Ae Fond Kiss', customer_name: 'Léa Brown', artist_name: 'Ann Ågren' },
  })
  const found = async (query: string) => idsOf(await list(`query=${encodeURIComponent(query)}`))
  // None of them is in a hexadecimal number, with which the names of the parties end.
  for (const query of ['fond', 'KISS ae', 'lea', 'Léa brown', 'agren kiss', 'row', 'ki'])
    expect([query, await found(query)]).toEqual([query, [other.id]])
  for (const query of ['dont look', 'look', mia.username])
    expect([query, await found(query)]).toEqual([query, [own.id]])
  for (const query of ['fond skylark', 'ond ae x', 'nd', '%', '???'])
    expect([query, await found(query)]).toEqual([query, []])
  for (const id of [other.id, lea.id, ann.id]) expect(await found(id)).toEqual([other.id])
  expect(await found(tom.id)).toEqual([own.id])
  expect(await found(randomUUID())).toEqual([])
})

test('an admin lists commissions by state, freeze, dispute, failed transfer and age, the newest first', async () => {
  const fixture = await createFixture()
  const { app, tom, store, storeDelivered, list } = fixture
  const days = (count: number) => ({
    created_at: new Date(app.clock.now().getTime() - count * 24 * 3_600_000),
  })
  const pending = await store('pending_artist', days(1))
  const frozen = await store('in_progress', { ...days(6.9), ...frozenSince(app.clock.now()) })
  const disputed = await storeDelivered(days(7))
  await storeDispute(app, disputed.id)
  const ended = await storeDelivered(days(69))
  const resolved = { status: 'resolved', outcome: 'ended', resolved_at: app.clock.now() } as const
  await storeDispute(app, ended.id, resolved)
  const waiting = await store('cron_pending', days(70))
  const payment = { payment_id: waiting.payment_id ?? '', artist_id: tom.id, amount_pence: 4000 }
  await app.db
    .insertInto('transfers')
    .values({ id: waiting.id, ...payment, status: 'failed' })
    .execute()
  expect(await list()).toMatchObject({ total: 5, totalPages: 1, currentPage: 1, hasMore: false })
  const found = async (query: string) => idsOf(await list(query))
  expect(await found('')).toEqual([pending, frozen, disputed, ended, waiting].map(({ id }) => id))
  expect(await found('state=delivered')).toEqual([disputed.id, ended.id])
  expect(await found('mark=frozen')).toEqual([frozen.id])
  expect(await found('mark=disputed')).toEqual([disputed.id])
  expect(await found('mark=transfer_failed')).toEqual([waiting.id])
  const refund = { payment_id: ended.payment_id ?? '', order_line_id: null, amount_pence: 4420 }
  await app.db
    .insertInto('refunds')
    .values({ id: ended.id, ...refund, cause: 'commission_cancelled', status: 'failed' })
    .execute()
  expect(await found('mark=refund_failed')).toEqual([ended.id])
  expect((await list('mark=refund_failed')).commissions[0]).toMatchObject({ hasRefundFailed: true })
  await app.db
    .updateTable('refunds')
    .set({ status: 'settled', settled_at: app.clock.now(), settled_reference: 'FPS 17' })
    .execute()
  expect(await found('mark=refund_failed')).toEqual([])
  expect(await found('age=7')).toEqual([disputed.id, ended.id, waiting.id])
  expect(await found('age=70&state=delivered')).toEqual([])
  expect(await found('age=60&state=delivered')).toEqual([ended.id])
  // An unknown value is read as none.
  expect(await found('state=late&mark=odd&age=8')).toHaveLength(5)
  expect((await list('mark=transfer_failed')).commissions[0]).toMatchObject({
    status: 'cron_pending',
    hasTransferFailed: true,
    customerCommissionPricePence: 4420,
    canDo: [],
  })
  expect((await list('mark=disputed')).commissions[0]?.canDo).toEqual([
    'decideApproval',
    'decideRevision',
    'decideRefund',
  ])
})

test('the open disputes are listed from the oldest on, each with both sides, its deliveries and its timeline', async () => {
  const fixture = await createFixture()
  const { app, mia, admin, storeDelivered, disputes, decideDispute } = fixture
  const opened = []
  for (let turn = 0; turn < 11; turn++) {
    const { id } = await storeDelivered()
    await storeDelivery(app, id)
    opened.push(
      await storeDispute(app, id, {
        opened_at: new Date(app.clock.now().getTime() - (20 - turn) * 60_000),
        status: 'answered',
        answer: 'It is as you asked.',
        answered_at: app.clock.now(),
      }),
    )
  }
  const first = await disputes()
  expect(first).toMatchObject({ total: 11, totalPages: 2, currentPage: 1 })
  expect(first.disputes.map(({ dispute }) => dispute.id)).toEqual(opened.slice(0, 10))
  expect(first.disputes[0]).toMatchObject({
    dispute: { description: 'It is in the wrong key.', answer: 'It is as you asked.' },
    commission: {
      customer: { id: mia.id },
      requirements: 'In D, slowly.',
      deliveries: [
        { number: 1, fileUrl: expect.any(String) },
        { number: 2, fileUrl: expect.any(String) },
      ],
      timeline: [],
      viewer: 'admin',
    },
  })
  const [oldest = '', second = ''] = opened
  for (const id of [oldest, second]) await decideDispute(id, { outcome: 'release' })
  expect((await disputes()).total).toBe(9)
  const over = await disputes('state=resolved')
  expect(over.disputes.map(({ dispute }) => dispute.id)).toEqual([second, oldest])
  const refused = await app.call('GET /api/proxy/admin/disputes', { as: mia })
  expect(refused.statusCode).toBe(403)
  expect(
    (await app.call('GET /api/proxy/admin/disputes?page=9', { as: admin })).json(),
  ).toMatchObject({ currentPage: 1 })
})

test('each list of an admin is read by an index, and ends after a thousand', async () => {
  const fixture = await createFixture()
  const { app, store, storeDelivered, list } = fixture
  const { id } = await store('completed')
  const { id: deliveredId } = await storeDelivered()
  await storeDispute(app, deliveredId)
  await sql`
    insert into commissions (id, customer_id, artist_id, status, name, requirements, wants_guide_track, customer_name,
      artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days, max_revisions,
      answer_by, created_at, updated_at, completed_at, name_words, customer_words)
    select gen_random_uuid(), customer_id, artist_id, status, name || ' ' || n, requirements, wants_guide_track,
      customer_name, artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days,
      max_revisions, answer_by, created_at - n * interval '10 minutes', updated_at, completed_at,
      name_words || ' ' || n, customer_words
    from commissions cross join generate_series(1, 3000) n where id = ${id}`.execute(app.db)
  // It also sorts the words in that were only noted: their index costs what it does after a while.
  await sql`vacuum analyze commissions, commission_disputes`.execute(app.db)
  const last = await list('state=completed&page=99')
  expect(last).toMatchObject({ total: 1000, totalPages: 20, currentPage: 20, hasMore: true })
  expect(last.commissions).toHaveLength(50)
  expect(await list('query=2999')).toMatchObject({ total: 1, hasMore: false })
  expect((await list('query=skylark&page=3')).commissions[0]?.name).toBe('Skylark 99')

  const searches = [
    [{}, 'commissions_newest'],
    [{ age: '7' }, 'commissions_newest'],
    [{ state: 'rejected_by_artist' }, 'commissions_status'],
    [{ query: 'skylark' }, 'commissions_newest'],
    [{ query: '2999' }, 'commissions_searched'],
    [{ mark: 'frozen' }, 'commissions_frozen'],
    [{ mark: 'disputed' }, 'commissions_pkey'],
    [{ mark: 'transfer_failed' }, 'commissions_payment_id_key'],
    [{ mark: 'refund_failed' }, 'refunds_failed'],
  ] as const
  for (const [search, index] of searches) {
    const found = matchingCommissions(app.db, { page: 1, ...search }, app.clock.now())
    const plan = JSON.stringify(await found.limit(50).explain())
    expect([search, plan]).toEqual([search, expect.stringMatching(`(using|on) ${index} `)])
    expect([search, plan]).toEqual([search, expect.not.stringContaining('Seq Scan on commissions')])
  }
})
