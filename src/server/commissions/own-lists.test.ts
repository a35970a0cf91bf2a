import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
  storeDispute,
} from '../../../tests/support/commissions/stored-commission.ts'
import { createUser, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const hourMs = 3_600_000

async function createFixture() {
  const app = await emptyApp()
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { commission_places: 20 }),
  ]
  const store = (status: Commission['status']) =>
    storeCommission(app, { customer: mia, artist: tom, status })
  return { app, mia, tom, store }
}

test('a list begins with a dispute that its artist has not answered, and with late work that its customer can end', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, store } = fixture
  const change = (id: string, changes: Updateable<Tables['commissions']>) =>
    app.db.updateTable('commissions').set(changes).where('id', '=', id).execute()
  const names = new Map<string, string>()
  const add = async (name: string, status: Commission['status']) => {
    const { id } = await store(status)
    names.set(id, name)
    return id
  }
  const soon = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs)
  const answered = { status: 'answered', answer: 'So.', answered_at: soon(0) } as const
  // The latest change comes first of those that wait for nobody.
  const frozen = await add('frozen', 'delivered')
  await change(frozen, { frozen_at: soon(0), frozen_by: 'admin', freeze_reason: 'We look.' })
  const frozenWork = await add('frozen work', 'in_progress')
  await change(frozenWork, { frozen_at: soon(0), frozen_by: 'admin', freeze_reason: 'We look.' })
  const overdue = await add('overdue', 'in_progress')
  await change(overdue, { due_at: soon(-80), overdue_at: soon(0) })
  const late = await add('late', 'in_progress')
  await change(late, { due_at: soon(-2), overdue_at: soon(1) })
  const prepared = await add('prepared', 'in_progress')
  await change(prepared, { due_at: soon(-80), overdue_at: soon(-1) })
  const deliveryId = await storeDelivery(app, prepared)
  await app.db
    .updateTable('commission_deliveries')
    .set({ status: 'preparing', audio: null, preview_key: null, ready_at: null })
    .where('id', '=', deliveryId)
    .execute()
  await storeDispute(app, await add('disputed', 'delivered'))
  await storeDispute(app, await add('answered', 'delivered'), answered)
  await storeDispute(app, await add('unanswered', 'delivered'), { answer_by: soon(0) })
  await add('delivered', 'delivered')
  const list = async (as: TestUser, role: string) => {
    const { commissions } = (await app.call(`GET /api/commissions?as=${role}`, { as })).json<{
      commissions: Commission[]
    }>()
    expect(commissions).toHaveLength(names.size)
    return commissions.map(({ id }) => names.get(id))
  }
  expect((await list(tom, 'artist')).slice(0, 3)).toEqual(['overdue', 'late', 'disputed'])
  expect((await list(mia, 'customer')).slice(0, 2)).toEqual(['delivered', 'overdue'])
  // The others are as they were changed last: nothing of them waits for the reader.
  await change(frozenWork, { updated_at: soon(1) })
  await change(frozen, { updated_at: soon(2) })
  await change(prepared, { updated_at: soon(3) })
  for (const [as, role] of [
    [tom, 'artist'],
    [mia, 'customer'],
  ] as const) {
    const others = (await list(as, role)).slice(role === 'artist' ? 3 : 2)
    expect(others.slice(0, 3)).toEqual(['prepared', 'frozen', 'frozen work'])
  }
})

test('money that waits for the payment account of its artist is the artist’s turn, after what has a deadline', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, store } = fixture
  const { id: workId } = await store('in_progress')
  const { id, payment_id: paymentId } = await store('cron_pending')
  await app.db
    .insertInto('transfers')
    .values({ id, payment_id: paymentId ?? '', artist_id: tom.id, amount_pence: 4000 })
    .execute()
  await store('delivered')
  const first = async (as: TestUser, role: string) => {
    const { commissions } = (await app.call(`GET /api/commissions?as=${role}`, { as })).json<{
      commissions: Commission[]
    }>()
    const waiting = commissions.filter(({ transferState }) => transferState === 'account')
    return [commissions.slice(0, 2).map((row) => row.id), waiting.map((row) => row.id)]
  }
  const account = (payouts_enabled: boolean) =>
    app.db.updateTable('payment_accounts').set({ payouts_enabled }).execute()
  await account(false)
  expect(await first(tom, 'artist')).toEqual([[workId, id], [id]])
  expect((await first(mia, 'customer'))[1]).toEqual([])
  const hold = { artist_id: tom.id, held_at: app.clock.now() }
  await app.db.insertInto('transfer_holds').values(hold).execute()
  expect((await first(tom, 'artist'))[1]).toEqual([])
  await app.db.deleteFrom('transfer_holds').execute()
  await account(true)
  expect((await first(tom, 'artist'))[1]).toEqual([])
})

test('the artist of a dispute reads until when an answer is awaited, and that the time is over', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, store } = fixture
  const { id } = await store('delivered')
  const awaited = async (as: TestUser) =>
    (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>().disputeAnswerBy
  expect(await awaited(tom)).toBeNull()
  const answerBy = new Date(app.clock.now().getTime() + hourMs)
  await storeDispute(app, id, { answer_by: answerBy })
  expect([await awaited(tom), await awaited(mia)]).toEqual(Array(2).fill(answerBy.toISOString()))
  await app.clock.set(answerBy)
  expect(await awaited(tom)).toBeNull()
})
