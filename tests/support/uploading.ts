// Sends a recording as the upload form does.

import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Readable } from 'node:stream'
import type { TestUser, TestApp } from './test-app.ts'

export const details = {
  title: 'Skye Boat Song',
  originalArtist: 'Traditional',
  description: 'Fingerpicked, with a pause before the last verse.',
  price: '4.99',
  type: 'Backing Track',
  backingTrackType: 'Acoustic Guitar',
  keySignature: 'Am',
  confirmation: 'on',
}

type Form = {
  fields?: Record<string, string>
  file?: Buffer | null
  /** Null omits it from the file's part. */
  fileName?: string | null
  as?: TestUser
  /** Replaces the content type of a complete form. */
  contentType?: string
  body?: Buffer | Readable
}

export const boundary = 'undersong-test-boundary'

export function formBody({ fields = details, file = null, fileName = 'take.wav' }: Form): Buffer {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  )
  if (file !== null) {
    const named = fileName === null ? '' : `; filename="${fileName}"`
    const type = fileName === null ? 'application/octet-stream' : 'audio/wav'
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"${named}\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    )
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

export const multipartType = `multipart/form-data; boundary=${boundary}`

export function upload(app: TestApp, form: Form) {
  return app.http.inject({
    method: 'POST',
    url: '/api/proxy/tracks',
    headers: {
      host: 'undersong.test',
      'content-type': form.contentType ?? multipartType,
      ...(form.as ? { cookie: form.as.cookie } : {}),
    },
    payload: form.body ?? formBody(form),
  })
}

/** Sends `bytes` of the form over a real connection, and closes it after `arrived` has confirmed their arrival. */
export async function breakOff(
  app: TestApp,
  form: Form,
  { bytes, arrived }: { bytes: number; arrived: () => Promise<void> },
): Promise<void> {
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const body = formBody(form)
  const request = httpRequest(`${address}/api/proxy/tracks`, {
    method: 'POST',
    headers: {
      'content-type': multipartType,
      'content-length': body.length,
      cookie: form.as?.cookie ?? '',
    },
  })
  // The interruption is intended, so the client's error is ignored.
  request.on('error', () => undefined)
  request.write(body.subarray(0, bytes))
  await arrived()
  request.destroy()
}

/** Inserts a refused upload, as the worker leaves it. */
export async function createRefusedUpload(
  { db }: TestApp,
  { id: artistId }: TestUser,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('uploads')
    .values({
      id,
      artist_id: artistId,
      title: 'Barbara Allen',
      file_name: 'take.wav',
      details: JSON.stringify({}),
      storage_key: `originals/${id}`,
      bytes: 1000,
      sha256: '0'.repeat(64),
      container: 'wav',
      status: 'refused',
      refusal_code: 'audio_silent',
      finished_at: new Date(),
    })
    .execute()
  return id
}
