import { expect, test } from 'vitest'
import { unexpectedErrorMessage, invalidInputMessage } from './general-messages.ts'
import { isRefusalCode, Refusal, refusalMessage, refusalStatus } from './refusal.ts'

test('a refusal is an error with a code, a status, a message and a cause', () => {
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

test('the status and message of a code are those of its refusal', () => {
  const { status, message } = new Refusal('banned')
  expect([refusalStatus('banned'), refusalMessage('banned')]).toEqual([status, message])
  expect([status, message]).toEqual([403, 'You are banned from accessing this content!'])
})

test.each([
  ['track_owned', true],
  ['fault', false],
  ['', false],
  // Every object inherits these names; they are not refusal codes.
  ['toString', false],
  ['__proto__', false],
])('isRefusalCode(%j) is %j', (code, is) => {
  expect(isRefusalCode(code)).toBe(is)
})

test('an unexpected error and invalid input have one message each', () => {
  expect(unexpectedErrorMessage).toBe('An error occurred.')
  expect(invalidInputMessage).toBe('Please check the highlighted fields.')
})
