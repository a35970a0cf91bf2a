// Sentences about flags.

import { flagErrors } from '#rules/errors/flag-errors.ts'
import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import type { AnyFlagType, FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
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
  toldAuthorHint: 'Do not say who reported it: the author reads this.',
  claimed: 'What was claimed',
  claimHint:
    'In your own words: which work it is about, and which right in it. The artist reads this, and never the report.',
  claimOfWordsHint:
    'In your own words: what is wrong with them. The author reads this, and never the report.',
  counterNoticeSent: 'Your counter-notice was sent.',
  counterNoticeFailed: 'Failed to send your counter-notice.',
  whyTakenDown: 'Why it was taken down',
  whyItStaysDown: 'Why it stays down',
  whyListedAgain: 'Why it is listed again',
  nothingTakenDown: 'None of your tracks has been taken down.',
  whyRemoved: 'Why it was removed',
  whyItStaysRemoved: 'Why it stays removed',
  whyShownAgain: 'Why it is shown again',
  nothingRemoved: 'None of your words has been removed.',
} as const

export const flagTypeNames: Record<AnyFlagType, string> = {
  copyright: 'It uses my work without permission',
  dmca: 'A formal takedown notice (DMCA)',
  abuse: 'It is insulting or hateful',
  spam: 'It is advertising or spam',
  false: 'It says something untrue',
  personal: 'It shows personal data',
  other: 'Something else',
}

/** The heading of the form. */
export const flagHeadings: Record<FlagSubjectKind, string> = {
  track: 'Report this track',
  review: 'Report this review',
  comment: 'Report this comment',
  profile: 'Report this profile',
  message: 'Report this message',
}

/** Below the reason. */
export function flagReasonHint(kind: FlagSubjectKind): string {
  return kind === 'track'
    ? 'For a copyright report: which work it is, and what your rights in it are.'
    : 'Which words you mean, and what is wrong with them.'
}

/** What the form promises. */
export function flagPromise(kind: FlagSubjectKind): string {
  if (kind === 'track') return 'Admins read every report. The artist never learns who sent it.'
  if (kind === 'message')
    return 'Admins read every report with its message, and nothing else of the room. We tell nobody else who sent it; but as only the two of you can, its author may guess.'
  return 'Admins read every report. Nobody else learns who sent it.'
}

const flagStatusNames: Record<FlagStatus, string> = {
  new: 'New',
  reviewing: 'In review',
  rejected: 'Rejected',
  upheld: 'Taken down',
  countered: 'Taken down, with a counter-notice to decide',
  confirmed: 'Stays down',
  reinstated: 'Listed again',
}

/** Of a flag of this kind: a track is listed, words are shown. */
export function flagStatusName(kind: FlagSubjectKind, status: FlagStatus): string {
  return kind !== 'track' && status === 'reinstated' ? 'Shown again' : flagStatusNames[status]
}

const titles: Record<FlagSubjectKind, string> = {
  track: '',
  review: 'Review of ',
  comment: 'Comment on ',
  profile: 'Profile of ',
  message: 'Message about ',
}

/**
 * What a flag is about, with the name of the artist or the commission, or the title of the track; a track goes by its title.
 */
export function flaggedTitle(kind: FlagSubjectKind, name: string): string {
  return titles[kind] + name
}

/** The same for its author. */
export function ownFlaggedTitle(kind: FlagSubjectKind, name: string): string {
  if (kind === 'profile') return 'Your profile'
  return kind === 'track' ? name : `Your ${titles[kind].toLowerCase()}${name}`
}

/** The names of the parts of the queue. */
export const flagKindLabels: Record<FlagSubjectKind, string> = {
  track: 'Tracks',
  review: 'Reviews',
  comment: 'Comments',
  profile: 'Profiles',
  message: 'Messages',
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
