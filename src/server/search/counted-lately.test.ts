import { expect, test, vi } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { openCountMemory } from './counted-lately.ts'

/** The memory only tells databases apart. */
const db = {} as Db
const many = 5_001

function openCounter() {
  const memory = openCountMemory<number>()
  let counted = 0
  return (key: string, about = many) =>
    memory.count(db, { key, about, count: () => Promise.resolve(++counted) })
}

test('a count of very many tracks is remembered for a minute, each by its key; one of few is made anew', async () => {
  vi.useFakeTimers()
  try {
    const count = openCounter()
    expect([await count('jazz'), await count('jazz'), await count('folk')]).toEqual([1, 1, 2])
    expect([await count('jazz', many - 1), await count('jazz', many - 1)]).toEqual([3, 4])
    vi.advanceTimersByTime(59_000)
    expect(await count('jazz')).toBe(1)
    vi.advanceTimersByTime(2_000)
    expect(await count('jazz')).toBe(5)
  } finally {
    vi.useRealTimers()
  }
})

test('simultaneous requests wait for one count, and one that fails is not remembered', async () => {
  const count = openCounter()
  expect(await Promise.all([count('jazz'), count('jazz'), count('jazz')])).toEqual([1, 1, 1])

  const memory = openCountMemory<number>()
  const failing = { key: 'folk', about: many, count: () => Promise.reject(new Error('No answer.')) }
  await expect(memory.count(db, failing)).rejects.toThrow('No answer.')
  expect(memory.recall(db, 'folk')).toBeUndefined()
  expect(await memory.count(db, { ...failing, count: () => Promise.resolve(7) })).toBe(7)
})
