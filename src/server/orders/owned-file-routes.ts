import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  downloadAllTracks,
  downloadTrack,
  getRendition,
  playOwnedTrack,
  requestRendition,
} from '#contracts/downloads.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { presentRendition } from './order-presenter.ts'
import { recordDownload, sendOwnedDownload, sendOwnedStream } from './owned-file.ts'
import { openOwnedZip } from './owned-zip.ts'
import { findRendition, requestRendition as startRendition } from './rendition-requests.ts'
import type { ZipStream } from './zip-stream.ts'
import { withZipLease } from './zip-lease.ts'

type Deps = { db: Db; storage: Storage }

/** A client that takes nothing for this time has gone, or has paused for longer than its connection is worth. */
const stalledAfterMs = 10 * 60_000

export function ownedFileRoutes({ serve, serveBytes }: Serving, deps: Deps) {
  serveBytes(downloadTrack, async ({ input, user, ...exchange }) => {
    const { id: trackId, format } = input
    await sendOwnedDownload(deps, { userId: user.id, trackId, format }, exchange)
  })

  serveBytes(playOwnedTrack, async ({ input, user, ...exchange }) => {
    const { id: trackId, format } = input
    await sendOwnedStream(deps, { userId: user.id, trackId, format }, exchange)
  })

  serve(requestRendition, async ({ input, user }) => {
    const { id: trackId, format } = input
    const found = await startRendition(deps, { userId: user.id, trackId, format })
    return presentRendition(format, found.rendition)
  })

  serve(getRendition, async ({ input, user }) => {
    const { id: trackId, format } = input
    const { rendition } = await findRendition(deps.db, { userId: user.id, trackId, format })
    return presentRendition(format, rendition)
  })

  serveZip(serveBytes, deps)
}

function serveZip(serveBytes: Serving['serveBytes'], deps: Deps): void {
  serveBytes(downloadAllTracks, async ({ user: { id: userId }, request, reply }) => {
    const onTrack = (trackId: string) => {
      // A failure to count must not fail the download.
      recordDownload(deps.db, { userId, trackId, address: request.ip }).catch((error: unknown) =>
        request.log.error({ err: error }, 'was not counted'),
      )
    }
    const isHead = request.method === 'HEAD'
    const send = async () => {
      const zip = await openOwnedZip({ ...deps, onTrack: isHead ? () => {} : onTrack }, userId)
      reply.header('cache-control', 'private, no-store')
      reply.header('content-type', 'application/zip')
      reply.header('content-length', zip.bytes)
      reply.header('content-disposition', attachmentNamed('Undersong tracks.zip'))
      await sendUntilGone(reply, request, zip)
    }
    if (isHead) await send()
    else await withZipLease({ db: deps.db, log: request.log }, userId, send)
  })
}

/** Ends with the response; the stored file that is open is closed, whoever ended it. */
async function sendUntilGone(
  reply: FastifyReply,
  request: FastifyRequest,
  zip: ZipStream,
): Promise<void> {
  const { socket } = request.raw
  let sentBytes = socket.bytesWritten
  const stalled = setInterval(() => {
    if (socket.bytesWritten === sentBytes) socket.destroy()
    sentBytes = socket.bytesWritten
  }, stalledAfterMs)
  try {
    if (request.method === 'HEAD') await reply.send(Readable.from([]))
    else await reply.send(zip.body)
  } finally {
    clearInterval(stalled)
    zip.close()
  }
}
