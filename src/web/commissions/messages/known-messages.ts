// What a page knows of a room: the newest messages as they are loaded again and again, and the earlier ones it has asked for.

import type { Message, MessagePage } from '#contracts/commissions/messages.ts'

/** The oldest first. Of a message that both have, the newer state. */
export function joinPages(known: MessagePage, newest: MessagePage): MessagePage {
  const [first] = newest.messages
  // One of the earlier messages may have been removed, or be shown again: they are asked for again.
  if (String(newest.removed) !== String(known.removed)) return newest
  const ids = new Set(known.messages.map(({ id }) => id))
  // What was written while the page was asleep may be more than a page: what lies between is asked for again.
  if (first !== undefined && newest.hasEarlier && !ids.has(first.id)) return newest
  const joined = new Map<string, Message>()
  for (const message of [...known.messages, ...newest.messages]) joined.set(message.id, message)
  const messages = [...joined.values()].toSorted((one, other) =>
    one.sentAt < other.sentAt ? -1 : 1,
  )
  const isKnownFurther = known.messages.length > 0 && messages[0]?.id !== first?.id
  const hasEarlier = isKnownFurther ? known.hasEarlier : newest.hasEarlier
  return { messages, hasEarlier, removed: newest.removed }
}

export function withEarlier(known: MessagePage, earlier: MessagePage): MessagePage {
  const ids = new Set(known.messages.map(({ id }) => id))
  const before = earlier.messages.filter(({ id }) => !ids.has(id))
  return { ...known, messages: [...before, ...known.messages], hasEarlier: earlier.hasEarlier }
}
