import type { Suggestion } from '#contracts/catalogue.ts'
import { tracksPath } from '#rules/search/track-search.ts'

/** A song's title is searched for; an artist's tracks are listed. */
export function suggestionPath(suggestion: Suggestion): string {
  if (suggestion.kind === 'title') return tracksPath({ query: suggestion.text })
  return tracksPath({ artistId: suggestion.artistId })
}
