import { queryTracks } from '#contracts/catalogue.ts'
import {
  drawCover,
  getTrack,
  getTracksById,
  listOwnTracks,
  streamPreview,
} from '#contracts/tracks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { openSharedResponses } from '#server/pages/shared-responses.ts'
import { findTracks } from '#server/search/find-tracks.ts'
import { trackCover } from './track-cover.ts'
import { openPlayCounter } from './track-popularity.ts'
import { presentComment, presentTrack, presentVersion } from './track-presenter.ts'
import {
  findComments,
  findCoverSubject,
  findListedPreview,
  findListedTracks,
  findOwnTracks,
  findTrack,
  findTracksById,
} from './track-queries.ts'

/** Short, so that the preview of a withdrawn track expires soon. */
const oneDay = 'public, max-age=86400'
/** A cover's URL changes with the cover. */
const oneYear = 'public, max-age=31536000'

export function trackRoutes(
  { serve, serveBytes, serveShared }: Serving,
  deps: { db: Db; catalogueDb: Db; storage: Storage; pageCache: PageCache | null },
) {
  const { db, catalogueDb } = deps

  serveShared(queryTracks, openSharedResponses(deps.pageCache), async (input) => {
    const found = await findTracks(catalogueDb, input)
    const rows = await findListedTracks(catalogueDb, found.ids)
    return {
      tracks: rows.map((row) => ({
        ...presentTrack(row),
        versions: row.versions.map(presentVersion),
      })),
      totalTracks: found.total,
      totalIsExact: found.totalIsExact,
      matching: found.matching,
      searchedFor: found.searchedFor,
      totalPages: found.pages,
      currentPage: found.page,
    }
  })

  serve(getTracksById, async ({ input }) => {
    const rows = await findTracksById(db, input.ids)
    return { tracks: rows.map(presentTrack) }
  })

  serve(getTrack, async ({ input }) => {
    const row = await findTrack(db, input.id)
    if (!row) throw new Refusal('not_found')
    const comments = await findComments(db, input.id)
    return {
      ...presentTrack(row),
      versions: row.versions.map(presentVersion),
      fineWaveform: row.fine_waveform,
      comments: comments.map(presentComment),
    }
  })

  serve(listOwnTracks, async ({ user }) => {
    const rows = await findOwnTracks(db, user.id)
    return {
      tracks: rows.map((row) => ({
        ...presentTrack(row),
        pricePence: row.price_pence,
        purchaseCount: row.purchases,
        downloadCount: row.downloads,
      })),
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

  serveBytes(drawCover, async ({ input, reply }) => {
    const track = await findCoverSubject(db, input.id)
    if (!track) throw new Refusal('not_found')
    await reply
      .header('cache-control', oneYear)
      .type('image/svg+xml')
      .send(
        trackCover({
          id: track.id,
          artistId: track.artist_id,
          instrumentation: track.instrumentation,
          keySignature: track.key_signature,
        }),
      )
  })
}
