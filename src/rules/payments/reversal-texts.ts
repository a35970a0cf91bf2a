// What an artist is told of money that goes back, and of what they owe.

import { formatPence } from '../price.ts'
import type { ReversalCause, ReversalStatus } from './reversal-process.ts'

export const reversalEvents = [
  'announced',
  'taken',
  'owed',
  'netted',
  'asked',
  'written_off',
  'repaid',
  'sent_again',
  'kept',
] as const
export type ReversalEvent = (typeof reversalEvents)[number]

type Told = {
  event?: ReversalEvent | undefined
  pence?: number | undefined
  /** What the artist owes after it. */
  owedPence?: number | undefined
  /** An admin's words. */
  reason?: string | undefined
}

/** The second part may be empty. */
export function reversalText({ event = 'announced', ...told }: Told): {
  sentence: string
  addition: string
} {
  const amount = formatPence(told.pence ?? 0)
  return { sentence: sentences[event](amount), addition: additionOf(event, told) }
}

const sentences: Record<ReversalEvent, (amount: string) => string> = {
  announced: (amount) => `${amount} that you earned goes back.`,
  taken: (amount) => `${amount} was taken back from your payment account.`,
  owed: (amount) => `You owe ${amount}: it could not be taken from your payment account.`,
  netted: (amount) => `${amount} that you earned has paid what you owed.`,
  asked: (amount) => `Please pay the ${amount} that you owe.`,
  written_off: (amount) => `You do not owe ${amount} any more.`,
  repaid: (amount) => `We have received the ${amount} that you owed.`,
  sent_again: (amount) => `${amount} that was taken back is yours again.`,
  kept: (amount) => `${amount} that you earned could not be sent to you, and is kept for you.`,
}

function additionOf(event: ReversalEvent, { owedPence = 0, reason = '' }: Told): string {
  if (event === 'announced')
    return 'A payment for your work is given back. We take your part from your payment account, or leave it out of a transfer that was not sent yet.'
  if (event === 'owed') return 'It is taken from what you earn next, the oldest first.'
  if (event === 'netted')
    return owedPence === 0
      ? 'You owe nothing any more.'
      : `You still owe ${formatPence(owedPence)}.`
  if (event === 'sent_again') return 'It is transferred like any sale.'
  return reason
}

/** For the artist, after what goes back. */
export const reversalCauseTexts: Record<ReversalCause, string> = {
  refund: 'it was refunded to the customer.',
  dispute: 'the customer’s bank has taken the payment back.',
  provider: 'we have taken it back by hand. Write to us if you do not know why.',
}

export const reversalStatusTexts: Record<ReversalStatus, string> = {
  waiting: 'We take it back from your payment account.',
  sent: 'It was taken back from your payment account.',
  refused: 'It could not be taken from your payment account, so you owe it.',
  netted: 'Your sales have paid it.',
  written_off: 'You do not owe it any more.',
  repaid: 'You have paid it.',
}
