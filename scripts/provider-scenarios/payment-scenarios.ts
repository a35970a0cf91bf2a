// Payments and their refunds: what comes in, what goes back, and no penny more.

import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { PaymentKeySpent } from '../../src/server/gateways/payments/payments.ts'
import { payByCard, refusalOf, sooner, type Paid, type Scenario, type Tested } from './scenario.ts'

const newOrder = () => ({ kind: 'order', id: randomUUID() })

function refundOf({ chargeId, subject }: Paid, amountPence: number) {
  const refundId = randomUUID()
  return { refundId, subject, amountPence, chargeId, idempotencyKey: `refund:${refundId}` }
}

/** The provider's clock may be behind ours. */
const aMinuteAgo = () => new Date(Date.now() - 60_000)

export const paymentScenarios: Scenario[] = [
  {
    name: 'the key is one of the test mode, and the provider answers',
    async play({ payments }) {
      equal(payments.livemode, false)
      await payments.check()
    },
  },
  {
    name: 'a payment has brought its amount less a fee, and stands once in each list',
    async play(tested) {
      const since = aMinuteAgo()
      const { chargeId } = await payByCard(tested, newOrder(), { pence: 570 })
      const { payments } = tested
      const { unrefundedPence, refunds, dispute } = await payments.readCharge(chargeId)
      deepEqual(
        { unrefundedPence, refunds, dispute },
        { unrefundedPence: 570, refunds: [], dispute: null },
      )
      await sooner(async () => {
        const { moved } = await payments.listBalanceTransactions({ since, page: null })
        const own = moved.filter(({ sourceId }) => sourceId === chargeId)
        deepEqual(
          own.map(({ type, amountPence, currency }) => [type, amountPence, currency]),
          [['charge', 570, 'gbp']],
        )
        equal((own[0]?.feePence ?? 0) > 0, true)
        equal(await timesListed(tested, 'charges', { since, id: chargeId }), 1)
        equal(await timesListed(tested, 'balance_transactions', { since, id: own[0]?.id ?? '' }), 1)
      })
    },
  },
  {
    name: 'a refund is made once under its key, and found by its row',
    async play(tested) {
      const since = aMinuteAgo()
      const { payments } = tested
      const paid = await payByCard(tested, newOrder(), { pence: 570 })
      const part = refundOf(paid, 200)
      const { providerId } = await payments.sendRefund(part)
      equal((await payments.sendRefund(part)).providerId, providerId)
      equal((await payments.findRefund(part))?.providerId, providerId)
      equal(await payments.findRefund({ ...part, refundId: randomUUID() }), null)
      const { pence, refundId, chargeId } = await payments.readRefund(providerId)
      deepEqual([pence, refundId, chargeId], [200, part.refundId, paid.chargeId])
      const { unrefundedPence, refunds } = await payments.readCharge(paid.chargeId)
      deepEqual([unrefundedPence, refunds.map((one) => one.providerId)], [370, [providerId]])
      await sooner(async () =>
        equal(await timesListed(tested, 'refunds', { since, id: providerId }), 1),
      )
    },
  },
  {
    name: 'a key that was used with another amount is spent, and moves nothing',
    async play(tested) {
      const { payments } = tested
      const paid = await payByCard(tested, newOrder(), { pence: 570 })
      const part = refundOf(paid, 200)
      await payments.sendRefund(part)
      await rejects(payments.sendRefund({ ...part, amountPence: 300 }), PaymentKeySpent)
      equal((await payments.readCharge(paid.chargeId)).unrefundedPence, 370)
    },
  },
  {
    name: 'more than is left is refused, and what was wholly given back is not given back again',
    async play(tested) {
      const { payments } = tested
      const paid = await payByCard(tested, newOrder(), { pence: 570 })
      await refusalOf(payments.sendRefund(refundOf(paid, 571)))
      await payments.sendRefund(refundOf(paid, 570))
      equal((await payments.readCharge(paid.chargeId)).unrefundedPence, 0)
      equal(await refusalOf(payments.sendRefund(refundOf(paid, 1))), 'charge_already_refunded')
    },
  },
  {
    name: 'a payout of the platform is made once under its key, and found by its row',
    async play(tested) {
      const since = aMinuteAgo()
      const { payments } = tested
      await payByCard(tested, newOrder(), { pence: 500, card: 'pm_card_bypassPending' })
      const rowId = randomUUID()
      const payout = { rowId, amountPence: 100, idempotencyKey: `payout:${rowId}` }
      const { payoutId, pence } = await payments.makePayout(payout)
      equal(pence, 100)
      equal((await payments.makePayout(payout)).payoutId, payoutId)
      equal((await payments.findPayout({ rowId, since }))?.payoutId, payoutId)
      equal(await payments.findPayout({ rowId: randomUUID(), since }), null)
      notEqual((await payments.readPayout({ payoutId, accountId: null })).state, 'failed')
    },
  },
]

type Listed = { since: Date; id: string }

/** The lists are read to their end, a page a call. */
async function timesListed(
  { payments }: Tested,
  list: Parameters<Tested['payments']['listRecords']>[0]['list'],
  { since, id }: Listed,
): Promise<number> {
  const until = new Date(Date.now() + 60_000)
  let times = 0
  let page: string | null = null
  do {
    const { records, nextPage } = await payments.listRecords({ list, since, until, page })
    times += records.filter((record) => record.id === id).length
    page = nextPage
  } while (page !== null)
  return times
}
