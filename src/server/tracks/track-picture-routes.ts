import type { FastifyReply } from 'fastify'
import { drawCover, drawRasterCover, drawSharePicture } from '#contracts/tracks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { openPictureStore } from './pictures/picture-store.ts'
import { rasterCover } from './pictures/raster-cover.ts'
import { sharePicture, shareVersion } from './pictures/share-picture.ts'
import { coverVersion, trackCover } from './pictures/track-cover.ts'
import { findPictureSubject } from './track-queries.ts'

/** A picture's URL changes with the picture. */
const oneYear = 'public, max-age=31536000'
/** At a URL of another version, or of none. */
const oneHour = 'public, max-age=3600'

export function trackPictureRoutes({ serveBytes }: Serving, { db }: { db: Db }) {
  const pictures = openPictureStore()

  async function subjectOf(id: string) {
    const subject = await findPictureSubject(db, id)
    if (!subject) throw new Refusal('not_found')
    return { ...subject, artistName: subject.displayName ?? subject.username }
  }

  serveBytes(drawCover, async ({ input, reply }) => {
    const subject = await subjectOf(input.id)
    await reply.header('cache-control', oneYear).type('image/svg+xml').send(trackCover(subject))
  })

  serveBytes(drawRasterCover, async ({ input, reply }) => {
    const subject = await subjectOf(input.id)
    const version = coverVersion(subject)
    const picture = await pictures.find(`cover ${subject.id} ${version}`, () =>
      rasterCover(subject),
    )
    await sendPicture(reply, picture, { isPresent: input.v === version })
  })

  serveBytes(drawSharePicture, async ({ input, reply }) => {
    const subject = await subjectOf(input.id)
    const version = shareVersion(subject)
    const picture = await pictures.find(`share ${subject.id} ${version}`, () =>
      sharePicture(subject),
    )
    await sendPicture(reply, picture, { isPresent: input.v === version })
  })
}

function sendPicture(reply: FastifyReply, picture: Buffer, { isPresent }: { isPresent: boolean }) {
  return reply
    .header('cache-control', isPresent ? oneYear : oneHour)
    .type('image/png')
    .send(picture)
}
