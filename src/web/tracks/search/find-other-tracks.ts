import { queryTracks, type TrackList } from '#contracts/catalogue.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import type { TrackSearch } from '#rules/search/track-search.ts'
import type { Api } from '#web/api/client.ts'
import { isNarrowed } from '#web/tracks/catalogue-search.ts'
import { trackSummary } from '#web/tracks/track-summary.ts'

/** `similar`: of the genre of the first that was found. */
export type OtherTracks = { kind: 'similar' | 'popular'; tracks: TrackSummary[] }

/** With more, a page is full enough. */
const fewTracks = 3
const shownTracks = 3

const none: OtherTracks = { kind: 'popular', tracks: [] }

/** What a page shows below the few tracks that a search has found, or in place of none; empty below more. */
export async function findOtherTracks(
  load: Api['load'],
  { search, found }: { search: TrackSearch; found: Pick<TrackList, 'tracks' | 'totalTracks'> },
): Promise<OtherTracks> {
  if (!isNarrowed(search) || found.totalTracks > fewTracks) return none
  const others = async (filter: { genre?: TrackSearch['genre'] }) => {
    const limit = found.tracks.length + shownTracks
    const { tracks } = await load(queryTracks, { ...filter, limit })
    const isFound = (id: string) => found.tracks.some((track) => track.id === id)
    return tracks
      .filter(({ id }) => !isFound(id))
      .slice(0, shownTracks)
      .map(trackSummary)
  }
  const genre = found.tracks[0]?.genre
  const similar = genre ? await others({ genre }) : []
  if (similar.length > 0) return { kind: 'similar', tracks: similar }
  return { kind: 'popular', tracks: await others({}) }
}
