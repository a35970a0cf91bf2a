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
import { bankBehaviours, type BankBehaviour } from '../storage/stored-kinds.ts'
import { disputeCounteredFeePence, disputeReceivedFeePence } from './price-list.ts'

type Step =
  | { do: 'pay'; amount: number; card: string }
  | { do: 'transfer' | 'refund' | 'reverse'; amount: number; from: number; to: number }
  | { do: 'dispute'; from: number; isInquiry: boolean }
  | { do: 'answer'; from: number; text: string }
  | { do: 'adjust'; to: number; pence: number }
  | { do: 'bank'; to: number; behaviour: BankBehaviour }
  | { do: 'cancel' }
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
  fc.record({
    do: fc.constant('adjust' as const),
    to: choice,
    pence: fc.integer({ min: -1500, max: 500 }),
  }),
  fc.record({
    do: fc.constant('bank' as const),
    to: choice,
    behaviour: fc.constantFrom(...bankBehaviours),
  }),
  fc.record({ do: fc.constant('cancel' as const) }),
)

// All balances together must equal what has come in, less fees, refunds, disputes and what has left to the banks.
test('whatever is paid, transferred, refunded, disputed, reversed and paid out, every penny is accounted for', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('platform', { missing: ['account_payouts'] })
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
  if (next.do === 'cancel') {
    const [payout] = (await stripe.payouts.list({ limit: 1 })).data
    await stripe.payouts.cancel(payout?.id ?? '').catch(refused)
    return
  }
  if (next.do === 'adjust' || next.do === 'bank') {
    const account = accounts[next.to % (accounts.length + 1)]
    const body = account === undefined ? {} : { account }
    const { pence, behaviour } = { pence: undefined, behaviour: undefined, ...next }
    await sandbox.control(next.do === 'bank' ? 'bank' : 'adjustment', { ...body, pence, behaviour })
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
  const refunded = made.reduce((sum, { amount: pence }) => sum + pence, 0)
  const disputed = disputes.reduce((sum, dispute) => sum + takenBy(dispute), 0)
  const books: Books[] = []
  for (const options of [{}, ...accounts.map((stripeAccount) => ({ stripeAccount }))]) {
    books.push(await readBooks(stripe, options))
  }
  const total = (of: (book: Books) => number) => books.reduce((sum, book) => sum + of(book), 0)
  const inBalances = total((book) => book.availablePence + book.pendingPence + book.reservedPence)
  expect(inBalances).toBe(
    received + total((book) => book.otherPence - book.paidOutPence) - refunded - disputed,
  )
  const owed = books.slice(1).reduce((sum, book) => sum + Math.min(0, book.availablePence), 0)
  expect(books[0]?.reservedPence).toBe(0 - owed)
}

interface Books {
  availablePence: number
  pendingPence: number
  reservedPence: number
  /** To the bank, less what banks were debited. */
  paidOutPence: number
  /** What the provider gave or took: adjustments, and fees for accounts. */
  otherPence: number
}

/** An account's balance is the sum of its balance transactions, and a payout's money is where its status says. */
async function readBooks(stripe: Stripe, options: Stripe.RequestOptions): Promise<Books> {
  const balance = await stripe.balance.retrieve({}, options)
  const transactions = await stripe.balanceTransactions
    .list({ limit: 100 }, options)
    .autoPagingToArray({ limit: 10_000 })
  const payouts = await stripe.payouts
    .list({ limit: 100 }, options)
    .autoPagingToArray({ limit: 1000 })
  const sumOf = (isCounted: (transaction: Stripe.BalanceTransaction) => boolean) =>
    transactions.filter(isCounted).reduce((sum, { net }) => sum + net, 0)
  const availablePence = balance.available[0]?.amount ?? 0
  const pendingPence = balance.pending[0]?.amount ?? 0
  expect([availablePence, pendingPence]).toEqual([
    sumOf(({ status }) => status === 'available'),
    sumOf(({ status }) => status === 'pending'),
  ])
  const paidOutPence = payouts
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount: pence }) => sum + pence, 0)
  expect(0 - sumOf(({ type }) => type.startsWith('payout'))).toBe(paidOutPence)
  await checkContents(stripe, options, payouts)
  return {
    availablePence,
    pendingPence,
    reservedPence: balance.connect_reserved?.[0]?.amount ?? 0,
    paidOutPence,
    otherPence: sumOf(
      ({ reporting_category: category, description }) =>
        category === 'other_adjustment' || description?.startsWith('Connect (') === true,
    ),
  }
}

/** What an automatic payout takes to the bank is its amount. */
async function checkContents(
  stripe: Stripe,
  options: Stripe.RequestOptions,
  payouts: Stripe.Payout[],
): Promise<void> {
  for (const { id, reconciliation_status: status } of payouts.slice(0, 5)) {
    if (status !== 'completed') continue
    const contents = await stripe.balanceTransactions
      .list({ payout: id, limit: 100 }, options)
      .autoPagingToArray({ limit: 1000 })
    expect(contents.reduce((sum, { net }) => sum + net, 0)).toBe(0)
  }
}
