import { removeAvatar, showAvatar, uploadAvatar } from '#contracts/artists/avatars.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { avatarKey, clearAvatar, storeAvatar } from '../pictures/avatar-commands.ts'
import { countProfileChange } from '../profile-commands.ts'

/** Another picture has another address. */
const forEver = 'public, max-age=31536000, immutable'

export function avatarRoutes(
  { serve, serveUpload, serveBytes }: Serving,
  deps: { db: Db; storage: Storage },
) {
  const { db, storage } = deps

  serveUpload(uploadAvatar, async ({ user, request, receive }) => {
    await countProfileChange(db, user.id)
    const avatar = await receive((_fields, { body }) =>
      storeAvatar({ ...deps, log: request.log }, { artistId: user.id, body }),
    )
    return { avatar }
  })

  serve(removeAvatar, async ({ user, request }) => {
    await countProfileChange(db, user.id)
    await clearAvatar({ ...deps, log: request.log }, user.id)
    return {}
  })

  serveBytes(showAvatar, async ({ input, request, reply }) => {
    const key = avatarKey(input.id, input.size)
    if ((await storage.stat(key)) === null) throw new Refusal('not_found')
    const file = { key, contentType: 'image/webp', cacheControl: forEver, etag: key }
    await sendFile(storage, request, reply, file, async () => {})
  })
}
