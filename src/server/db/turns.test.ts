import { expect, test, vi } from 'vitest'
import { Busy, openTurns } from './turns.ts'

test('two run at once, three wait in their order, and a further one is refused at once', async () => {
  const inTurn = openTurns({ mostAtOnce: 2, mostWaiting: 3 })
  const ends: (() => void)[] = []
  const work = (name: number) => () =>
    new Promise<number>((resolve) => ends.push(() => resolve(name)))
  const calls = [1, 2, 3, 4, 5].map((name) => inTurn(work(name)))
  expect(ends).toHaveLength(2)
  await expect(inTurn(work(6))).rejects.toBeInstanceOf(Busy)
  for (let at = 0; at < 5; at++) {
    ends[at]?.()
    expect(await calls[at]).toBe(at + 1)
  }
  expect(ends).toHaveLength(5)
  // All turns are free again.
  void inTurn(work(7))
  void inTurn(work(8))
  expect(ends).toHaveLength(7)
})

test('a call whose turn does not come in time is refused, and its place is free', async () => {
  vi.useFakeTimers()
  try {
    const inTurn = openTurns({ mostAtOnce: 1, mostWaiting: 1, longestWaitMs: 500 })
    const { promise: running, resolve: end } = Promise.withResolvers<void>()
    const first = inTurn(() => running)
    const late = inTurn(async () => 'late').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(499)
    await expect(inTurn(async () => 'full')).rejects.toBeInstanceOf(Busy)
    await vi.advanceTimersByTimeAsync(1)
    expect(await late).toBeInstanceOf(Busy)
    const next = inTurn(async () => 'next')
    end()
    await first
    expect(await next).toBe('next')
    // Its time no longer counts once its turn has come.
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await inTurn(async () => 'again')).toBe('again')
  } finally {
    vi.useRealTimers()
  }
})

test('a call that fails gives its turn to the next', async () => {
  const inTurn = openTurns({ mostAtOnce: 1, mostWaiting: 10 })
  const failing = Array.from({ length: 10 }, () =>
    inTurn(() => Promise.reject(new Error('broken'))).catch(() => 'failed'),
  )
  expect(await Promise.all(failing)).toEqual(failing.map(() => 'failed'))
  expect(await inTurn(async () => 'done')).toBe('done')
})
