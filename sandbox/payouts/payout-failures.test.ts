import { expect, test } from 'vitest'
import { setupStepForms } from '../accounts/setup-steps.ts'
import {
  balanceOf,
  cart,
  createAccountLink,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })

async function createPaidAccount(sandbox: TestSandbox, behaviour: string): Promise<string> {
  const destination = await createActiveAccount(sandbox)
  await sandbox.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'daily' } } } },
    { stripeAccount: destination },
  )
  await sandbox.control('bank', { account: destination, behaviour })
  await sandbox.control('topup', { pence: 500 })
  await sandbox.stripe.transfers.create({ amount: 500, currency: 'gbp', destination })
  return destination
}

const payout = { amount: 500, currency: 'gbp' } as const

function readiness({ stripe }: TestSandbox, id: string) {
  return stripe.v2.core.accounts.retrieve(id, {
    include: ['configuration.recipient', 'requirements'],
  })
}

const payoutEvents = ({ webhooks }: TestSandbox) =>
  webhooks.types().filter((type) => type.startsWith('payout.'))

test.each([
  ['no_account', 'no_account'],
  ['account_closed', 'account_closed'],
])(
  'a payout to a bank account with %s fails, and its money comes back',
  async (behaviour, code) => {
    await using sandbox = await createTestSandbox()
    const account = await createPaidAccount(sandbox, behaviour)
    const options = { stripeAccount: account }
    const { id } = await sandbox.stripe.payouts.create(payout, options)
    expect(await balanceOf(sandbox, account)).toEqual([0, 0])
    await pass(sandbox, day)
    const failed = await sandbox.stripe.payouts.retrieve(id, {}, options)
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_message: expect.stringMatching(/\w/),
    })
    const [returned] = (
      await sandbox.stripe.balanceTransactions.list({ type: 'payout_failure' }, options)
    ).data
    expect(returned).toMatchObject({
      id: failed.failure_balance_transaction,
      amount: 500,
      description: 'REFUND FOR PAYOUT (STRIPE PAYOUT)',
      reporting_category: 'payout_reversal',
      source: id,
      status: 'available',
    })
    await expect
      .poll(() => payoutEvents(sandbox))
      .toEqual(['payout.created', 'payout.updated', 'payout.failed'])
  },
)

test('after a failed payout nothing is paid to that bank, until its holder has entered another', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createPaidAccount(sandbox, 'account_closed')
  const options = { stripeAccount: account }
  await pass(sandbox, 4 * day)
  const [failed, ...others] = (await sandbox.stripe.payouts.list({}, options)).data
  expect([failed?.status, others]).toEqual(['failed', []])
  expect(await balanceOf(sandbox, account)).toEqual([500, 0])
  await expect(sandbox.stripe.payouts.create(payout, options)).rejects.toMatchObject({
    code: 'payouts_not_allowed',
  })
  expect(await readiness(sandbox, account)).toMatchObject({
    configuration: {
      recipient: {
        capabilities: {
          stripe_balance: {
            payouts: { status: 'restricted' },
            stripe_transfers: { status: 'active' },
          },
        },
      },
    },
    requirements: {
      entries: [
        {
          description: 'configuration.recipient.default_outbound_destination',
          errors: [{ code: 'invalid_value_other' }],
          impact: { restricts_capabilities: [{ capability: 'stripe_balance.payouts' }] },
        },
      ],
    },
  })
  await expect
    .poll(() => sandbox.webhooks.types())
    .toEqual(
      expect.arrayContaining([
        'v2.core.account[configuration.recipient].capability_status_updated',
        'v2.core.account[requirements].updated',
      ]),
    )
  await enterBank(sandbox, account, setupStepForms.bank.testValues['accountNumber'] ?? '')
  expect((await readiness(sandbox, account)).requirements?.entries).toEqual([])
  // Once for the bank of this test, once for the other.
  const changed = 'v2.core.account[configuration.recipient].updated'
  await expect
    .poll(() => sandbox.webhooks.types().filter((type) => type === changed))
    .toHaveLength(2)
  await pass(sandbox, 2 * day)
  const [paid] = (await sandbox.stripe.payouts.list({}, options)).data
  expect(paid).toMatchObject({ amount: 500, automatic: true })
  expect(paid?.status).not.toBe('failed')
})

/** On the hosted page, which begins with the bank. */
async function enterBank(
  sandbox: TestSandbox,
  account: string,
  accountNumber: string,
): Promise<void> {
  const link = await createAccountLink(sandbox, account)
  const page = (await fetch(link.url, { redirect: 'manual' })).headers.get('location') ?? ''
  expect(page).toMatch(/\/bank$/)
  const body = new URLSearchParams({ sortCode: '10-88-00', accountNumber })
  expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

test('a bank returns a payout days after it was paid', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createPaidAccount(sandbox, 'returns')
  const options = { stripeAccount: account }
  const { id } = await sandbox.stripe.payouts.create(payout, options)
  const status = async () => (await sandbox.stripe.payouts.retrieve(id, {}, options)).status
  await pass(sandbox, day)
  expect([await status(), await balanceOf(sandbox, account)]).toEqual(['paid', [0, 0]])
  await pass(sandbox, 3 * day)
  expect([await status(), await balanceOf(sandbox, account)]).toEqual(['failed', [500, 0]])
  await expect
    .poll(() => payoutEvents(sandbox))
    .toEqual(['payout.created', 'payout.updated', 'payout.paid', 'payout.failed'])
})

test('the holder of an account may enter a test bank to which payouts fail', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createPaidAccount(sandbox, 'works')
  await sandbox.control('requirements', { account, missing: ['bank'] })
  await enterBank(sandbox, account, '00111116')
  await sandbox.stripe.payouts.create(payout, { stripeAccount: account })
  await pass(sandbox, day)
  const [failed] = (await sandbox.stripe.payouts.list({}, { stripeAccount: account })).data
  expect(failed?.failure_code).toBe('no_account')
})

test('the money of a failed payout is in the next one, and both add up', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createPaidAccount(sandbox, 'account_closed')
  const options = { stripeAccount: account }
  await pass(sandbox, 3 * day)
  await sandbox.control('bank', { account, behaviour: 'works' })
  await pass(sandbox, 2 * day)
  const { data } = await sandbox.stripe.payouts.list({}, options)
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([
    [500, expect.stringMatching(/in_transit|paid/)],
    [500, 'failed'],
  ])
  for (const { id } of data) {
    const contents = await sandbox.stripe.balanceTransactions.list({ payout: id }, options)
    expect(contents.data.reduce((sum, { net }) => sum + net, 0)).toBe(0)
  }
})

test('a payout of the platform fails, too; the platform has no page, so the control API mends it', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('bank', { behaviour: 'account_closed' })
  await payCart(sandbox, cart(920), '4000000000000077')
  await sandbox.stripe.payouts.create(payout)
  await pass(sandbox, day)
  expect(await balanceOf(sandbox)).toEqual([886, 0])
  await expect(sandbox.stripe.payouts.create(payout)).rejects.toMatchObject({
    code: 'payouts_not_allowed',
  })
  await sandbox.control('bank', { behaviour: 'works' })
  await sandbox.stripe.payouts.create(payout)
  await expect(sandbox.control('bank', { account: 'acct_x', behaviour: 'works' })).rejects.toThrow(
    'No bank',
  )
})
