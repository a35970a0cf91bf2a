import {
  addExample,
  deleteExample,
  editExample,
  listOwnExamples,
  orderExamples,
  streamExample,
} from '#contracts/artists/examples.ts'
import { maxExampleBytes } from '#rules/artists/example-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { openArrivals } from '#server/gateways/storage/arriving-files.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { countProfileChange } from '../profile-commands.ts'
import * as commands from './example-commands.ts'
import { findPlayableExample, readOwnExample, readOwnExamples } from './example-queries.ts'

/** Short, so that a deleted example expires soon. */
const oneDay = 'public, max-age=86400'

export function exampleRoutes(serving: Serving, deps: { db: Db; storage: Storage }) {
  const { db, storage } = deps
  const { serve, serveBytes } = serving
  receiveRoute(serving, deps)
  changeRoutes(serving, deps)

  serve(listOwnExamples, async ({ user }) => ({
    examples: await readOwnExamples(db, user.id),
  }))

  serveBytes(streamExample, async ({ input, request, reply }) => {
    const key = await findPlayableExample(db, input.id)
    if (key === null) throw new Refusal('not_found')
    const file = { key, contentType: 'audio/mpeg', cacheControl: oneDay, etag: key }
    await sendFile(storage, request, reply, file, async () => {})
  })
}

function receiveRoute({ serveUpload }: Serving, deps: { db: Db; storage: Storage }) {
  const { db } = deps
  const arrivals = openArrivals(deps.storage, { maxBytes: maxExampleBytes })

  serveUpload(addExample, async ({ user, receive }) => {
    const artistId = user.id
    await countProfileChange(db, artistId)
    const id = await arrivals.admit(
      artistId,
      (arriving) => commands.refuseTooManyExamples(db, { artistId, arriving }),
      () =>
        receive(({ description }, file) =>
          commands.receiveExample(deps, {
            artistId,
            description,
            fileName: file.name,
            body: file.body,
          }),
        ),
    )
    return readOwnExample(db, { id, artistId })
  })
}

function changeRoutes({ serve }: Serving, deps: { db: Db; storage: Storage }) {
  const { db } = deps

  serve(editExample, async ({ input: { id, description }, user }) => {
    const own = { id, artistId: user.id }
    await commands.describeExample(db, { ...own, description })
    return readOwnExample(db, own)
  })

  serve(orderExamples, async ({ input, user }) => {
    await commands.putExamplesInOrder(db, { artistId: user.id, ids: input.ids })
    return { examples: await readOwnExamples(db, user.id) }
  })

  serve(deleteExample, async ({ input, user }) => {
    await commands.removeExample(deps, { id: input.id, artistId: user.id })
    return {}
  })
}
