import { expect, test, vi } from 'vitest'
import { Busy, openCallQueue } from './call-queue.ts'

test('two run at once, three wait in their order, and a further one is refused at once', async () => {
  const queued = openCallQueue({ maxAtOnce: 2, maxWaiting: 3 })
  const ends: (() => void)[] = []
  const work = (name: number) => () =>
    new Promise<number>((resolve) => ends.push(() => resolve(name)))
  const calls = [1, 2, 3, 4, 5].map((name) => queued(work(name)))
  expect(ends).toHaveLength(2)
  await expect(queued(work(6))).rejects.toBeInstanceOf(Busy)
  for (let at = 0; at < 5; at++) {
    ends[at]?.()
    expect(await calls[at]).toBe(at + 1)
  }
  expect(ends).toHaveLength(5)
  // All slots are free again.
  void queued(work(7))
  void queued(work(8))
  expect(ends).toHaveLength(7)
})

test('a call that has waited too long is refused, and its place is free', async () => {
  vi.useFakeTimers()
  try {
    const queued = openCallQueue({ maxAtOnce: 1, maxWaiting: 1, maxWaitMs: 500 })
    const { promise: running, resolve: end } = Promise.withResolvers<void>()
    const first = queued(() => running)
    const late = queued(async () => 'late').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(499)
    await expect(queued(async () => 'full')).rejects.toBeInstanceOf(Busy)
    await vi.advanceTimersByTimeAsync(1)
    expect(await late).toBeInstanceOf(Busy)
    const next = queued(async () => 'next')
    end()
    await first
    expect(await next).toBe('next')
    // Its time no longer counts once it runs.
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await queued(async () => 'again')).toBe('again')
  } finally {
    vi.useRealTimers()
  }
})

test('after a call that fails the next one runs', async () => {
  const queued = openCallQueue({ maxAtOnce: 1, maxWaiting: 10 })
  const failing = Array.from({ length: 10 }, () =>
    queued(() => Promise.reject(new Error('broken'))).catch(() => 'failed'),
  )
  expect(await Promise.all(failing)).toEqual(failing.map(() => 'failed'))
  expect(await queued(async () => 'done')).toBe('done')
})
