// Sends a recording as the upload form does.

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { storeAudio } from '#server/uploads/stored-audio.ts'
import { receiveRecording } from '#server/uploads/upload-commands.ts'
import { refuseUpload } from '#server/uploads/upload-steps.ts'
import { details } from './uploads/upload-details.ts'
import { plainAudio, plainDescription, type TestUser, type TestApp } from './test-app.ts'

export { details }

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

/** The form, with megabytes of silence after its file: generated while it is sent. */
export function formWithSilence(form: Form, megabytes: number): Readable {
  const body = formBody(form)
  const end = body.lastIndexOf(`\r\n--${boundary}--`)
  const silence = Buffer.alloc(1024 * 1024)
  function* chunks() {
    yield body.subarray(0, end)
    for (let sent = 0; sent < megabytes; sent++) yield silence
    yield body.subarray(end)
  }
  return Readable.from(chunks())
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

/** A refused upload, received and refused by the app's own commands. */
export async function createRefusedUpload(app: TestApp, artist: TestUser): Promise<string> {
  const id = randomUUID()
  await receiveRecording(
    { db: app.db, storage: app.storage, log: app.http.log },
    {
      id,
      artistId: artist.id,
      description: { ...plainDescription, keySignature: 'Am', title: 'Barbara Allen' },
      fileName: 'take.wav',
      body: Readable.from([makeWav({ waveform: tone(440), seconds: 1 })]),
    },
  )
  const files = { id, storage_key: `originals/${id}`, unfinished_file: null }
  await refuseUpload(app, files, 'audio_silent')
  return id
}

/** An upload that waits for its details; its preview is no audio. */
export async function createPreparedUpload(
  app: TestApp,
  artist: TestUser,
  measured: { measuredKeyConfidence?: number } = {},
): Promise<string> {
  const id = randomUUID()
  const preview = Readable.from([Buffer.alloc(1000)])
  await app.storage.put(`previews/${id}.mp3`, preview, {
    maxBytes: 1000,
    contentType: 'audio/mpeg',
  })
  await app.db
    .insertInto('uploads')
    .values({
      id,
      artist_id: artist.id,
      file_name: 'take.wav',
      storage_key: `originals/${id}`,
      bytes: 1000,
      bytes_received: 1000,
      sha256: '0'.repeat(64),
      container: 'wav',
      audio: storeAudio({
        ...plainAudio,
        ...measured,
        container: 'wav',
        preview: { ...plainAudio.preview, path: '', startMs: 0 },
      }),
      status: 'prepared',
    })
    .execute()
  return id
}

/** The names of all files that the app stores. */
export async function storedFiles({ folder }: TestApp): Promise<string[]> {
  const all = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A body whose second half is sent after `until`. */
export function inHalves(body: Buffer, until: Promise<unknown>): Readable {
  async function* halves() {
    yield body.subarray(0, body.length / 2)
    await until
    yield body.subarray(body.length / 2)
  }
  return Readable.from(halves())
}
