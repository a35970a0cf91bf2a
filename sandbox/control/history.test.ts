import { expect, test } from 'vitest'
import { cardFeePence } from '../money/amounts.ts'
import { balanceOf, createTestSandbox } from '../test-support/test-sandbox.ts'

const day = 24 * 3600

test('a history is spread over its time, settled and listed, and brings no event', async () => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  const { now } = (await sandbox.control('clock', { seconds: 0 })) as { now: number }
  const until = now - 10 * day
  const since = until - 100 * day
  await sandbox.control('history', { charges: 2500, since, until })
  const created = { gte: since + 50 * day, lt: since + 51 * day }
  const oneDay = await stripe.balanceTransactions.list({ created, limit: 100 })
  expect([oneDay.data.length, oneDay.has_more]).toEqual([25, false])
  expect(new Set(oneDay.data.map(({ type, status }) => `${type} ${status}`))).toEqual(
    new Set(['charge available']),
  )
  const charges = await stripe.charges.list({ created, limit: 100 })
  expect(charges.data.map(({ balance_transaction: id }) => id)).toEqual(
    oneDay.data.map(({ id }) => id),
  )
  const pence = Array.from({ length: 2500 }, (_, position) => 100 + (position % 2000))
  const net = pence.reduce((sum, amount) => sum + amount - cardFeePence(amount), 0)
  expect(await balanceOf(sandbox)).toEqual([net, 0])
  expect((await stripe.events.list()).data).toEqual([])
})

test('more at once than a client waits for is refused', async () => {
  await using sandbox = await createTestSandbox()
  await expect(
    sandbox.control('history', { charges: 100_001, since: 0, until: 1 }),
  ).rejects.toThrow('charges')
})
