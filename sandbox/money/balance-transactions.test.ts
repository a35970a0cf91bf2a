import { expect, test } from 'vitest'
import {
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const hour = 3600
const atOnceCard = '4000000000000077'

/** Four hours with a charge, a refund, a transfer and a payout in each. Returns the moments between them. */
async function createHistory(sandbox: TestSandbox): Promise<number[]> {
  const { stripe } = sandbox
  const destination = await createActiveAccount(sandbox)
  const between: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const { now } = (await sandbox.control('clock', { seconds: hour })) as { now: number }
    between.push(now)
    const charge = await payCart(sandbox, cart(2000), atOnceCard)
    await stripe.refunds.create({ charge: charge.id, amount: 100 })
    await stripe.transfers.create({ amount: 500, currency: 'gbp', destination })
    await stripe.payouts.create({ amount: 100, currency: 'gbp' })
    await sandbox.control('clock', { seconds: hour })
  }
  return between
}

test('balance transactions are filtered by time, type and source, alone and together', async () => {
  await using sandbox = await createTestSandbox()
  const { balanceTransactions, charges } = sandbox.stripe
  const [, second = 0, third = 0] = await createHistory(sandbox)
  const created = { gte: second, lt: third }
  const typesOf = async (params: Parameters<typeof balanceTransactions.list>[0]) =>
    (await balanceTransactions.list(params)).data.map(({ type }) => type)
  expect(await typesOf({ created })).toEqual(['payout', 'transfer', 'refund', 'charge'])
  expect(await typesOf({ created, type: 'refund' })).toEqual(['refund'])
  expect(await typesOf({ type: 'transfer' })).toHaveLength(4)
  const [charge] = (await charges.list({ created })).data
  expect(await typesOf({ source: charge?.id ?? '' })).toEqual(['charge'])
  expect(await typesOf({ source: charge?.id ?? '', created: { lt: second } })).toEqual([])
  expect(await typesOf({ currency: 'eur' })).toEqual([])
})

test('every list of a time is read page by page, in both directions, without a gap or a repetition', async () => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  const [, since = 0, , until = 0] = await createHistory(sandbox)
  for (const { id } of (await stripe.charges.list()).data) {
    await sandbox.control('dispute', { charge: id })
  }
  const created = { gte: since, lt: until }
  const lists = {
    balanceTransactions: stripe.balanceTransactions,
    charges: stripe.charges,
    refunds: stripe.refunds,
    transfers: stripe.transfers,
    payouts: stripe.payouts,
  }
  for (const [name, resource] of Object.entries(lists)) {
    const whole = await resource.list({ created, limit: 100 })
    const ids = whole.data.map(({ id }) => id)
    expect([name, ids.length]).toEqual([name, name === 'balanceTransactions' ? 8 : 2])
    const paged: string[] = []
    for await (const { id } of resource.list({ created, limit: 1 })) paged.push(id)
    expect([name, paged]).toEqual([name, ids])
    const before = await resource.list({ created, limit: 1, ending_before: ids.at(-1) ?? '' })
    expect([name, before.data.map(({ id }) => id)]).toEqual([name, ids.slice(-2, -1)])
  }
  const disputes: string[] = []
  for await (const { id } of stripe.disputes.list({ limit: 1 })) disputes.push(id)
  expect(new Set(disputes).size).toBe(4)
  expect((await stripe.disputes.list({ created: { lt: until } })).data).toEqual([])
})
