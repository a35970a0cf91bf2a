import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  deliverThin,
  nextAnswerIs,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

const day = 24 * 3_600_000

async function anOwedPayout(scene: Scene) {
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const { url, sessionId, orderId } = await checkOut(scene, mia, [track.id])
  await pay(url)
  await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  const account = await scene.db.selectFrom('payout_accounts').selectAll().executeTakeFirstOrThrow()
  return { artist, orderId, accountId: account.provider_account_id }
}

const thePayout = (scene: Scene) =>
  scene.db.selectFrom('payouts').selectAll().executeTakeFirstOrThrow()

const setAccount = (scene: Scene, id: string) =>
  scene.db.updateTable('payout_accounts').set({ provider_account_id: id }).execute()

async function reconcile(scene: Scene): Promise<void> {
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
}

async function expectSentOnce(scene: Scene, orderId: string) {
  expect(await thePayout(scene)).toMatchObject({ status: 'sent' })
  const { data } = await provider(scene).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data.map(({ amount }) => amount)).toEqual([500])
  expect(await moneyProblems(scene)).toEqual([])
}

test('the reconciliation does not shorten the pause after a failed transfer', async () => {
  await using scene = await openScene()
  await anOwedPayout(scene)
  await setAccount(scene, 'acct_gone')
  await scene.work()
  await scene.db
    .updateTable('payouts')
    .set({ created_at: new Date(Date.now() - day) })
    .execute()
  for (let run = 0; run < 5; run++) await reconcile(scene)
  const payout = await thePayout(scene)
  expect(payout).toMatchObject({ status: 'waiting', tries: 1 })
  expect(payout.due_at.getTime()).toBeGreaterThan(Date.now())
})

test('a payout whose job was lost is sent by the reconciliation once it is due', async () => {
  await using scene = await openScene()
  const { orderId } = await anOwedPayout(scene)
  await sql`delete from graphile_worker._private_jobs`.execute(scene.db)
  await reconcile(scene)
  expect(await thePayout(scene)).toMatchObject({ status: 'waiting', tries: 0 })
  await scene.db
    .updateTable('payouts')
    .set({ due_at: new Date(Date.now() - 120_000) })
    .execute()
  await reconcile(scene)
  await expectSentOnce(scene, orderId)
})

test('an outage of any length ends in one transfer, under the key it began with', async () => {
  await using scene = await openScene()
  const { orderId } = await anOwedPayout(scene)
  const { sendTransfer } = scene.payments
  const keys = new Set<string>()
  scene.payments.sendTransfer = async (transfer) => {
    // The first one is made, and nobody hears of it.
    if (keys.size === 0) await sendTransfer(transfer)
    keys.add(transfer.idempotencyKey)
    throw new PaymentUnknown('no answer')
  }
  for (let tries = 0; tries < 40; tries++) {
    await scene.work()
    await scene.letTimePass()
  }
  const payout = await thePayout(scene)
  expect(payout).toMatchObject({ status: 'waiting', attempt: 1, tries: 40 })
  expect(payout.due_at.getTime() - Date.now()).toBeLessThanOrEqual(day)
  expect(keys.size).toBe(1)

  scene.payments.sendTransfer = sendTransfer
  await scene.work()
  await expectSentOnce(scene, orderId)
})

test.each(['stored-500', 'done-stored-500'] as const)(
  'a failure that the provider stores and repeats (%s) ends in one transfer, after the first pause',
  async (how) => {
    await using scene = await openScene()
    const { orderId } = await anOwedPayout(scene)
    await nextAnswerIs(scene, how, '/v1/transfers')
    await scene.work()
    const payout = await thePayout(scene)
    expect(payout).toMatchObject({ status: 'waiting', attempt: 2, refusals: 0 })
    expect(payout.due_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    await scene.letTimePass()
    await scene.work()
    await expectSentOnce(scene, orderId)
  },
)

test('the log names every refused transfer, and the one that needs a person', async () => {
  await using scene = await openScene()
  const { artist, orderId } = await anOwedPayout(scene)
  await setAccount(scene, 'acct_gone')
  const error = vi.spyOn(scene.http.log, 'error')
  const { id: payout } = await thePayout(scene)
  const ids = { payout, order: orderId, artist: artist.id, account: 'acct_gone' }
  const why = expect.objectContaining({ code: 'resource_missing' })
  await scene.work()
  expect(error.mock.calls).toEqual([[{ ...ids, err: why, refusals: 1 }, 'a transfer was refused']])

  await scene.db.updateTable('payouts').set({ refusals: 18 }).execute()
  await scene.letTimePass()
  await scene.work()
  expect(error.mock.lastCall).toEqual([
    { ...ids, err: why, refusals: 19 },
    'a transfer is stuck: it needs a person',
  ])
})

test('a refusal after a long outage does not count for the whole of it', async () => {
  await using scene = await openScene()
  await anOwedPayout(scene)
  await scene.db.updateTable('payouts').set({ tries: 40 }).execute()
  await setAccount(scene, 'acct_gone')
  await scene.work()
  expect(await thePayout(scene)).toMatchObject({ status: 'waiting', refusals: 1 })
})

test.each(['an event', 'the desk'] as const)(
  'a stuck payout is sent when its account is seen ready again, by %s',
  async (how) => {
    await using scene = await openScene()
    const { artist, orderId, accountId } = await anOwedPayout(scene)
    await setAccount(scene, 'acct_gone')
    for (let tries = 0; tries < 19; tries++) {
      await scene.work()
      await scene.letTimePass()
    }
    expect(await thePayout(scene)).toMatchObject({ status: 'stuck' })

    await setAccount(scene, accountId)
    if (how === 'an event') await deliverThin(scene, accountId)
    else await scene.call('GET /api/artist/payment-setup', { as: artist })
    await scene.work()
    await scene.work()
    await expectSentOnce(scene, orderId)
  },
)

test('a stuck payout that is refused once more has two weeks again', async () => {
  await using scene = await openScene()
  const { artist } = await anOwedPayout(scene)
  await scene.db
    .updateTable('payouts')
    .set({ status: 'stuck', refusals: 19, attempt: 20 })
    .execute()
  const { sendTransfer } = scene.payments
  scene.payments.sendTransfer = (transfer) => sendTransfer({ ...transfer, toAccount: 'acct_gone' })
  await scene.call('GET /api/artist/payment-setup', { as: artist })
  await scene.work()
  expect(await thePayout(scene)).toMatchObject({ status: 'waiting', refusals: 1, attempt: 21 })
})
