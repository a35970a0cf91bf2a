import * as fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'
import { cardFeePence } from './amounts.ts'
import { disputeCounteredFeePence, disputeReceivedFeePence } from './price-list.ts'

type Step =
  | { do: 'pay'; amount: number; card: string }
  | { do: 'transfer' | 'refund' | 'reverse'; amount: number; from: number; to: number }
  | { do: 'dispute'; from: number; isInquiry: boolean }
  | { do: 'answer'; from: number; text: string }
  | { do: 'wait' }
  | { do: 'pay-out' }

const amount = fc.integer({ min: 30, max: 2000 })
const choice = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    amount,
    card: fc.constantFrom(
      '4242424242424242',
      '4000000000000077',
      '4000000000000002',
      '4000000000000259',
    ),
  }),
  fc.record({
    do: fc.constantFrom('transfer' as const, 'refund' as const, 'reverse' as const),
    amount,
    from: choice,
    to: choice,
  }),
  fc.record({ do: fc.constant('wait' as const) }),
  fc.record({ do: fc.constant('pay-out' as const) }),
  fc.record({ do: fc.constant('dispute' as const), from: choice, isInquiry: fc.boolean() }),
  fc.record({
    do: fc.constant('answer' as const),
    from: choice,
    text: fc.constantFrom('winning_evidence', 'losing_evidence', 'other', 'close'),
  }),
)

// All balances together must equal the payments received, less fees, refunds, disputes and what has left to the bank.
test('whatever is paid, transferred, refunded, disputed, reversed and paid out, every penny is accounted for', async () => {
  await using sandbox = await createTestSandbox()
  const accounts = [await createActiveAccount(sandbox), await createActiveAccount(sandbox)]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const next of steps) await take(sandbox, accounts, next)
      await checkBooks(sandbox, accounts)
    }),
    { numRuns: 15, seed: 20_261_121 },
  )
})

async function take(sandbox: TestSandbox, accounts: string[], next: Step): Promise<void> {
  const { stripe } = sandbox
  if (next.do === 'wait') {
    await sandbox.control('clock', { seconds: 24 * 3600 })
    return
  }
  if (next.do === 'pay-out') {
    await sandbox.control('payout', {})
    return
  }
  if (next.do === 'pay') {
    await payCart(sandbox, cart(next.amount), next.card)
    return
  }
  if (next.do === 'answer') {
    await answer(sandbox, next)
    return
  }
  const charges = (await stripe.charges.list({ limit: 6 })).data
  const charge = charges[next.from % Math.max(1, charges.length)]
  if (next.do === 'dispute') {
    const body = { charge: charge?.id ?? '', inquiry: next.isInquiry }
    await sandbox.control('dispute', body).catch(refused)
    return
  }
  const destination = accounts[next.to % accounts.length] ?? ''
  const [transfer] = (await stripe.transfers.list({ destination, limit: 1 })).data
  if (next.do === 'transfer') {
    const source = next.from > 0 && charge ? { source_transaction: charge.id } : {}
    await stripe.transfers
      .create({ amount: next.amount, currency: 'gbp', destination, ...source })
      .catch(refused)
  }
  if (next.do === 'refund' && charge) {
    await stripe.refunds.create({ charge: charge.id, amount: next.amount }).catch(refused)
  }
  if (next.do === 'reverse' && transfer) {
    await stripe.transfers.createReversal(transfer.id, { amount: next.amount }).catch(refused)
  }
}

/** The sandbox may refuse a step; a refused step must not change any balance. */
const refused = () => undefined

async function answer(
  { stripe }: TestSandbox,
  { from, text }: Extract<Step, { do: 'answer' }>,
): Promise<void> {
  const { data } = await stripe.disputes.list({ limit: 6 })
  const dispute = data[from % Math.max(1, data.length)]?.id ?? ''
  const evidence = { uncategorized_text: text }
  await (
    text === 'close'
      ? stripe.disputes.close(dispute)
      : stripe.disputes.update(dispute, { evidence })
  ).catch(refused)
}

/** What a dispute has taken for good, or until it is decided. */
function takenBy({ status, evidence_details: details, ...dispute }: Stripe.Dispute): number {
  if (status.startsWith('warning_')) return 0
  const countered = details.submission_count * disputeCounteredFeePence
  return disputeReceivedFeePence + (status === 'won' ? 0 : dispute.amount + countered)
}

async function checkBooks({ stripe }: TestSandbox, accounts: string[]): Promise<void> {
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const transfers = await stripe.transfers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const payouts = await stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const disputes = await stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  for (const charge of charges) {
    const sent = transfers
      .filter(({ source_transaction }) => source_transaction === charge.id)
      .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
    expect(sent).toBeLessThanOrEqual(charge.paid ? charge.amount : 0)
    expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount)
  }
  const received = charges
    .filter(({ paid }) => paid)
    .reduce((sum, { amount: paid }) => sum + paid - cardFeePence(paid), 0)
  // One that waits for money has moved none.
  const made = refunds.filter((refund) => refund.balance_transaction !== null)
  const left = [...made, ...payouts].reduce((sum, { amount: pence }) => sum + pence, 0)
  const disputed = disputes.reduce((sum, dispute) => sum + takenBy(dispute), 0)
  const held: number[] = []
  for (const options of [{}, ...accounts.map((stripeAccount) => ({ stripeAccount }))]) {
    held.push(await checkBalance(stripe, options))
  }
  expect(held.reduce((sum, pence) => sum + pence, 0)).toBe(received - left - disputed)
  for (const pence of held.slice(1)) expect(pence).toBeGreaterThanOrEqual(0)
}

/** An account's balance is the sum of its balance transactions. Returns it. */
async function checkBalance(stripe: Stripe, options: Stripe.RequestOptions): Promise<number> {
  const { available, pending } = await stripe.balance.retrieve({}, options)
  const transactions = await stripe.balanceTransactions
    .list({ limit: 100 }, options)
    .autoPagingToArray({ limit: 10_000 })
  const sumOf = (status: string) =>
    transactions
      .filter((transaction) => transaction.status === status)
      .reduce((sum, { net }) => sum + net, 0)
  expect([available[0]?.amount, pending[0]?.amount]).toEqual([sumOf('available'), sumOf('pending')])
  return sumOf('available') + sumOf('pending')
}
