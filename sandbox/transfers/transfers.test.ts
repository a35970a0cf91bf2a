import { expect, test } from 'vitest'
import { cart, openAccount, openReadyAccount, openScene, payCart } from '../sandbox-scene.ts'

const hundredPounds = cart(10_000)

test('a transfer from a charge succeeds before the money is available, and lands with it', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  const charge = await payCart(scene, {
    ...cart(920),
    payment_intent_data: { transfer_group: 'order_1' },
  })
  const transfer = await scene.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
    metadata: { payout_id: 'p1' },
  })
  expect(transfer).toMatchObject({ amount: 500, destination, transfer_group: 'order_1' })
  const balance = () => scene.stripe.balance.retrieve({}, { stripeAccount: destination })
  await expect(balance()).resolves.toMatchObject({
    available: [{ amount: 0 }],
    pending: [{ amount: 500 }],
  })
  await scene.control('clock', { seconds: 2 * 24 * 3600 })
  await expect(balance()).resolves.toMatchObject({
    available: [{ amount: 500 }],
    pending: [{ amount: 0 }],
  })
})

test('without a source charge a transfer needs available money', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  await payCart(scene, hundredPounds)
  const transfer = { amount: 500, currency: 'gbp', destination }
  await expect(scene.stripe.transfers.create(transfer)).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  await payCart(scene, hundredPounds, '4000000000000077')
  await expect(scene.stripe.transfers.create(transfer)).resolves.toMatchObject({ amount: 500 })
})

test('all transfers from one charge together cannot exceed it', async () => {
  await using scene = await openScene()
  const [first, second] = [await openReadyAccount(scene), await openReadyAccount(scene)]
  const charge = await payCart(scene, cart(920))
  const from = { currency: 'gbp', source_transaction: charge.id }
  await scene.stripe.transfers.create({ ...from, amount: 500, destination: first })
  await expect(
    scene.stripe.transfers.create({ ...from, amount: 421, destination: second }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  await scene.stripe.transfers.create({ ...from, amount: 420, destination: second })
})

test('an account that is not ready gets nothing, while another of the same order is paid', async () => {
  await using scene = await openScene()
  const unready = await openAccount(scene)
  const ready = await openReadyAccount(scene)
  const charge = await payCart(scene, cart(920))
  const transfer = { amount: 300, currency: 'gbp', source_transaction: charge.id }
  await expect(
    scene.stripe.transfers.create({ ...transfer, destination: unready.id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await scene.stripe.transfers.create({ ...transfer, destination: ready })
  await expect(
    scene.stripe.transfers.create({ ...transfer, destination: 'acct_unknown' }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'destination' })
})

test('a declined charge is no source of money', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  const charge = await payCart(scene, cart(920), '4000000000000002')
  await expect(
    scene.stripe.transfers.create({
      amount: 1,
      currency: 'gbp',
      destination,
      source_transaction: charge.id,
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'source_transaction' })
})

test('transfers are found by their group and by their destination', async () => {
  await using scene = await openScene()
  const [first, second] = [await openReadyAccount(scene), await openReadyAccount(scene)]
  await payCart(scene, hundredPounds, '4000000000000077')
  for (const [destination, transfer_group] of [
    [first, 'order_1'],
    [second, 'order_1'],
    [second, 'order_2'],
  ] as const) {
    await scene.stripe.transfers.create({
      amount: 100,
      currency: 'gbp',
      destination,
      transfer_group,
    })
  }
  const count = async (filter: object) =>
    (await scene.stripe.transfers.list({ ...filter, limit: 100 })).data.length
  expect(await count({ transfer_group: 'order_1' })).toBe(2)
  expect(await count({ destination: second })).toBe(2)
  expect(await count({ destination: second, transfer_group: 'order_1' })).toBe(1)
})

test('a transfer is reversed in part, then the rest, never more', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  await payCart(scene, hundredPounds, '4000000000000077')
  const { id } = await scene.stripe.transfers.create({ amount: 500, currency: 'gbp', destination })
  await scene.stripe.transfers.createReversal(id, { amount: 200, metadata: { why: 'refund' } })
  await expect(scene.stripe.transfers.createReversal(id, { amount: 301 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await scene.stripe.transfers.createReversal(id)
  await expect(scene.stripe.transfers.retrieve(id)).resolves.toMatchObject({
    amount_reversed: 500,
    reversed: true,
    reversals: { data: [{ amount: 300 }, { amount: 200, metadata: { why: 'refund' } }] },
  })
  await expect(scene.stripe.transfers.createReversal(id)).rejects.toMatchObject({ statusCode: 400 })
  const { data } = await scene.stripe.transfers.listReversals(id)
  expect(data.map(({ amount }) => amount)).toEqual([300, 200])
})

test('money the account has already paid out cannot be taken back', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  await payCart(scene, hundredPounds, '4000000000000077')
  const transfer = { amount: 500, currency: 'gbp', destination }
  const { id } = await scene.stripe.transfers.create(transfer)
  await scene.control('payout', { account: destination })
  await expect(scene.stripe.transfers.createReversal(id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  await scene.stripe.transfers.create(transfer)
  await expect(scene.stripe.transfers.createReversal(id)).resolves.toMatchObject({ amount: 500 })
})
