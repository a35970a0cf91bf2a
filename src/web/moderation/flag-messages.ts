// Sentences about flags.

import { flagErrors } from '#rules/errors/flag-errors.ts'
import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import type { FlagType } from '#rules/moderation/flag-limits.ts'
import type { FlagStatus, FlagView } from '#rules/moderation/flag-process.ts'
import type { Refused } from '#web/api/result.ts'

export const flagMessages = {
  submitted: 'Flag submitted successfully. Thank you.',
  failed: 'Failed to submit flag.',
  notLoaded: unexpectedErrorMessage,
  decided: 'The decision is stored.',
  reasonLabel: 'The reason',
  toldLabel: (names: readonly string[]) =>
    `What ${new Intl.ListFormat('en-GB').format(names)} ${names.length === 1 ? 'is' : 'are'} told`,
  toldHint: 'Do not say who reported it: the artist reads this.',
  claimed: 'What was claimed',
  claimHint:
    'In your own words: which work it is about, and which right in it. The artist reads this, and never the report.',
  counterNoticeSent: 'Your counter-notice was sent.',
  counterNoticeFailed: 'Failed to send your counter-notice.',
  whyTakenDown: 'Why it was taken down',
  whyItStaysDown: 'Why it stays down',
  whyListedAgain: 'Why it is listed again',
  nothingTakenDown: 'None of your tracks has been taken down.',
} as const

export const flagTypeNames: Record<FlagType, string> = {
  copyright: 'It uses my work without permission',
  dmca: 'A formal takedown notice (DMCA)',
  other: 'Something else',
}

export const flagStatusNames: Record<FlagStatus, string> = {
  new: 'New',
  reviewing: 'In review',
  rejected: 'Rejected',
  upheld: 'Taken down',
  countered: 'Taken down, with a counter-notice to decide',
  confirmed: 'Stays down',
  reinstated: 'Listed again',
}

export const flagViewLabels: Record<FlagView, string> = {
  open: 'To decide',
  takenDown: 'Taken down',
  closed: 'Closed',
  all: 'All',
}

/** What the form says of a refusal. */
export function flagFailure<Failure extends Refused>(refused: Failure): Failure {
  const { status, message } = refused
  // The message is that of a program in between, which knows no codes.
  if (status === 401 || (status === 404 && message.includes('User not found')))
    return {
      ...refused,
      code: 'flag_login_required',
      message: flagErrors.flag_login_required.message,
    }
  if (refused.code === 'unknown') return { ...refused, message: flagMessages.failed }
  if (refused.code !== 'network') return refused
  return { ...refused, message: `${unexpectedErrorMessage} ${refused.message}` }
}
