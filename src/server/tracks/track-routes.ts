import { listFeaturedTracks, queryTracks } from '#contracts/catalogue.ts'
import { getTrack, getTracksById, listTracksOfArtist, streamPreview } from '#contracts/tracks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db, Search } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { openSharedResponses } from '#server/pages/shared-responses.ts'
import { findTracks } from '#server/search/find-tracks.ts'
import { findHomeTracks } from './featured-tracks.ts'
import { findCommentPage } from './track-comments.ts'
import { openPlayCounter } from './track-popularity.ts'
import {
  presentListedTrack,
  presentOwnersFields,
  presentSharePicture,
  presentTrack,
} from './track-presenter.ts'
import {
  findListedPreview,
  findListedTracks,
  findOwnFigures,
  findTrack,
  findTracksById,
} from './track-queries.ts'

/** Short, so that the preview of a withdrawn track expires soon. */
const oneDay = 'public, max-age=86400'

export function trackRoutes(
  { serve, serveBytes, serveShared }: Serving,
  deps: { db: Db; search: Search; storage: Storage; pageCache: PageCache | null },
) {
  const { db, search } = deps

  const respond = openSharedResponses(deps.pageCache)

  serveShared(queryTracks, respond, async (input) => {
    const found = await search((searchDb) => findTracks(searchDb, input))
    const tracks = await findListedTracks(db, found.ids)
    return {
      tracks: tracks.map(presentListedTrack),
      totalTracks: found.total,
      totalIsExact: found.totalIsExact,
      matching: found.matching,
      searchedFor: found.searchedFor,
      totalPages: found.pages,
      currentPage: found.page,
      limit: input.limit,
    }
  })

  serveShared(listFeaturedTracks, respond, async () => {
    const { tracks, featured } = await findHomeTracks(deps)
    return { tracks: tracks.map(presentListedTrack), featured }
  })

  serve(getTracksById, async ({ input }) => {
    const rows = await findTracksById(db, input.ids)
    return { tracks: rows.map(presentTrack) }
  })

  serve(listTracksOfArtist, async ({ input }) => {
    const query = queryTracks.input.parse(input)
    const { ids } = await search((searchDb) => findTracks(searchDb, query))
    const tracks = await findListedTracks(db, ids)
    return { tracks: tracks.map(presentListedTrack) }
  })

  serve(getTrack, async ({ input, user }) => {
    const row = await findTrack(db, input.id)
    if (!row) throw new Refusal('not_found')
    const comments = await findCommentPage(db, { trackId: input.id, page: input.commentPage })
    const figures = user && (await findOwnFigures(db, { trackId: row.id, userId: user.id }))
    return {
      ...presentListedTrack(row),
      ...presentOwnersFields(row, { figures, isAdmin: user?.mayAdminister ?? false }),
      isKeyStated: row.key_stated,
      sharePictureUrl: presentSharePicture(row),
      fineWaveform: row.fine_waveform,
      ...comments,
    }
  })

  fileRoutes(serveBytes, deps)
}

function fileRoutes(
  serveBytes: Serving['serveBytes'],
  { db, storage }: { db: Db; storage: Storage },
) {
  const countPlay = openPlayCounter(db)

  serveBytes(streamPreview, async ({ input, request, reply }) => {
    const preview = await findListedPreview(db, input.id)
    if (!preview) throw new Refusal('not_found')
    const file = {
      key: preview.preview_key,
      contentType: 'audio/mpeg',
      cacheControl: oneDay,
      etag: preview.preview_key,
    }
    await sendFile(storage, request, reply, file, () => countPlay(input.id, request.ip))
  })
}
