import { act, cleanup, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Refused, Result } from './result.ts'
import { useFetched } from './use-fetched.ts'

const refused: Refused<never> = { ok: false, status: 0, code: 'network', message: 'No connection.' }

/** A component that shows what it has fetched; each call waits until it is answered. */
function open(first: { page: number } | null) {
  cleanup()
  const calls: {
    wanted: { page: number }
    signal: AbortSignal
    answer: (result: Result<string, never>) => void
  }[] = []
  const hook = renderHook(
    ({ wanted }) =>
      useFetched(wanted, (given, signal) => {
        const { promise, resolve } = Promise.withResolvers<Result<string, never>>()
        calls.push({ wanted: given, signal, answer: resolve })
        return promise
      }),
    { initialProps: { wanted: first } },
  )
  return {
    calls,
    shown: () => hook.result.current,
    want: (wanted: { page: number } | null) => hook.rerender({ wanted }),
    answer: (call: number, result: Result<string, never>) =>
      act(async () => calls[call]?.answer(result)),
    leave: hook.unmount,
  }
}

test('the newest answer wins: one that was asked for before it is ended, and changes nothing', async () => {
  const { calls, shown, want, answer } = open({ page: 1 })
  want({ page: 2 })
  expect(calls.map((call) => [call.wanted.page, call.signal.aborted])).toEqual([
    [1, true],
    [2, false],
  ])
  await answer(1, { ok: true, value: 'second' })
  await answer(0, { ok: true, value: 'first' })
  expect(shown()).toEqual({ value: 'second', refused: null, isLoading: false })
})

test('what has arrived stays while more is fetched and after a refusal, until the next arrives', async () => {
  const { shown, want, answer } = open({ page: 1 })
  expect(shown()).toEqual({ value: null, refused: null, isLoading: true })
  await answer(0, { ok: true, value: 'first' })
  want({ page: 2 })
  expect(shown()).toEqual({ value: 'first', refused: null, isLoading: true })
  await answer(1, refused)
  expect(shown()).toEqual({ value: 'first', refused, isLoading: false })
  // The same again, by a new object.
  want({ page: 2 })
  expect(shown()).toEqual({ value: 'first', refused, isLoading: true })
  await answer(2, { ok: true, value: 'second' })
  expect(shown()).toEqual({ value: 'second', refused: null, isLoading: false })
})

test('nothing is fetched for null, and leaving the page ends the call', () => {
  const { calls, shown, want, leave } = open(null)
  expect([calls.length, shown().isLoading]).toEqual([0, false])
  want({ page: 1 })
  leave()
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true])
})
