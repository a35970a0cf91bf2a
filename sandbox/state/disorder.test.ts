import { expect, test } from 'vitest'
import { clientOf, createTestSandbox } from '../test-support/test-sandbox.ts'
import { createDisorder, usualFaultPercent } from './disorder.ts'

function drawn(seed: number, faultPercent: number, count = 2000) {
  const disorder = createDisorder({ seed, faultPercent })
  return {
    faults: Array.from({ length: count }, () => disorder.nextFault()),
    delaysMs: Array.from({ length: count }, () => disorder.nextDelaysMs()),
  }
}

test('the same seed brings the same disorder, and another seed another', () => {
  expect(drawn(1, 20)).toEqual(drawn(1, 20))
  expect(drawn(1, 20).faults).not.toEqual(drawn(2, 20).faults)
  expect(drawn(1, 20).delaysMs).not.toEqual(drawn(2, 20).delaysMs)
})

test('how many events there are does not change which requests fail', () => {
  const disorder = createDisorder({ seed: 1, faultPercent: 20 })
  const faults = Array.from({ length: 2000 }, () => {
    disorder.nextDelaysMs()
    return disorder.nextFault()
  })
  expect(faults).toEqual(drawn(1, 20).faults)
})

test('as many requests fail as are asked for, in every way but hanging', () => {
  const share = (percent: number) => drawn(1, percent).faults.filter(Boolean).length / 2000
  expect([share(0), share(100)]).toEqual([0, 1])
  expect(share(usualFaultPercent)).toBeCloseTo(0.05, 1)
  expect(new Set(drawn(1, 100).faults)).toEqual(
    new Set(['reset', 'cut', '500', '429', 'stored-500', 'done-stored-500']),
  )
})

test('an event is delivered one to three times within two seconds, or ten minutes later', () => {
  const { delaysMs } = drawn(1, 0)
  expect(new Set(delaysMs.map((copies) => copies.length))).toEqual(new Set([1, 2, 3]))
  const late = delaysMs.flat().filter((delay) => delay >= 600_000)
  expect(late.length / delaysMs.flat().length).toBeCloseTo(0.05, 1)
  for (const delay of delaysMs.flat()) expect(delay % 600_000).toBeLessThan(2000)
})

test('with late events each delivery has a delay of its own, up to the longest', () => {
  const lateSeconds = 3 * 24 * 3600
  const disorder = createDisorder({ seed: 1, faultPercent: 0, lateSeconds })
  const delays = Array.from({ length: 2000 }, () => disorder.nextDelaysMs()).flat()
  expect(Math.max(...delays) / 1000 / lateSeconds).toBeCloseTo(1, 1)
  expect(Math.min(...delays) / 1000 / lateSeconds).toBeCloseTo(0, 1)
  const average = delays.reduce((sum, delay) => sum + delay, 0) / delays.length
  expect(average / 1000 / lateSeconds).toBeCloseTo(0.5, 1)
})

test('disorder can begin with the process, and ends by call', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_DISORDER_SEED: '134' })
  const client = clientOf(sandbox.url)
  const fails = async () =>
    client.balance.retrieve().then(
      () => false,
      () => true,
    )
  const outcomes: boolean[] = []
  for (let call = 0; call < 12; call += 1) outcomes.push(await fails())
  expect(outcomes).toContain(true)
  await sandbox.control('disorder', { disorder: null })
  for (let call = 0; call < 12; call += 1) expect(await fails()).toBe(false)
})

test('the events are listed as webhooks receive them, the oldest first', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await sandbox.stripe.v2.core.accounts.create({ contact_email: 'a@example.com' })
  await sandbox.stripe.v2.core.accounts.update(id, { display_name: 'Ada' })
  const events = await sandbox.control('events')
  expect(events).toEqual({
    snapshot: [],
    thin: [
      expect.objectContaining({ type: 'v2.core.account.created' }),
      expect.objectContaining({ type: 'v2.core.account.updated' }),
    ],
  })
  expect(JSON.stringify(events)).not.toContain('"data"')
})
