// Examples of how an artist plays: sent as the profile's form does, or created without their preparation.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { formBody, inHalves, multipartType } from '../uploading.ts'

type Form = {
  description?: string
  file?: Buffer
  fileName?: string
  /** Replaces the complete form. */
  body?: Readable
  /** The end of the form is sent after this. */
  until?: Promise<unknown>
}

export function sendExample(app: TestApp, as: TestUser | undefined, form: Form = {}) {
  const { description = 'Fingerpicked', file = short, fileName = 'take.wav', until } = form
  const body = formBody({ fields: { description }, file, fileName })
  return app.http.inject({
    method: 'POST',
    url: '/api/artist/examples',
    headers: {
      host: 'undersong.test',
      'content-type': multipartType,
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload: form.body ?? (until === undefined ? body : inHalves(body, until)),
  })
}

const short = makeWav({ waveform: tone(440), seconds: 6 })

type Example = { description?: string; audio?: Buffer }

/** The next one in the artist's order, ready to be played. Returns its id. */
export async function createExample(
  { db, storage }: TestApp,
  artistId: string,
  { description = 'Fingerpicked, without effects', audio = Buffer.alloc(1000) }: Example = {},
): Promise<string> {
  const id = randomUUID()
  const key = `examples/${id}.mp3`
  await storage.put(key, Readable.from([audio]), {
    maxBytes: audio.length,
    contentType: 'audio/mpeg',
  })
  const { last } = await db
    .selectFrom('artist_examples')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('artist_examples')
    .values({
      id,
      artist_id: artistId,
      description,
      file_name: 'example.wav',
      position: (last ?? 0) + 1,
      status: 'ready',
      storage_key: key,
      bytes: audio.length,
      duration_ms: 30_000,
    })
    .execute()
  return id
}
