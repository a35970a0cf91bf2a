import { expect, test } from 'vitest'
import {
  cart,
  createAccount,
  createActiveAccount,
  createTestSandbox,
  payCart,
} from '../test-support/test-sandbox.ts'

const hundredPounds = cart(10_000)

test('a transfer from a charge succeeds before the money is available, and is available with it', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, {
    ...cart(920),
    payment_intent_data: { transfer_group: 'order_1' },
  })
  const transfer = await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
    metadata: { payout_id: 'p1' },
  })
  expect(transfer).toMatchObject({ amount: 500, destination, transfer_group: 'order_1' })
  const balance = () => sandbox.stripe.balance.retrieve({}, { stripeAccount: destination })
  await expect(balance()).resolves.toMatchObject({
    available: [{ amount: 0 }],
    pending: [{ amount: 500 }],
  })
  await sandbox.control('clock', { seconds: 2 * 24 * 3600 })
  await expect(balance()).resolves.toMatchObject({
    available: [{ amount: 500 }],
    pending: [{ amount: 0 }],
  })
})

test('without a source charge a transfer needs available money', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, hundredPounds)
  const transfer = { amount: 500, currency: 'gbp', destination }
  await expect(sandbox.stripe.transfers.create(transfer)).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  await payCart(sandbox, hundredPounds, '4000000000000077')
  await expect(sandbox.stripe.transfers.create(transfer)).resolves.toMatchObject({ amount: 500 })
})

test('all transfers from one charge together cannot exceed it', async () => {
  await using sandbox = await createTestSandbox()
  const [first, second] = [await createActiveAccount(sandbox), await createActiveAccount(sandbox)]
  const charge = await payCart(sandbox, cart(920))
  const from = { currency: 'gbp', source_transaction: charge.id }
  await sandbox.stripe.transfers.create({ ...from, amount: 500, destination: first })
  await expect(
    sandbox.stripe.transfers.create({ ...from, amount: 421, destination: second }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  await sandbox.stripe.transfers.create({ ...from, amount: 420, destination: second })
})

test('an account that is not active receives nothing, while another of the same order is paid', async () => {
  await using sandbox = await createTestSandbox()
  const unready = await createAccount(sandbox)
  const ready = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920))
  const transfer = { amount: 300, currency: 'gbp', source_transaction: charge.id }
  await expect(
    sandbox.stripe.transfers.create({ ...transfer, destination: unready.id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await sandbox.stripe.transfers.create({ ...transfer, destination: ready })
  await expect(
    sandbox.stripe.transfers.create({ ...transfer, destination: 'acct_unknown' }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'destination' })
})

test('a declined charge cannot be the source of a transfer', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920), '4000000000000002')
  await expect(
    sandbox.stripe.transfers.create({
      amount: 1,
      currency: 'gbp',
      destination,
      source_transaction: charge.id,
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'source_transaction' })
})

test('transfers are listed by their group and by their destination', async () => {
  await using sandbox = await createTestSandbox()
  const [first, second] = [await createActiveAccount(sandbox), await createActiveAccount(sandbox)]
  await payCart(sandbox, hundredPounds, '4000000000000077')
  for (const [destination, transfer_group] of [
    [first, 'order_1'],
    [second, 'order_1'],
    [second, 'order_2'],
  ] as const) {
    await sandbox.stripe.transfers.create({
      amount: 100,
      currency: 'gbp',
      destination,
      transfer_group,
    })
  }
  const count = async (filter: object) =>
    (await sandbox.stripe.transfers.list({ ...filter, limit: 100 })).data.length
  expect(await count({ transfer_group: 'order_1' })).toBe(2)
  expect(await count({ destination: second })).toBe(2)
  expect(await count({ destination: second, transfer_group: 'order_1' })).toBe(1)
})

test('a transfer is reversed in part, then the rest, never more', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, hundredPounds, '4000000000000077')
  const { id } = await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination,
  })
  await sandbox.stripe.transfers.createReversal(id, { amount: 200, metadata: { why: 'refund' } })
  await expect(sandbox.stripe.transfers.createReversal(id, { amount: 301 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await sandbox.stripe.transfers.createReversal(id)
  await expect(sandbox.stripe.transfers.retrieve(id)).resolves.toMatchObject({
    amount_reversed: 500,
    reversed: true,
    reversals: { data: [{ amount: 300 }, { amount: 200, metadata: { why: 'refund' } }] },
  })
  await expect(sandbox.stripe.transfers.createReversal(id)).rejects.toMatchObject({
    statusCode: 400,
  })
  const { data } = await sandbox.stripe.transfers.listReversals(id)
  expect(data.map(({ amount }) => amount)).toEqual([300, 200])
})

test('money the account has already paid out cannot be taken back', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, hundredPounds, '4000000000000077')
  const transfer = { amount: 500, currency: 'gbp', destination }
  const { id } = await sandbox.stripe.transfers.create(transfer)
  await sandbox.control('payout', { account: destination })
  await expect(sandbox.stripe.transfers.createReversal(id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  await sandbox.stripe.transfers.create(transfer)
  await expect(sandbox.stripe.transfers.createReversal(id)).resolves.toMatchObject({ amount: 500 })
})

test('a reversal takes what the account has, to the penny, and not what settles later', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const { transfers } = sandbox.stripe
  const destination = await createActiveAccount(sandbox)
  const settled = await transfers.create({ amount: 500, currency: 'gbp', destination })
  const charge = await payCart(sandbox, cart(920))
  const unsettled = await transfers.create({
    amount: 300,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  await sandbox.stripe.payouts.create(
    { amount: 200, currency: 'gbp' },
    { stripeAccount: destination },
  )
  const reverse = (id: string, amount: number) => transfers.createReversal(id, { amount })
  const insufficient = { statusCode: 400, code: 'balance_insufficient' }
  await expect(reverse(settled.id, 301)).rejects.toMatchObject(insufficient)
  await reverse(settled.id, 300)
  await expect(reverse(settled.id, 1)).rejects.toMatchObject(insufficient)
  await reverse(unsettled.id, 300)
  const { available, pending } = await sandbox.stripe.balance.retrieve(
    {},
    { stripeAccount: destination },
  )
  expect([available[0]?.amount, pending[0]?.amount]).toEqual([0, 0])
})

test('nothing is sent to a closed account, and nothing is taken back from it', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const { stripe } = sandbox
  const destination = await createActiveAccount(sandbox)
  const transfer = { amount: 500, currency: 'gbp', destination }
  const { id } = await stripe.transfers.create(transfer)
  await expect(stripe.v2.core.accounts.close(destination)).rejects.toMatchObject({
    code: 'balance_nonzero',
  })
  await sandbox.control('payout', { account: destination })
  await stripe.v2.core.accounts.close(destination)
  await expect(stripe.transfers.create(transfer)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'account_invalid',
  })
  await expect(stripe.transfers.retrieve(id)).resolves.toMatchObject({ amount_reversed: 0 })
})

test('the account sees a reversal as a refund of its payment', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const { balanceTransactions, charges, transfers } = sandbox.stripe
  const destination = await createActiveAccount(sandbox)
  const { id } = await transfers.create({ amount: 500, currency: 'gbp', destination })
  const reversal = await transfers.createReversal(id, { amount: 200 })
  const options = { stripeAccount: destination }
  const { data } = await balanceTransactions.list({ expand: ['data.source'] }, options)
  expect(data.map(({ type, net, source }) => [type, net, source])).toEqual([
    [
      'payment_refund',
      -200,
      expect.objectContaining({
        id: reversal.destination_payment_refund,
        object: 'refund',
        source_transfer_reversal: reversal.id,
      }),
    ],
    ['payment', 500, expect.objectContaining({ object: 'charge', source_transfer: id })],
  ])
  const [payment] = (await charges.list({}, options)).data
  expect(payment).toMatchObject({ amount: 500, amount_refunded: 200, refunded: false })
  const own = await balanceTransactions.list({ expand: ['data.source'] })
  expect(own.data.map(({ source }) => (typeof source === 'object' ? source?.object : ''))).toEqual([
    'transfer_reversal',
    'transfer',
    'topup',
  ])
})
