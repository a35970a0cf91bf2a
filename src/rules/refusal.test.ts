import { expect, test } from 'vitest'
import {
  unexpectedErrorMessage,
  invalidInputMessage,
  isRefusalCode,
  Refusal,
  refusalMessage,
  refusalStatus,
} from './refusal.ts'

test('a refusal carries its code, its status and its sentence, and is an error with a cause', () => {
  const cause = new Error('the disk is full')
  const refusal = new Refusal('storage_full', { cause })
  expect(refusal).toBeInstanceOf(Error)
  expect([refusal.code, refusal.status]).toEqual(['storage_full', 507])
  expect(refusal.message).toBe(
    'There is no room to store the file right now. Please try again later.',
  )
  expect(refusal.cause).toBe(cause)
  expect(new Refusal('not_found').cause).toBeUndefined()
})

test('status and sentence of a code are those of its refusal', () => {
  const { status, message } = new Refusal('banned')
  expect([refusalStatus('banned'), refusalMessage('banned')]).toEqual([status, message])
  expect([status, message]).toEqual([403, 'You are banned from accessing this content!'])
})

test.each([
  ['track_owned', true],
  ['fault', false],
  ['', false],
  // Every object has these, and no refusal is called so.
  ['toString', false],
  ['__proto__', false],
])('%j is the code of a refusal: %j', (code, is) => {
  expect(isRefusalCode(code)).toBe(is)
})

test('a fault and a wrong form have one sentence each', () => {
  expect(unexpectedErrorMessage).toBe('An error occurred.')
  expect(invalidInputMessage).toBe('Please check the highlighted fields.')
})
