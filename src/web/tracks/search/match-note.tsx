import type { TrackSummaryList } from '#contracts/catalogue.ts'
import { searchMessages } from './search-messages.ts'

type MatchNoteProps = {
  /** What was typed. */
  query: string | undefined
  list: Pick<TrackSummaryList, 'matching' | 'searchedFor'>
}

/** Above a list whose tracks do not have every word that was typed: what they have instead. */
export function MatchNote({ query, list: { matching, searchedFor } }: MatchNoteProps) {
  const text = matchText({ query, list: { matching, searchedFor } })
  if (text === null) return null
  return (
    <p className="match-note">
      <bdi>{text}</bdi>
    </p>
  )
}

/** The same as plain text; null for an exact match. */
export function matchText({ query, list }: MatchNoteProps): string | null {
  const searched = list.searchedFor ?? query
  if (list.matching === 'exact' || searched === undefined) return null
  if (list.matching === 'closest') return searchMessages.closestTo(searched)
  return searchMessages.resultsFor(searched)
}
