// The room and the lists tell the moments from which the page makes its sentence of what is next.

import { expect, test } from 'vitest'
import type { Commission, CommissionSummary } from '#contracts/commissions/commission.ts'
import type { TransferState } from '#rules/payments/transfer-states.ts'
import { judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import { createPaid, giveUp, openPayment } from '../../../../tests/support/commissions/paying.ts'
import { storeDispute } from '../../../../tests/support/commissions/stored-commission.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { pay } from '../../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const hourMs = 3_600_000
const laterCard = '4000000000001091'

const readRoom = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>()

/** The one of the list. */
async function readRow(app: TestApp, as: TestUser, role: 'customer' | 'artist') {
  const list = await app.call(`GET /api/commissions?as=${role}`, { as })
  return list.json<{ commissions: CommissionSummary[] }>().commissions[0]
}

test('a dispute says by when it is decided, as promised, and nothing does so once it is resolved', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, admin } = fixture
  const { id } = await fixture.storeDelivered()
  const decideBy = async () =>
    Promise.all([mia, tom, admin].map(async (as) => (await readRoom(app, as, id)).disputeDecideBy))
  expect(await decideBy()).toEqual([null, null, null])
  await storeDispute(app, id)
  const { opened_at: openedAt } = await app.db
    .selectFrom('commission_disputes')
    .select('opened_at')
    .executeTakeFirstOrThrow()
  const promised = new Date(openedAt.getTime() + 48 * hourMs).toISOString()
  expect(await decideBy()).toEqual([promised, promised, promised])
  await app.db
    .updateTable('commission_disputes')
    .set({ status: 'resolved', outcome: 'ended', resolved_at: openedAt })
    .execute()
  expect(await decideBy()).toEqual([null, null, null])
})

test('everybody reads the day on which held money goes back', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, admin, store } = fixture
  const { id, hold_until: holdUntil } = await store('in_progress')
  expect(holdUntil).not.toBeNull()
  for (const as of [mia, tom, admin])
    expect((await readRoom(app, as, id)).holdUntil).toBe(holdUntil?.toISOString())
  const { id: unpaidId } = await store('requested')
  expect((await readRoom(app, mia, unpaidId)).holdUntil).toBeNull()
})

test('a payment that was not received is said until another one is made', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const { id } = await store('requested')
  const accepted = { from_status: 'pending_artist', to_status: 'requested' } as const
  await app.db
    .insertInto('commission_steps')
    .values({
      commission_id: id,
      step: 'accept',
      actor: 'artist',
      at: app.clock.now(),
      ...accepted,
    })
    .execute()
  const said = async () => [
    (await readRoom(app, mia, id)).hasPaymentFailed,
    (await readRoom(app, tom, id)).hasPaymentFailed,
    (await readRow(app, mia, 'customer'))?.hasPaymentFailed,
  ]
  expect(await said()).toEqual([false, false, false])
  const { url, sessionId } = await openPayment(app, mia, id)
  await pay(url, laterCard)
  expect(await readRoom(app, mia, id)).toMatchObject({ status: 'accepted' })
  await app.sandbox.control('POST payment', { session: sessionId, outcome: 'failed' })
  await app.clock.move({ seconds: 2 })
  expect(await readRoom(app, mia, id)).toMatchObject({ status: 'requested' })
  expect(await said()).toEqual([true, true, true])
  const second = await openPayment(app, mia, id)
  await pay(second.url)
  await app.clock.move({ seconds: 2 })
  expect(await readRoom(app, mia, id)).toMatchObject({ status: 'in_progress' })
  expect(await said()).toEqual([false, false, false])
})

test('what goes back is on its way or failed for its customer and for admins, and on its way for its artist until it is settled', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { mia, tom, id } = await createPaid(app)
  const said = async () => {
    const rooms = [mia, tom, admin].map(async (as) => (await readRoom(app, as, id)).refund)
    const rows = [
      (await readRow(app, mia, 'customer'))?.refund,
      (await readRow(app, tom, 'artist'))?.refund,
    ]
    return [...(await Promise.all(rooms)), ...rows]
  }
  expect(await said()).toEqual(Array(5).fill('none'))
  await giveUp(app, id)
  expect(await said()).toEqual(Array(5).fill('returning'))
  await app.db.updateTable('refunds').set({ status: 'failed' }).execute()
  expect(await said()).toEqual(['failed', 'returning', 'failed', 'failed', 'returning'])
  await app.db
    .updateTable('refunds')
    .set({ status: 'settled', settled_at: app.clock.now(), settled_reference: 'FPS 17' })
    .execute()
  expect(await said()).toEqual(Array(5).fill('none'))
})

test('what a transfer waits for is read by its artist and by admins, and is no business of the customer’s', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, admin, store } = fixture
  const { id, payment_id: paymentId } = await store('cron_pending')
  const said = async () => {
    const rooms = [tom, admin, mia].map(async (as) => (await readRoom(app, as, id)).transferState)
    return [...(await Promise.all(rooms)), (await readRow(app, tom, 'artist'))?.transferState]
  }
  const expectState = async (state: TransferState) =>
    expect(await said()).toEqual([state, state, null, state])
  expect(await said()).toEqual([null, null, null, null])
  await app.db
    .insertInto('transfers')
    .values({ id, payment_id: paymentId ?? '', artist_id: tom.id, amount_pence: 4000 })
    .execute()
  await expectState('owed')
  const transfer = (changes: object) => app.db.updateTable('transfers').set(changes).execute()
  const account = (payouts_enabled: boolean, todo: readonly string[]) =>
    app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled, todo: JSON.stringify(todo) })
      .where('user_id', '=', tom.id)
      .execute()
  await transfer({ attempts: 1, key_used_at: app.clock.now() })
  await expectState('on_its_way')
  await transfer({ key_used_at: null })
  await expectState('refused')
  await transfer({ status: 'failed' })
  await expectState('failed')
  // The end of what the account lacks sends it again.
  await account(false, [
    'A bank account to be paid to',
    'The card provider is checking your details',
  ])
  await expectState('account')
  await account(false, ['The card provider is checking your details'])
  await expectState('checked')
  await account(false, [])
  await expectState('account')
  const hold = { artist_id: tom.id, held_at: app.clock.now() }
  await app.db.insertInto('transfer_holds').values(hold).execute()
  await expectState('held')
})
