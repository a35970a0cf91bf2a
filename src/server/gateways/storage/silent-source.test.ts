import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endWhenSilent } from './silent-source.ts'

test('a body ends when its source is silent, and not while its reader is slow', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const source = new Readable({ read() {} })
  const body = endWhenSilent(source, 1_000)
  source.push('first')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([body.destroyed, source.destroyed]).toEqual([false, false])

  expect(String(body.read())).toBe('first')
  const failed = once(body, 'error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(String(await failed)).toContain('The stored file stopped coming for 1000 ms.')
  expect(source.destroyed).toBe(true)
})
