import type { FastifyReply } from 'fastify'
import { drawCover, drawRasterCover, drawSharePicture } from '#contracts/tracks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import type { SessionUser } from '#server/http/session.ts'
import { openPictureStore } from './pictures/picture-store.ts'
import { rasterCover } from './pictures/raster-cover.ts'
import { sharePicture, shareVersion } from './pictures/share-picture.ts'
import { coverVersion, trackCover } from './pictures/track-cover.ts'
import { findKeptPictureSubject, findPictureSubject } from './track-queries.ts'

/** A picture's URL changes with the picture. */
const oneYear = 'max-age=31536000'
/** At a URL of another version, or of none. */
const oneHour = 'max-age=3600'

export function trackPictureRoutes({ serveBytes }: Serving, { db }: { db: Db }) {
  const pictures = openPictureStore()

  async function listedSubject(id: string) {
    const subject = await findPictureSubject(db, id)
    if (!subject) throw new Refusal('not_found')
    return { ...subject, artistName: subject.displayName ?? subject.username }
  }

  /** Who sells or has bought a track sees its cover also when it is listed no more; nobody else does. */
  async function coverSubject(id: string, user: SessionUser | null) {
    const listed = await findPictureSubject(db, id)
    if (listed) return { subject: listed, storedBy: 'public' } as const
    const kept = user && (await findKeptPictureSubject(db, { trackId: id, userId: user.id }))
    if (!kept) throw new Refusal('not_found')
    return { subject: kept, storedBy: 'private' } as const
  }

  serveBytes(drawCover, async ({ input, user, reply }) => {
    const { subject, storedBy } = await coverSubject(input.id, user)
    await reply
      .header('cache-control', `${storedBy}, ${oneYear}`)
      .type('image/svg+xml')
      .send(trackCover(subject))
  })

  serveBytes(drawRasterCover, async ({ input, user, reply }) => {
    const { subject, storedBy } = await coverSubject(input.id, user)
    const version = coverVersion(subject)
    const picture = await pictures.find(`cover ${subject.id} ${version}`, () =>
      rasterCover(subject),
    )
    await sendPicture(reply, picture, { storedBy, isPresent: input.v === version })
  })

  serveBytes(drawSharePicture, async ({ input, reply }) => {
    const subject = await listedSubject(input.id)
    const version = shareVersion(subject)
    const picture = await pictures.find(`share ${subject.id} ${version}`, () =>
      sharePicture(subject),
    )
    await sendPicture(reply, picture, { storedBy: 'public', isPresent: input.v === version })
  })
}

type Storing = { storedBy: 'public' | 'private'; isPresent: boolean }

function sendPicture(reply: FastifyReply, picture: Buffer, { storedBy, isPresent }: Storing) {
  return reply
    .header('cache-control', `${storedBy}, ${isPresent ? oneYear : oneHour}`)
    .type('image/png')
    .send(picture)
}
