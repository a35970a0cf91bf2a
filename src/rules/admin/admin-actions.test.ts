import { expect, test } from 'vitest'
import { answerNote, playedNote, unstatedReason } from './admin-actions.ts'

test.each([unstatedReason, answerNote, playedNote])(
  'an entry of the log without an admin’s words still has a sentence as its note: %s',
  (reason) => {
    expect(reason).toMatch(/^[A-Z].+\.$/)
  },
)
