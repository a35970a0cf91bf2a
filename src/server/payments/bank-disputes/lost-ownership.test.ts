// Whose a recording is once a customer's bank has given the money back, or has changed its mind.

import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { OwnedTracks } from '#contracts/orders.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../../tests/support/money/compare-with-provider.ts'
import { commissionInvariants } from '../../../../tests/support/money/invariant-problems.ts'
import { openSold } from '../../../../tests/support/money/giving-back.ts'
import { expectSameBalance, readBalance } from '../../../../tests/support/money/provider-balance.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { activityOf, provider } from '../../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const titlesOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/my-tracks', { as }))
    .json<OwnedTracks>()
    .tracks.map(({ track }) => track.title)

/** Of one that is stored, and not begun, the timeline is not whole. */
const ownedDifferences = async (app: TestApp) =>
  (await commissionInvariants(app)).filter((problem) => problem.startsWith('owned_differs'))

async function chargeOf(app: TestApp, paymentId: string): Promise<string> {
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).charge_id ?? ''
}

test('the recording of a completed commission ends with a dispute that is lost, and is back if the bank changes its mind', async () => {
  const app = await emptyApp()
  const { mia, payForDelivery, approve } = await judgingFixture(app)
  const { id, paymentId } = await payForDelivery()
  await approve(id)
  await app.work()
  const owned = await titlesOf(app, mia)
  expect(owned).toHaveLength(1)
  const charge = await chargeOf(app, paymentId)
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toEqual(owned)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toEqual([])
  const download = () => app.call(`GET /api/proxy/my-tracks/${id}/download`, { as: mia })
  expect((await download()).statusCode).toBe(404)
  expect(await ownedDifferences(app)).toEqual([])
  await readBalance(app)
  await expectSameBalance(app)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toEqual(owned)
  expect(await ownedDifferences(app)).toEqual([])
  await readBalance(app)
  await expectSameBalance(app)
})

test('a dispute of a part leaves the recording', async () => {
  const app = await emptyApp()
  const { mia, payForDelivery, approve } = await judgingFixture(app)
  const { id, paymentId } = await payForDelivery()
  await approve(id)
  await app.work()
  const charge = await chargeOf(app, paymentId)
  await decideDispute(app, await openDispute(app, charge, { amountPence: 1000 }), 'lost')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toHaveLength(1)
  expect(await ownedDifferences(app)).toEqual([])
})

test('what is approved after the bank has given the money back is not the customer’s', async () => {
  const app = await emptyApp()
  const { mia, admin, payForDelivery, decide } = await judgingFixture(app)
  const { id, paymentId } = await payForDelivery()
  const isLostFor = async (as: TestUser) =>
    (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>().isLostAtBank
  const charge = await chargeOf(app, paymentId)
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  expect(await isLostFor(admin)).toBe(false)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect([await isLostFor(admin), await isLostFor(mia)]).toEqual([true, false])
  expect(codeOf(await decide(id, { outcome: 'release' }))).toBe('done')
  await app.work()
  expect(await titlesOf(app, mia)).toEqual([])
  expect(await ownedDifferences(app)).toEqual([])
  await compareWithProvider(app)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toHaveLength(1)
  expect(await ownedDifferences(app)).toEqual([])
  await readBalance(app)
  await expectSameBalance(app)
})

test('a track that is lost by a dispute counts as bought no more, and again if the bank changes its mind', async () => {
  const app = await emptyApp()
  const { mia, track, charge } = await sellTrack(app)
  const bought = async () => (await activityOf(app.db, 'purchases'))[track.id]
  expect(await bought()).toBe(1)
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect([await titlesOf(app, mia), await bought()]).toEqual([[], 0])
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toHaveLength(1)
  expect(await bought()).toBe(1)
})

test('of two disputes that take all together the second ends what was bought, and either gives it back if it is won after all', async () => {
  for (const undone of [0, 1]) {
    const app = await emptyApp()
    const { mia, charge } = await sellTrack(app)
    const disputes = []
    for (const amountPence of [200, 370]) {
      expect(await titlesOf(app, mia)).toHaveLength(1)
      const dispute = await openDispute(app, charge, { amountPence })
      await decideDispute(app, dispute, 'lost')
      await checkCharge(app, charge)
      disputes.push(dispute)
    }
    expect(await titlesOf(app, mia)).toEqual([])
    const wholes = async () =>
      (await app.db.selectFrom('bank_disputes').select(['status', 'is_whole']).execute())
        .filter(({ status }) => status === 'lost')
        .map((row) => row.is_whole)
    expect(await wholes()).toEqual([true, true])
    await decideDispute(app, disputes[undone] ?? '', 'won')
    await checkCharge(app, charge)
    expect(await titlesOf(app, mia)).toHaveLength(1)
    expect(await wholes()).toEqual([false])
  }
})

test('a refund by hand that an admin assigns after the bank has given back the rest leaves nothing: the tracks end', async () => {
  const app = await emptyApp()
  const { admin, mia, skye, tide, paymentId } = await openSold(app)
  const charge = await chargeOf(app, paymentId)
  const { id } = await provider(app).refunds.create({ charge, amount: 460 })
  await checkCharge(app, charge)
  const dispute = await openDispute(app, charge, { amountPence: 460 })
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  const stateOf = async () => ({
    titles: await titlesOf(app, mia),
    disputes: await app.db.selectFrom('bank_disputes').select('is_whole').execute(),
    orders: await app.db.selectFrom('orders').select('status').execute(),
  })
  expect(await stateOf()).toMatchObject({ disputes: [{ is_whole: false }] })
  const division = `${tide}=3.50;${skye}=1.10`
  const assigned = await app.call(`POST /api/proxy/admin/found-refunds/${id}/assign`, {
    as: admin,
    send: { division, leftPence: 920, reason: 'Agreed on the phone.', note: 'By Ada.' },
  })
  expect(codeOf(assigned)).toBe('done')
  expect(await stateOf()).toEqual({
    titles: [],
    disputes: [{ is_whole: true }],
    orders: [{ status: 'disputed' }],
  })
  await app.work()
  await readBalance(app)
  await expectSameBalance(app)
  // What was given back stays so.
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await titlesOf(app, mia)).toEqual(['Skye'])
})
