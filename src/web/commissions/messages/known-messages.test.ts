import { expect, test } from 'vitest'
import type { MessagePage } from '#contracts/commissions/messages.ts'
import { joinPages, withEarlier } from './known-messages.ts'
import { exampleMessage } from './example-message.ts'

/** By the minutes at which they were sent. */
const pageOf = (minutes: number[], hasEarlier = false, removed: string[] = []): MessagePage => ({
  messages: minutes.map((minute) =>
    exampleMessage({ id: `m${minute}`, sentAt: new Date(minute * 60_000).toISOString() }),
  ),
  hasEarlier,
  removed,
})

const shown = ({ messages, hasEarlier }: MessagePage) => [
  messages.map(({ id }) => id).join(' '),
  hasEarlier,
]

test('new messages come behind the known ones, and earlier ones that were asked for stay', () => {
  const known = withEarlier(pageOf([3, 4], true), pageOf([1, 2], false))
  expect(shown(known)).toEqual(['m1 m2 m3 m4', false])
  expect(shown(joinPages(known, pageOf([4, 5], true)))).toEqual(['m1 m2 m3 m4 m5', false])
})

test('the first page is known as it is, and a page with everything says that nothing is earlier', () => {
  expect(shown(joinPages(pageOf([]), pageOf([1], true)))).toEqual(['m1', true])
  expect(shown(joinPages(pageOf([1]), pageOf([1, 2], false)))).toEqual(['m1 m2', false])
})

test('where more was written than a page has, what is known begins anew, without a gap', () => {
  expect(shown(joinPages(pageOf([1, 2]), pageOf([5, 6], true)))).toEqual(['m5 m6', true])
})

test('a message that has changed is shown as it is now', () => {
  const preparing = pageOf([1])
  const [first] = preparing.messages
  const read = { ...preparing, messages: first ? [{ ...first, isUnread: true }] : [] }
  expect(joinPages(preparing, read).messages).toMatchObject([{ id: 'm1', isUnread: true }])
})

test('where an earlier message was removed or is shown again, the earlier ones are asked for again', () => {
  const known = withEarlier(pageOf([3, 4], true), pageOf([1, 2], false))
  const removed = joinPages(known, pageOf([3, 4], true, ['m1']))
  expect(shown(removed)).toEqual(['m3 m4', true])
  const asked = withEarlier(removed, pageOf([1, 2], false, ['m1']))
  expect(shown(joinPages(asked, pageOf([4, 5], true, ['m1'])))).toEqual(['m1 m2 m3 m4 m5', false])
  expect(shown(joinPages(asked, pageOf([3, 4], true)))).toEqual(['m3 m4', true])
})
