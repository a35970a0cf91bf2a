import { streamExample } from '#contracts/artists/artists.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { findPlayableExample } from './example-queries.ts'

/** Short, so that a deleted example expires soon. */
const oneDay = 'public, max-age=86400'

export function exampleRoutes(
  { serveBytes }: Serving,
  { db, storage }: { db: Db; storage: Storage },
) {
  serveBytes(streamExample, async ({ input, request, reply }) => {
    const key = await findPlayableExample(db, input.id)
    if (key === null) throw new Refusal('not_found')
    const file = { key, contentType: 'audio/mpeg', cacheControl: oneDay, etag: key }
    await sendFile(storage, request, reply, file, async () => {})
  })
}
