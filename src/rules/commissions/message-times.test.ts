import { expect, test } from 'vitest'
import { commissionSpans } from './commission-spans.ts'
import { messagesCloseAt, takesMessages } from './message-times.ts'

const endedAt = new Date('2026-11-24T10:00:00.000Z')
const closeAt = new Date('2026-12-24T10:00:00.000Z')
const open = { endedAt, isPartyGone: false }
const at = (now: Date) => ({ now, spans: commissionSpans })

test('a room closes 30 days after the end of its commission, to the millisecond, and never before that end', () => {
  expect(messagesCloseAt(null, commissionSpans)).toBeNull()
  expect(messagesCloseAt(endedAt, commissionSpans)).toEqual(closeAt)
  expect(takesMessages({ ...open, endedAt: null }, at(closeAt))).toBe(true)
  expect(takesMessages(open, at(new Date(closeAt.getTime() - 1)))).toBe(true)
  expect(takesMessages(open, at(closeAt))).toBe(false)
})

test('a room is closed once one of its parties has deleted the account', () => {
  expect(takesMessages({ endedAt: null, isPartyGone: true }, at(endedAt))).toBe(false)
})
