import { expect, test } from 'vitest'
import { idOf } from '../storage/ids.ts'
import {
  balanceOf,
  cart,
  createTestSandbox,
  payCart,
  secretKey,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const bankDecidesSeconds = 5

async function createDispute(sandbox: TestSandbox, card = '4000000000000259'): Promise<string> {
  const charge = await payCart(sandbox, cart(920), card)
  const [dispute] = (await sandbox.stripe.disputes.list({ charge: charge.id })).data
  return dispute?.id ?? ''
}

const pdfOf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

const upload = ({ stripe }: TestSandbox, name: string, data: Buffer) =>
  stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data, name, type: 'application/octet-stream' },
  })

const decide = (sandbox: TestSandbox) => sandbox.control('clock', { seconds: bankDecidesSeconds })

test.each([
  ['winning_evidence', 'won', -2000, ['charge.dispute.funds_reinstated', 'charge.dispute.closed']],
  ['losing_evidence', 'lost', -2920 - 2000, ['charge.dispute.closed']],
] as const)(
  'with the text %s a dispute is %s seconds after it was submitted; countering costs a fee, which only the winner gets back',
  async (text, outcome, available, events) => {
    await using sandbox = await createTestSandbox()
    const id = await createDispute(sandbox)
    const submitted = await sandbox.stripe.disputes.update(id, {
      evidence: { uncategorized_text: text },
    })
    expect(submitted).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: text },
      evidence_details: {
        has_evidence: true,
        past_due: false,
        submission_count: 1,
        submission_method: 'manual',
      },
    })
    await decide(sandbox)
    await expect(sandbox.stripe.disputes.retrieve(id)).resolves.toMatchObject({ status: outcome })
    expect(await balanceOf(sandbox)).toEqual([available, 886])
    const fees = await sandbox.stripe.balanceTransactions.list({ type: 'stripe_fee' })
    expect(fees.data.map(({ net }) => net)).toEqual(outcome === 'won' ? [2000, -2000] : [-2000])
    expect(fees.data[0]).toMatchObject({
      reporting_category: 'fee',
      source: null,
      description: expect.stringMatching(/^Card Dispute Countered Fee \(\d{4}-\d\d-\d\d\)$/),
    })
    await expect
      .poll(() => sandbox.webhooks.types().filter((type) => /dispute|charge\.updated/.test(type)))
      .toEqual([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.updated',
        'charge.updated',
        ...events,
      ])
  },
)

test('other evidence stays with the bank, past the deadline, until the control API decides', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const id = await createDispute(sandbox)
  await sandbox.stripe.disputes.update(id, { evidence: { product_description: 'A track' } })
  await sandbox.control('clock', { seconds: 60 * 24 * 3600 })
  const status = async () => (await sandbox.stripe.disputes.retrieve(id)).status
  expect(await status()).toBe('under_review')
  await sandbox.control('dispute-outcome', { dispute: id, outcome: 'won' })
  expect(await status()).toBe('won')
  expect(await balanceOf(sandbox)).toEqual([5000 + 886 - 2000, 0])
})

test('evidence is staged as a draft, changed, and submitted once', async () => {
  await using sandbox = await createTestSandbox()
  const { disputes } = sandbox.stripe
  const id = await createDispute(sandbox)
  const draft = await disputes.update(id, {
    evidence: { customer_name: 'Ada', access_activity_log: 'downloaded' },
    metadata: { by: 'admin' },
    submit: false,
  })
  expect(draft).toMatchObject({
    status: 'needs_response',
    metadata: { by: 'admin' },
    evidence: { customer_name: 'Ada', access_activity_log: 'downloaded' },
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  expect((await balanceOf(sandbox))[0]).toBe(-2920)
  await disputes.update(id, { evidence: { customer_name: '' }, submit: false })
  const submitted = await disputes.update(id, { submit: true })
  expect(submitted).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: null, access_activity_log: 'downloaded' },
    evidence_details: { submission_count: 1 },
  })
  await expect(
    disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'evidence' })
  await expect(disputes.update(id, { metadata: { by: '' } })).resolves.toMatchObject({
    metadata: {},
    evidence_details: { submission_count: 1 },
  })
  expect((await balanceOf(sandbox))[0]).toBe(-2920 - 2000)
})

test('metadata alone submits nothing', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createDispute(sandbox)
  await expect(
    sandbox.stripe.disputes.update(id, { metadata: { seen: 'yes' } }),
  ).resolves.toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: false, submission_count: 0 },
  })
})

test.each([
  ['a file that does not exist', { receipt: 'file_unknown' }, 'evidence[receipt]'],
  ['too long a text', { uncategorized_text: 'x'.repeat(20_001) }, 'evidence[uncategorized_text]'],
  [
    'too much in all',
    Object.fromEntries(
      [
        'access_activity_log',
        'cancellation_policy_disclosure',
        'cancellation_rebuttal',
        'duplicate_charge_explanation',
        'product_description',
        'refund_policy_disclosure',
        'refund_refusal_explanation',
        'uncategorized_text',
      ].map((field) => [field, 'x'.repeat(20_000)]),
    ),
    'evidence',
  ],
  ['an unknown field', { delivery: 'yes' }, 'evidence[delivery]'],
])('evidence with %s is refused', async (_case, evidence, param) => {
  await using sandbox = await createTestSandbox()
  const id = await createDispute(sandbox)
  await expect(sandbox.stripe.disputes.update(id, { evidence })).rejects.toMatchObject({
    statusCode: 400,
    param,
  })
  await expect(sandbox.stripe.disputes.retrieve(id)).resolves.toMatchObject({
    evidence_details: { has_evidence: false },
  })
})

test('evidence names uploaded files, which the dashboard shows and gives back as they were sent', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createDispute(sandbox)
  const receipt = await upload(sandbox, 'receipt.pdf', pdfOf('Paid by Ada'))
  const { evidence, charge } = await sandbox.stripe.disputes.update(id, {
    evidence: { receipt: receipt.id, uncategorized_text: 'See the receipt.' },
    expand: ['evidence.receipt'],
  })
  expect(evidence.receipt).toMatchObject({ id: receipt.id, filename: 'receipt.pdf', type: 'pdf' })
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const page = await fetch(`${sandbox.url}/dashboard/payments/${idOf(charge)}`, {
    headers: { authorization },
  })
  expect(await page.text()).toContain(`/dashboard/files/${receipt.id}`)
  const opened = await fetch(receipt.url ?? '', { headers: { authorization } })
  expect([opened.headers.get('content-type'), await opened.text()]).toEqual([
    'application/pdf',
    pdfOf('Paid by Ada').toString(),
  ])
  expect((await fetch(receipt.url ?? '')).status).toBe(401)
})

test('files of more than 4.5 MB together are refused as evidence, each of which alone is taken', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createDispute(sandbox)
  const halfBytes = 2.5 * 1024 * 1024
  const [receipt, service] = [
    await upload(sandbox, 'a.pdf', pdfOf('x'.repeat(halfBytes))),
    await upload(sandbox, 'b.pdf', pdfOf('y'.repeat(halfBytes))),
  ]
  const update = (evidence: object) =>
    sandbox.stripe.disputes.update(id, { evidence, submit: false })
  await expect(
    update({ receipt: receipt.id, service_documentation: service.id }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'evidence' })
  await expect(update({ receipt: receipt.id })).resolves.toMatchObject({
    evidence: { receipt: receipt.id, service_documentation: null },
  })
  // What was staged before counts with it.
  await expect(update({ service_documentation: service.id })).rejects.toMatchObject({
    param: 'evidence',
  })
  await expect(update({ receipt: '', service_documentation: service.id })).resolves.toMatchObject({
    evidence: { receipt: null, service_documentation: service.id },
  })
})

test('a closed dispute takes no evidence', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createDispute(sandbox)
  await sandbox.stripe.disputes.close(id)
  await expect(
    sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } }),
  ).rejects.toMatchObject({ statusCode: 400, message: 'This dispute is already closed' })
})
