import { expect, test } from 'vitest'
import {
  balanceOf,
  cart,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600

async function createInquiry(sandbox: TestSandbox) {
  const charge = await payCart(sandbox, cart(920), '4000000000001976')
  const [inquiry] = (await sandbox.stripe.disputes.list({ charge: charge.id })).data
  if (!inquiry) throw new Error('The bank did not ask.')
  return { charge, inquiry }
}

const answer = (sandbox: TestSandbox, id: string, uncategorized_text: string) =>
  sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text } })

test('an inquiry moves no money and stops no refund', async () => {
  await using sandbox = await createTestSandbox()
  const { charge, inquiry } = await createInquiry(sandbox)
  expect(inquiry).toMatchObject({
    status: 'warning_needs_response',
    balance_transactions: [],
    is_charge_refundable: true,
    payment_method_details: { card: { case_type: 'inquiry' } },
  })
  expect(await balanceOf(sandbox)).toEqual([0, 886])
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 100 })
  await expect
    .poll(() => sandbox.webhooks.types().filter((type) => type.includes('dispute')))
    .toEqual(['charge.dispute.created'])
})

test('an inquiry that does not become a dispute is closed after 120 days, answered or not', async () => {
  await using sandbox = await createTestSandbox()
  const open = (await createInquiry(sandbox)).inquiry
  const answered = (await createInquiry(sandbox)).inquiry
  const submitted = await answer(sandbox, answered.id, 'It was sung.')
  expect(submitted.status).toBe('warning_under_review')
  const statuses = async () =>
    (await sandbox.stripe.disputes.list()).data.map(({ status }) => status)
  await sandbox.control('clock', { seconds: 119 * day })
  expect(await statuses()).toEqual(['warning_under_review', 'warning_needs_response'])
  await sandbox.control('clock', { seconds: day })
  expect(await statuses()).toEqual(['warning_closed', 'warning_closed'])
  expect(await balanceOf(sandbox)).toEqual([2 * 886, 0])
  await expect(answer(sandbox, open.id, 'Late')).rejects.toMatchObject({ statusCode: 400 })
})

test.each(['winning_evidence', 'losing_evidence'])(
  'with the text %s the bank closes its inquiry, and no money moves',
  async (text) => {
    await using sandbox = await createTestSandbox()
    const { inquiry } = await createInquiry(sandbox)
    await answer(sandbox, inquiry.id, text)
    await sandbox.control('clock', { seconds: 5 })
    await expect(sandbox.stripe.disputes.retrieve(inquiry.id)).resolves.toMatchObject({
      status: 'warning_closed',
      balance_transactions: [],
    })
    expect(await balanceOf(sandbox)).toEqual([0, 886])
  },
)

test('an inquiry that is escalated is a dispute: it takes amount and fee, has a new deadline, and stops refunds', async () => {
  await using sandbox = await createTestSandbox()
  const { charge, inquiry } = await createInquiry(sandbox)
  await sandbox.control('clock', { seconds: 30 * day })
  await answer(sandbox, inquiry.id, 'escalate_inquiry_evidence')
  await sandbox.control('clock', { seconds: 5 })
  const dispute = await sandbox.stripe.disputes.retrieve(inquiry.id)
  expect(dispute).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { card: { case_type: 'chargeback' } },
    evidence_details: { has_evidence: false, submission_count: 0 },
  })
  expect(dispute.evidence_details.due_by).toBeGreaterThan(inquiry.created + 37 * day)
  expect(dispute.balance_transactions.map(({ net }) => net)).toEqual([-2920])
  await expect(
    sandbox.stripe.refunds.create({ charge: charge.id, amount: 100 }),
  ).rejects.toMatchObject({ code: 'charge_disputed' })
  await answer(sandbox, inquiry.id, 'winning_evidence')
  await sandbox.control('clock', { seconds: 5 })
  expect(await balanceOf(sandbox)).toEqual([886 - 2000, 0])
  await expect
    .poll(() => sandbox.webhooks.types().filter((type) => type.includes('dispute')))
    .toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
})

test('a payment that was refunded wholly does not become a dispute', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const { charge, inquiry } = await createInquiry(sandbox)
  await sandbox.stripe.refunds.create({ charge: charge.id })
  await expect(
    sandbox.control('dispute-outcome', { dispute: inquiry.id, outcome: 'escalated' }),
  ).rejects.toThrow('can end so')
  await answer(sandbox, inquiry.id, 'escalate_inquiry_evidence')
  await sandbox.control('clock', { seconds: 5 })
  await expect(sandbox.stripe.disputes.retrieve(inquiry.id)).resolves.toMatchObject({
    status: 'warning_closed',
  })
})

test('the control API opens an inquiry, escalates it, and closes another', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  const open = async () =>
    (
      (await sandbox.control('dispute', { charge: charge.id, inquiry: true })) as {
        dispute: string
      }
    ).dispute
  const decide = (dispute: string, outcome: string) =>
    sandbox.control('dispute-outcome', { dispute, outcome })
  const first = await open()
  await expect(decide(first, 'won')).rejects.toThrow('can end so')
  await decide(first, 'warning_closed')
  const second = await open()
  await decide(second, 'escalated')
  expect(await balanceOf(sandbox)).toEqual([-2920, 886])
  await expect(decide(second, 'escalated')).rejects.toThrow('can end so')
  await decide(second, 'won')
  expect(await balanceOf(sandbox)).toEqual([-2000, 886])
})
