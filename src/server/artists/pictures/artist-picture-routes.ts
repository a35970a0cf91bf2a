import { buffer } from 'node:stream/consumers'
import { drawArtistSharePicture, drawPortrait } from '#contracts/artists/pictures.ts'
import { avatarId } from '#rules/artists/avatars.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Serving } from '#server/http/serve.ts'
import { openPictureStore } from '#server/tracks/pictures/picture-store.ts'
import { findArtist } from '../artist-queries.ts'
import { avatarKey } from './avatar-commands.ts'
import { artistPortrait } from './artist-portrait.ts'
import { artistSharePicture, artistShareVersion, shareSubject } from './artist-share-picture.ts'

/** A picture's URL changes with the picture. */
const oneYear = 'public, max-age=31536000'
/** At a URL of another version, or of none. */
const oneHour = 'public, max-age=3600'

export function artistPictureRoutes(
  { serveBytes }: Serving,
  { db, storage }: { db: Db; storage: Storage },
) {
  const pictures = openPictureStore()

  async function readAvatar(avatar: string | null): Promise<Buffer | null> {
    const id = avatar === null ? null : avatarId(avatar)
    const stored = id === null ? null : await storage.get(avatarKey(id, 512))
    return stored && (await buffer(stored.body))
  }

  serveBytes(drawPortrait, async ({ input, reply }) => {
    await reply
      .header('cache-control', oneYear)
      .type('image/svg+xml')
      .send(artistPortrait(input.id))
  })

  serveBytes(drawArtistSharePicture, async ({ input, reply }) => {
    const artist = await findArtist(db, input.id, { withBanned: false })
    if (!artist) throw new Refusal('not_found')
    const subject = shareSubject(artist)
    const version = artistShareVersion(subject)
    const picture = await pictures.find(`${subject.id} ${version}`, async () =>
      artistSharePicture(subject, await readAvatar(subject.avatar)),
    )
    await reply
      .header('cache-control', input.v === version ? oneYear : oneHour)
      .type('image/png')
      .send(picture)
  })
}
