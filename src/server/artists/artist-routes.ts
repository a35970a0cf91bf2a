import { getArtist, listFeaturedArtists, queryArtists } from '#contracts/artists/artists.ts'
import { inlineReviews } from '#rules/artists/review-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db, Search } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { freshMs, staleMs } from '#server/pages/page-cache.ts'
import { readReviews } from '#server/reviews/review-queries.ts'
import { presentArtist } from './artist-presenter.ts'
import { findArtist, findArtists, findFeaturedArtists } from './artist-queries.ts'

/** As long as the site's own cache keeps pages. */
const shared = `public, max-age=${freshMs / 1000}, stale-while-revalidate=${staleMs / 1000}`

export function artistRoutes({ serve }: Serving, { db, search }: { db: Db; search: Search }) {
  serve(queryArtists, async ({ input }) => {
    const found = await search((searchDb) => findArtists(searchDb, input))
    return {
      users: found.artists.map(presentArtist),
      totalUsers: found.total,
      totalPages: found.pages,
      currentPage: found.page,
      searchedFor: found.searchedFor,
    }
  })

  serve(listFeaturedArtists, async ({ reply }) => {
    reply.header('cache-control', shared)
    return { artists: (await search(findFeaturedArtists)).map(presentArtist) }
  })

  serve(getArtist, async ({ input }) => {
    const artist = await findArtist(db, input.id)
    if (!artist) throw new Refusal('not_found')
    const reviews = await readReviews(db, {
      artistId: artist.artist_id,
      orderBy: 'date-added',
      page: 1,
      limit: inlineReviews.before,
    })
    return { ...presentArtist(artist), reviews }
  })
}
