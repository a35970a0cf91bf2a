import { request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { makeWav } from '#server/gateways/audio/audio-samples.ts'
import type { TestUser, TestApp } from '../support/test-app.ts'
import { details, formBody, multipartType, upload } from '../support/uploading.ts'
import { createAttackApp } from './attack-app.ts'
import { hostileFiles } from './hostile-files.ts'
import { openListener } from './listener.ts'

/** Stored recordings that belong to no upload and no track. */
async function orphans({ db, storage }: TestApp): Promise<string[]> {
  const uploads = await db
    .selectFrom('uploads')
    .select('storage_key as key')
    .where('status', '=', 'processing')
    .execute()
  const tracks = await db.selectFrom('tracks').select('original_key as key').execute()
  const known = new Set([...uploads, ...tracks].map(({ key }) => key))
  const found: string[] = []
  for await (const { key } of storage.list('originals')) if (!known.has(key)) found.push(key)
  return found
}

test('a file that only pretends to be a recording is refused, leaves no file, and causes no outgoing request', async () => {
  await using listener = await openListener()
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  for (const [name, file] of Object.entries(hostileFiles(listener.url))) {
    for (const fileName of [`${name}.mp3`, `../../${name}.wav\u0000.html`]) {
      const response = await upload(testApp, { as: people.artist, file, fileName })
      expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500)
      // The job checks files that look like audio at first.
      await testApp.work()
    }
  }
  const listed = await testApp.db
    .selectFrom('uploads')
    .selectAll()
    .where('status', '=', 'listed')
    .execute()
  // A WAV file with a wrong length, or with text as samples, is a valid recording.
  expect(listed.filter(({ file_name: name }) => !/wav(OfNoise|Lie)/.test(name))).toEqual([])
  expect(listener.requests).toEqual([])
  expect(await orphans(testApp)).toEqual([])
})

const boundary = 'attack'
const part = (head: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const fields = Buffer.concat(
  Object.entries(details).map(([name, value]) =>
    part(`Content-Disposition: form-data; name="${name}"`, value),
  ),
)
const end = Buffer.from(`--${boundary}--\r\n`)
const wav = makeWav({ seconds: 6 })
const filePart = (head: string) => part(`Content-Disposition: form-data; name="file"${head}`, wav)
const loneSurrogate = Buffer.from([0x41, 0x00, 0x3d, 0xd8])

const malformedForms: Record<string, { type?: string; body: Buffer }> = {
  'a file without a name': {
    body: Buffer.concat([fields, filePart('\r\nContent-Type: audio/wav'), end]),
  },
  'a file without a name, as bytes': {
    body: Buffer.concat([fields, filePart('\r\nContent-Type: application/octet-stream'), end]),
  },
  'a file with an empty name': { body: Buffer.concat([fields, filePart('; filename=""'), end]) },
  'a file name of quotes': {
    body: Buffer.concat([fields, filePart('; filename="a\\"b;c=\\"d"'), end]),
  },
  'a file name with a path': {
    body: Buffer.concat([fields, filePart('; filename="..\\..\\x.wav"'), end]),
  },
  'an encoded file name': {
    body: Buffer.concat([fields, filePart("; filename*=UTF-8''%F0%9F%98%80%00%FF.wav"), end]),
  },
  'two files': {
    body: Buffer.concat([
      fields,
      filePart('; filename="a.wav"'),
      filePart('; filename="b.wav"'),
      end,
    ]),
  },
  'the file first': { body: Buffer.concat([filePart('; filename="a.wav"'), fields, end]) },
  'a title of half a character': {
    body: Buffer.concat([
      part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-16le',
        loneSurrogate,
      ),
      fields,
      filePart('; filename="a.wav"'),
      end,
    ]),
  },
  'a title of half a character, last': {
    body: Buffer.concat([
      fields,
      part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-16le',
        loneSurrogate,
      ),
      filePart('; filename="a.wav"'),
      end,
    ]),
  },
  'an unknown charset': {
    body: Buffer.concat([
      part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=klingon',
        'x',
      ),
      fields,
      filePart('; filename="a.wav"'),
      end,
    ]),
  },
  'fields called like a prototype': {
    body: Buffer.concat([
      part('Content-Disposition: form-data; name="__proto__"', 'x'),
      part('Content-Disposition: form-data; name="constructor"', 'x'),
      fields,
      filePart('; filename="a.wav"'),
      end,
    ]),
  },
  'a thousand fields': {
    body: Buffer.concat([
      ...Array.from({ length: 1000 }, (_, index) =>
        part(`Content-Disposition: form-data; name="f${index}"`, 'x'),
      ),
      end,
    ]),
  },
  'a field of a megabyte': {
    body: Buffer.concat([
      part('Content-Disposition: form-data; name="title"', 'x'.repeat(1_100_000)),
      fields,
      end,
    ]),
  },
  'a part without a name': {
    body: Buffer.concat([part('Content-Disposition: form-data', 'x'), fields, end]),
  },
  'a part without a head': { body: Buffer.concat([part('', 'x'), fields, end]) },
  'a head that does not end': {
    body: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}`,
    ),
  },
  'no end': { body: Buffer.concat([fields, filePart('; filename="a.wav"')]) },
  nothing: { body: Buffer.alloc(0) },
  'only the end': { body: end },
  'another boundary': {
    type: 'multipart/form-data; boundary=other',
    body: Buffer.concat([fields, end]),
  },
  'no boundary': { type: 'multipart/form-data', body: Buffer.concat([fields, end]) },
  'an empty boundary': {
    type: 'multipart/form-data; boundary=',
    body: Buffer.concat([fields, end]),
  },
  'a boundary of 300 characters': {
    type: `multipart/form-data; boundary=${'x'.repeat(300)}`,
    body: end,
  },
  'a boundary of odd characters': { type: 'multipart/form-data; boundary="a\\b\tc"', body: end },
  'two boundaries': {
    type: `multipart/form-data; boundary=${boundary}; boundary=x`,
    body: Buffer.concat([fields, end]),
  },
  'a multipart that is no form': {
    type: `multipart/mixed; boundary=${boundary}`,
    body: Buffer.concat([fields, end]),
  },
}

test('no malformed form causes a server error or leaves a file', async () => {
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const failed: string[] = []
  for (const [name, { type, body }] of Object.entries(malformedForms)) {
    const before = new Set(await orphans(testApp))
    const response = await upload(testApp, {
      as: people.artist,
      contentType: type ?? `multipart/form-data; boundary=${boundary}`,
      body,
    })
    if (response.statusCode >= 500) failed.push(`${name}: ${response.statusCode} ${response.body}`)
    const left = (await orphans(testApp)).filter((key) => !before.has(key))
    if (left.length > 0) failed.push(`${name}: left ${left.length} files`)
    // An artist may have three uploads in progress.
    await testApp.db.deleteFrom('uploads').where('status', '=', 'processing').execute()
    for (const key of await orphans(testApp)) await testApp.storage.remove(key)
  }
  expect(failed).toEqual([])
})

test('interrupted uploads leave neither file nor row, wherever they are interrupted', async () => {
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const before = await testApp.db.selectFrom('uploads').select('id').execute()
  const address = await testApp.http.listen({ host: '127.0.0.1', port: 0 })
  const body = formBody({ file: makeWav({ seconds: 20 }) })
  for (const bytes of [0, 10, 300, 1500, 100_000, body.length - 1000, body.length - 1])
    await sendPart(address, people.artist, body, bytes)
  // An upload counts against the limit of three until its interruption is detected.
  await vi.waitFor(
    async () => {
      const response = await upload(testApp, { as: people.artist, file: Buffer.from('nothing') })
      expect(response.json()).toMatchObject({ code: 'audio_not_recognised' })
      expect(await orphans(testApp)).toEqual([])
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(await testApp.db.selectFrom('uploads').select('id').execute()).toEqual(before)
})

/** Uses a real connection, which is closed after that many bytes have been handed to the network. */
async function sendPart(address: string, as: TestUser, body: Buffer, bytes: number): Promise<void> {
  const request = httpRequest(`${address}/api/proxy/tracks`, {
    method: 'POST',
    headers: {
      'content-type': multipartType,
      'content-length': body.length,
      cookie: as.cookie,
    },
  })
  // The interruption is intended, so the client's error is ignored.
  request.on('error', () => undefined)
  request.flushHeaders()
  if (bytes > 0)
    await new Promise<void>((resolve) => request.write(body.subarray(0, bytes), () => resolve()))
  request.destroy()
}
