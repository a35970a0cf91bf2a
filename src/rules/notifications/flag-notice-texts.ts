// What a notification about a report of words says: to who sent it, to who wrote them, and to admins.

import { adminPath } from '../admin/admin-paths.ts'
import type { FlaggedWords } from '../moderation/flag-limits.ts'
import type { FlagStatus } from '../moderation/flag-process.ts'
import { removedWordsPath, reviewRulesPath } from '../page-paths.ts'

export type WordsDetails = {
  /** Which words were reported; undefined for a track. */
  flagged?: FlaggedWords | undefined
  /** The name of the artist or the commission, or the title of the track, that they are about. */
  titles?: readonly string[] | undefined
  claim?: string | undefined
  reason?: string | undefined
  outcome?: FlagStatus | undefined
  /** Although a report of them was dropped: another one keeps them down. */
  staysDown?: boolean | undefined
}

type Text = { sentence: string; addition: string; path: string; pathLabel: string }

/** 'review of “Rosa”' */
function namedWords(kind: FlaggedWords, { titles: [name = ''] = [] }: WordsDetails): string {
  return {
    review: `review of “${name}”`,
    comment: `comment on “${name}”`,
    profile: `profile “${name}”`,
    message: `message about “${name}”`,
  }[kind]
}

/** For the one who reported them. */
export function wordsDecided(kind: FlaggedWords, details: WordsDetails): Text {
  const words = `the ${namedWords(kind, details)}`
  const why = reasonOf(details)
  const thanks = 'Thank you for telling us.'
  const told = (sentence: string, ...additions: string[]) =>
    onRules(kind, sentence, additions.filter((one) => one !== '').join(' '))
  switch (details.outcome) {
    case 'upheld':
      return told(`We have removed ${words}, which you reported.`, thanks, why)
    case 'countered':
      return told(
        `The author of ${words}, which you reported, sent a counter-notice.`,
        'We read it and decide again. You will be told.',
      )
    case 'confirmed':
      return told(`T${words.slice(1)}, which you reported, stays removed.`, why)
    case 'reinstated':
      return details.staysDown
        ? told(`We have dropped your report of ${words}; another one keeps it removed.`, why)
        : told(`T${words.slice(1)}, which you reported, is shown again.`, why)
    default:
      return told(`T${words.slice(1)}, which you reported, stays.`, thanks, why)
  }
}

/** For the one who wrote them. */
export function ownWordsRemoved(kind: FlaggedWords, details: WordsDetails): Text {
  const { claim } = details
  const why = reasonOf(details)
  return onRemovedWords(
    kind === 'profile'
      ? 'We have removed the words and the picture of your profile.'
      : `We have removed your ${namedWords(kind, details)}.`,
    claim === undefined ? why : `What was claimed: ${claim}\n${why}`,
    'See the reason and answer it',
  )
}

/** For the one who wrote them. */
export function ownWordsRestored(details: WordsDetails): Text {
  const { flagged: kind = 'profile' } = details
  const own = kind === 'profile' ? 'profile' : namedWords(kind, details)
  if (details.staysDown)
    return onRemovedWords(
      `We have dropped a report of your ${own}; another one keeps it removed.`,
      reasonOf(details),
    )
  return onRemovedWords(
    kind === 'profile'
      ? 'The words of your profile are shown again.'
      : `Your ${own} is shown again.`,
    reasonOf(details),
  )
}

/** For admins. */
export function wordsReported(kind: FlaggedWords, details: WordsDetails): Text {
  return onFlags(`The ${namedWords(kind, details)} was reported.`)
}

/** For admins. */
export function wordsCountered(kind: FlaggedWords, details: WordsDetails): Text {
  return onFlags(`The author of the ${namedWords(kind, details)} sent a counter-notice.`)
}

function reasonOf({ reason }: WordsDetails): string {
  return reason === undefined ? '' : `The reason: ${reason}`
}

function onRules(kind: FlaggedWords, sentence: string, addition: string): Text {
  const of = kind === 'message' ? 'messages' : 'comments and reviews'
  const pathLabel = `See what ${of} may say`
  return { sentence, addition, path: reviewRulesPath, pathLabel }
}

function onRemovedWords(sentence: string, addition: string, pathLabel = 'See what was decided') {
  return { sentence, addition, path: removedWordsPath, pathLabel }
}

function onFlags(sentence: string): Text {
  const path = adminPath('flags', { state: 'open' })
  return { sentence, addition: '', path, pathLabel: 'See the reports' }
}
