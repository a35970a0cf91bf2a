// From when until when the room of a commission takes messages.

import type { CommissionSpans } from './commission-spans.ts'

const dayMs = 24 * 60 * 60_000

/** Returns null while the commission has not ended: it is open from the request on. */
export function messagesCloseAt(
  endedAt: Date | null,
  { messageDays }: CommissionSpans,
): Date | null {
  return endedAt === null ? null : new Date(endedAt.getTime() + messageDays * dayMs)
}

/** Whether the two parties can write now; a message at the exact moment of the end is too late. */
export function takesMessages(
  { endedAt, isPartyGone }: { endedAt: Date | null; isPartyGone: boolean },
  { now, spans }: { now: Date; spans: CommissionSpans },
): boolean {
  const closeAt = messagesCloseAt(endedAt, spans)
  // Nobody would read what is written to an account that was deleted.
  return !isPartyGone && (closeAt === null || now < closeAt)
}
