import { expect, onTestFinished, test, vi } from 'vitest'
import { openCountedLog } from './counted-log.ts'

test('the first line is written at once, those of the next minute as one with their number, and none without any', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const log = openCountedLog(60_000)
  const lines: string[] = []
  const refuse = (key: string, reason: string) =>
    log(key, (count) => lines.push(`${key} ${reason} ${count}`))
  for (const reason of ['first', 'second', 'third']) refuse('webhook', reason)
  refuse('database', 'first')
  expect(lines).toEqual(['webhook first 1', 'database first 1'])

  vi.advanceTimersByTime(59_999)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(lines.slice(2)).toEqual(['webhook third 2'])

  // After a minute without one, the next is a first one again.
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
  refuse('webhook', 'fourth')
  expect(lines.slice(3)).toEqual(['webhook fourth 1'])
})
