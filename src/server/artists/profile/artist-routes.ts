import { getArtist, listFeaturedArtists, queryArtists } from '#contracts/artists/artists.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db, Search } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { openSharedResponses } from '#server/pages/shared-responses.ts'
import { readInlineReviews } from '#server/reviews/review-queries.ts'
import { presentArtist } from '../artist-presenter.ts'
import { findArtist, findArtists, findFeaturedArtists } from '../artist-queries.ts'
import { readShownOffers } from '../offers/offer-queries.ts'
import { presentArtistSharePicture } from '../pictures/artist-share-picture.ts'

type Deps = { db: Db; search: Search; pageCache: PageCache | null }

export function artistRoutes({ serve, serveShared }: Serving, { db, search, pageCache }: Deps) {
  const respond = openSharedResponses(pageCache)

  serveShared(queryArtists, respond, async (input) => {
    const found = await search((searchDb) => findArtists(searchDb, input))
    return {
      users: found.artists.map(presentArtist),
      totalUsers: found.total,
      totalPages: found.pages,
      currentPage: found.page,
      searchedFor: found.searchedFor,
    }
  })

  serveShared(listFeaturedArtists, respond, async () => ({
    artists: (await search(findFeaturedArtists)).map(presentArtist),
  }))

  serve(getArtist, async ({ input, user }) => {
    const withBanned = user?.mayAdminister === true
    const artist = await findArtist(db, input.id, { withBanned })
    if (!artist) throw new Refusal('not_found')
    const { artist_id: id } = artist
    const [reviews, offers] = await Promise.all([
      readInlineReviews(db, id),
      readShownOffers(db, id),
    ])
    const sharePictureUrl = presentArtistSharePicture(artist)
    return { ...presentArtist(artist), reviews, offers, sharePictureUrl }
  })
}
