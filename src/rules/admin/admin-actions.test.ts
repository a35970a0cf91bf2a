import { expect, test } from 'vitest'
import { answerReason, unstatedReason } from './admin-actions.ts'

test.each([unstatedReason, answerReason])(
  'an entry of the log without an admin’s words still has a sentence as its reason: %s',
  (reason) => {
    expect(reason).toMatch(/^[A-Z].+\.$/)
  },
)
