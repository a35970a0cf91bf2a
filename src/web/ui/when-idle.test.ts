import { expect, onTestFinished, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

test('an idle browser acts at once, a busy one after 2 s, and not when it is cancelled', () => {
  const request = vi.fn<typeof requestIdleCallback>(() => 7)
  const cancel = vi.fn<typeof cancelIdleCallback>()
  vi.stubGlobal('requestIdleCallback', request)
  vi.stubGlobal('cancelIdleCallback', cancel)
  onTestFinished(() => void vi.unstubAllGlobals())
  const act = vi.fn<() => void>()
  const stop = whenIdle(act)
  expect(request.mock.calls).toEqual([[act, { timeout: 2_000 }]])
  stop()
  expect(cancel.mock.calls).toEqual([[7]])
})

test('a browser that does not tell when it is idle acts after 2 s, and not when it is cancelled', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const act = vi.fn<() => void>()
  whenIdle(act)
  const stop = whenIdle(act)
  vi.advanceTimersByTime(1_999)
  stop()
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(1)
})
