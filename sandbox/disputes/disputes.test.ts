import { expect, test } from 'vitest'
import { idOf } from '../storage/ids.ts'
import {
  balanceOf,
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600
const fraudulentCard = '4000000000000259'
const notReceivedCard = '4000000000002685'
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })

async function disputeOf({ stripe }: TestSandbox, charge: string) {
  const [dispute] = (await stripe.disputes.list({ charge })).data
  if (!dispute) throw new Error(`The charge ${charge} is not disputed.`)
  return dispute
}

async function payDisputed(sandbox: TestSandbox, card = fraudulentCard) {
  const charge = await payCart(sandbox, cart(920), card)
  return { charge, dispute: await disputeOf(sandbox, charge.id) }
}

async function forceDispute(sandbox: TestSandbox, charge: string, amountPence?: number) {
  const { dispute } = (await sandbox.control('dispute', { charge, amountPence })) as {
    dispute: string
  }
  return dispute
}

const disputeEvents = ({ webhooks }: TestSandbox) =>
  webhooks.types().filter((type) => /dispute|charge\.updated/.test(type))

test.each([
  [fraudulentCard, 'fraudulent', '10.4'],
  [notReceivedCard, 'product_not_received', '13.1'],
])(
  'the card %s is disputed as %s, and takes amount and fee at once',
  async (card, reason, code) => {
    await using sandbox = await createTestSandbox()
    const { charge, dispute } = await payDisputed(sandbox, card)
    expect(dispute).toMatchObject({
      amount: 920,
      payment_intent: idOf(charge.payment_intent),
      reason,
      status: 'needs_response',
      is_charge_refundable: false,
      payment_method_details: { card: { case_type: 'chargeback', network_reason_code: code } },
    })
    expect(charge).toMatchObject({ disputed: true, refunded: false, amount_refunded: 0 })
    const [withdrawal, ...others] = dispute.balance_transactions
    expect(withdrawal).toMatchObject({
      type: 'adjustment',
      reporting_category: 'dispute',
      amount: -920,
      fee: 2000,
      net: -2920,
      fee_details: [{ amount: 2000, type: 'stripe_fee' }],
      source: dispute.id,
      status: 'available',
      description: `Chargeback withdrawal for ${charge.id}`,
    })
    expect(others).toEqual([])
    expect(await balanceOf(sandbox)).toEqual([-2920, 886])
    await expect
      .poll(() => sandbox.webhooks.types())
      .toEqual([
        'payment_intent.created',
        'charge.succeeded',
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'payment_intent.succeeded',
        'checkout.session.completed',
      ])
  },
)

test('a disputed payment cannot be refunded, neither while the dispute is open nor after it is lost', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '10000' })
  const { charge, dispute } = await payDisputed(sandbox)
  const refund = () => sandbox.stripe.refunds.create({ charge: charge.id, amount: 100 })
  const disputed = { statusCode: 400, code: 'charge_disputed' }
  await expect(refund()).rejects.toMatchObject(disputed)
  await sandbox.control('dispute-outcome', { dispute: dispute.id, outcome: 'lost' })
  await expect(refund()).rejects.toMatchObject(disputed)
  expect((await sandbox.stripe.refunds.list({ charge: charge.id })).data).toEqual([])
})

test('a won dispute gives the amount back, without the fee, and the payment can be refunded again', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '10000' })
  const { charge, dispute } = await payDisputed(sandbox)
  await sandbox.control('dispute-outcome', { dispute: dispute.id, outcome: 'won' })
  const won = await sandbox.stripe.disputes.retrieve(dispute.id)
  expect(won).toMatchObject({ status: 'won', is_charge_refundable: true })
  expect(won.balance_transactions.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
    [-920, 2000, -2920],
    [920, 0, 920],
  ])
  expect(won.balance_transactions[1]).toMatchObject({
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    description: `Chargeback reversal for ${charge.id}`,
  })
  expect(await balanceOf(sandbox)).toEqual([10_000 - 2000, 886])
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 100 })
  await expect(sandbox.stripe.charges.retrieve(charge.id)).resolves.toMatchObject({
    disputed: true,
    amount_refunded: 100,
  })
  await expect
    .poll(() => disputeEvents(sandbox))
    .toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
})

test('a lost dispute gives nothing back, and is decided once, unless the bank changes its mind', async () => {
  await using sandbox = await createTestSandbox()
  const { dispute } = await payDisputed(sandbox)
  const decide = (outcome: string) =>
    sandbox.control('dispute-outcome', { dispute: dispute.id, outcome })
  await decide('lost')
  expect(await balanceOf(sandbox)).toEqual([-2920, 886])
  await expect(decide('lost')).rejects.toThrow('can end so')
  await expect(decide('warning_closed')).rejects.toThrow('can end so')
  await decide('won')
  await expect(decide('won')).rejects.toThrow('can end so')
  expect(await balanceOf(sandbox)).toEqual([-2000, 886])
})

test('without evidence a dispute is lost once its deadline has passed', async () => {
  await using sandbox = await createTestSandbox()
  const { dispute } = await payDisputed(sandbox)
  const dueBy = dispute.evidence_details.due_by ?? 0
  expect(dueBy).toBe(dispute.created - (dispute.created % day) + 9 * day - 1)
  const status = async () => (await sandbox.stripe.disputes.retrieve(dispute.id)).status
  const { now } = (await pass(sandbox, 0)) as { now: number }
  await pass(sandbox, dueBy - now - 60)
  expect(await status()).toBe('needs_response')
  await pass(sandbox, 61)
  expect(await status()).toBe('lost')
  await expect.poll(() => disputeEvents(sandbox)).toContain('charge.dispute.closed')
})

test('accepting a dispute loses it at once, and only once', async () => {
  await using sandbox = await createTestSandbox()
  const { dispute } = await payDisputed(sandbox)
  await expect(sandbox.stripe.disputes.close(dispute.id)).resolves.toMatchObject({
    status: 'lost',
    is_charge_refundable: false,
  })
  await expect(sandbox.stripe.disputes.close(dispute.id)).rejects.toMatchObject({
    statusCode: 400,
    message: 'This dispute is already closed',
  })
  await expect
    .poll(() => disputeEvents(sandbox))
    .toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.updated',
    ])
})

test('what is left of a partly refunded payment is disputed and lost', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 350 })
  const dispute = await forceDispute(sandbox, charge.id)
  await expect(sandbox.stripe.disputes.retrieve(dispute)).resolves.toMatchObject({ amount: 570 })
  await sandbox.control('dispute-outcome', { dispute, outcome: 'lost' })
  expect(await balanceOf(sandbox)).toEqual([-2570, 886 - 350])
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('a card holder may dispute a part, or the whole of a partly refunded payment; nothing that was refunded wholly', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  const part = await forceDispute(sandbox, charge.id, 350)
  await expect(forceDispute(sandbox, charge.id)).rejects.toThrow('No charge')
  await sandbox.control('dispute-outcome', { dispute: part, outcome: 'won' })
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 350 })
  const whole = await forceDispute(sandbox, charge.id, 920)
  const { data } = await sandbox.stripe.disputes.list({ charge: charge.id })
  expect(data.map(({ id, amount }) => [id, amount])).toEqual([
    [whole, 920],
    [part, 350],
  ])
  const refunded = await payCart(sandbox, cart(570), '4000000000000077')
  await sandbox.control('topup', { pence: 10_000 })
  await sandbox.stripe.refunds.create({ charge: refunded.id })
  await expect(forceDispute(sandbox, refunded.id)).rejects.toThrow('No charge')
})

test.each([
  ['waits for money', '4242424242424242', 0],
  ['is on its way', '4000000000007726', 5000],
])('a refund that %s fails when its payment is disputed', async (_case, card, toppedUp) => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: String(toppedUp) })
  const charge = await payCart(sandbox, cart(920), card)
  const refund = await sandbox.stripe.refunds.create({ charge: charge.id })
  expect(refund.status).toBe('pending')
  await forceDispute(sandbox, charge.id)
  await expect(sandbox.stripe.refunds.retrieve(refund.id)).resolves.toMatchObject({
    status: 'failed',
    failure_reason: 'charge_for_pending_refund_disputed',
  })
  await expect(sandbox.stripe.charges.retrieve(charge.id)).resolves.toMatchObject({
    amount_refunded: 0,
    refunded: false,
    disputed: true,
  })
  const [available = 0, pending = 0] = await balanceOf(sandbox)
  expect(available + pending).toBe(toppedUp + 886 - 2920)
  await expect.poll(() => sandbox.webhooks.types()).toContain('refund.failed')
})

test('a dispute leaves the transfers of its payment as they are', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920))
  const transfer = await sandbox.stripe.transfers.create({
    amount: 800,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  await forceDispute(sandbox, charge.id)
  await expect(sandbox.stripe.transfers.retrieve(transfer.id)).resolves.toMatchObject({
    amount_reversed: 0,
  })
  expect(await balanceOf(sandbox, destination)).toEqual([0, 800])
})

test('disputes are listed by payment and time, with their charge when it is asked for', async () => {
  await using sandbox = await createTestSandbox()
  const { charge, dispute } = await payDisputed(sandbox)
  await pass(sandbox, 3600)
  const later = await payDisputed(sandbox)
  const { stripe } = sandbox
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  const payment_intent = idOf(charge.payment_intent)
  expect(idsOf(await stripe.disputes.list({ payment_intent }))).toEqual([dispute.id])
  const created = { gt: dispute.created }
  expect(idsOf(await stripe.disputes.list({ created }))).toEqual([later.dispute.id])
  const page = await stripe.disputes.list({ starting_after: later.dispute.id, limit: 1 })
  expect([idsOf(page), page.has_more]).toEqual([[dispute.id], false])
  const expanded = await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })
  expect(expanded.charge).toMatchObject({ object: 'charge', disputed: true })
  await expect(stripe.disputes.retrieve('du_unknown')).rejects.toMatchObject({ statusCode: 404 })
})

test('the balance transactions of a dispute name it, and are not found by its id', async () => {
  await using sandbox = await createTestSandbox()
  const { dispute } = await payDisputed(sandbox)
  const { balanceTransactions } = sandbox.stripe
  const [withdrawal] = (
    await balanceTransactions.list({ type: 'adjustment', expand: ['data.source'] })
  ).data
  expect(withdrawal?.source).toMatchObject({ id: dispute.id, object: 'dispute' })
  expect((await balanceTransactions.list({ source: dispute.id })).data).toEqual([])
})
