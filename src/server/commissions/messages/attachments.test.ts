import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/commissions/messages.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { unpack } from '../../../../tests/support/accounts/own-data.ts'
import { picture } from '../../../../tests/support/artists/avatars.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  attachedKeys,
  messagesOf,
  pdf,
  plainPicture,
  sendMessage,
  sentMessage,
  voice,
} from '../../../../tests/support/commissions/messaging.ts'
import { failJobsForGood } from '../../../../tests/support/queued-jobs.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const sandboxed = "sandbox; default-src 'none'; frame-ancestors 'none'"

const get = (app: TestApp, as: TestUser, url: string | null | undefined, headers = {}) =>
  app.call(`GET ${url}`, { as, headers })

/** Finds the first file of the newest message. */
async function attachmentOf(app: TestApp, as: TestUser, commissionId: string) {
  const { messages } = await messagesOf(app, as, commissionId)
  const attachment = messages.at(-1)?.attachments[0]
  if (!attachment) throw new Error('Nothing is attached.')
  return attachment
}

test('a picture is drawn again: upright, of a bounded size, without its metadata, and shown as WebP', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  const onItsSide = sharp(await picture())
    .keepMetadata()
    .withMetadata({ orientation: 6 })
    .jpeg()
  const bytes = await onItsSide.toBuffer()
  expect(bytes.includes('secret-place')).toBe(true)
  const files = [{ bytes, name: '../../IMG 1.html', type: 'text/html' }]
  await sentMessage(app, mia, id, { files })
  const shown = await attachmentOf(app, tom, id)
  // Its pixels are 400 by 600.
  expect(shown).toMatchObject({ kind: 'image', state: 'ready', width: 600, height: 400 })
  const sent = await get(app, tom, shown.url)
  expect(sent.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': sandboxed,
  })
  const { format, width, height, exif } = await sharp(sent.rawPayload).metadata()
  expect([format, width, height, exif]).toEqual(['webp', 600, 400, undefined])
  expect(sent.rawPayload.includes('secret-place')).toBe(false)
  await sentMessage(app, mia, id, { files: [{ bytes: await plainPicture(4_000, 1_000) }] })
  expect(await attachmentOf(app, tom, id)).toMatchObject({ width: 2_048, height: 512 })
})

test('a PDF is told by its content, and only ever saved, under a name that ends like one', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  await sentMessage(app, tom, id, {
    files: [{ bytes: pdf, name: 'chords.html\r\nx-injected: 1', type: 'text/html' }],
  })
  const { url, ...shown } = await attachmentOf(app, mia, id)
  expect(shown).toMatchObject({ kind: 'document', state: 'ready', bytes: pdf.length })
  for (const headers of [{}, { range: 'bytes=9-' }]) {
    const sent = await get(app, mia, url, headers)
    expect(sent.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename=.*\.pdf"?(;|$)/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': sandboxed,
    })
    expect(sent.headers).not.toHaveProperty('x-injected')
  }
  expect((await get(app, mia, url)).rawPayload).toEqual(pdf)
})

test('audio is decoded by a job, and played from the MP3 that is made of it; what was sent is removed', async () => {
  await using app = await createTestApp()
  const studio = await studioIn(app)
  const { mia, tom, store } = studio
  const { id } = await store('in_progress')
  const file = voice()
  await sentMessage(app, mia, id, { files: [{ bytes: file, name: 'hum.wav' }] })
  const preparing = await attachmentOf(app, tom, id)
  expect(preparing).toMatchObject({ kind: 'audio', state: 'preparing', url: null, waveform: null })
  const address = `/api/commissions/${id}/attachments/${preparing.id}`
  expect((await get(app, mia, address)).statusCode).toBe(404)
  await app.work()
  const ready = await attachmentOf(app, tom, id)
  expect(ready).toMatchObject({ state: 'ready', url: address, bytes: file.length })
  expect(ready.durationSeconds).toBeCloseTo(2, 1)
  expect(ready.waveform).toMatch(/^[0-9a-z]{96}$/)
  const sent = await get(app, tom, address)
  expect(sent.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-security-policy': sandboxed,
  })
  expect(sent.rawPayload.includes('RIFF')).toBe(false)
  const part = await get(app, tom, address, { range: 'bytes=0-99' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
  expect(await attachedKeys(app)).toEqual([`attachments/${ready.id}.mp3`])
})

test.each([
  ['audio_too_short', 'attachment_length'],
  ['audio_too_long', 'attachment_length'],
  ['audio_broken', 'attachment_unplayable'],
  ['audio_not_recognised', 'attachment_unplayable'],
  ['audio_silent', 'audio_silent'],
] as const)(
  'audio that is %s is refused by what is said of it (%s), its file is gone, and the message stays',
  async (code, named) => {
    const makeListeningCopy = () => Promise.reject(new AudioRefused(code))
    await using app = await createTestApp({ audio: { ...cannedAudio, makeListeningCopy } })
    const studio = await studioIn(app)
    const { mia, tom, store } = studio
    const { id } = await store('in_progress')
    await sentMessage(app, mia, id, { text: 'Listen', files: [{ bytes: voice() }] })
    await app.work()
    expect(await attachmentOf(app, tom, id)).toMatchObject({
      state: 'refused',
      url: null,
      reason: refusalMessage(named),
    })
    expect(await attachedKeys(app)).toEqual([])
    expect((await messagesOf(app, tom, id)).messages).toHaveLength(1)
  },
)

test('audio whose preparation was killed each time is refused, and one that waits is not', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  await sentMessage(app, mia, id, { files: [{ bytes: voice() }] })
  // Before the preparation.
  await addJob(app.db, 'tidy_attachments', {}, { priority: -1 })
  await app.work()
  expect(await attachmentOf(app, tom, id)).toMatchObject({ state: 'ready' })
  const kept = await attachedKeys(app)
  await sentMessage(app, mia, id, { files: [{ bytes: voice() }] })
  await failJobsForGood(app.db)
  await addJob(app.db, 'tidy_attachments', {})
  await app.work()
  expect(await attachmentOf(app, tom, id)).toMatchObject({ state: 'refused' })
  expect(await attachedKeys(app)).toEqual(kept)
})

test('what pretends to be something else is refused, whatever its name and type say, and nothing of it is stored', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const png = await plainPicture()
  for (const [bytes, code] of [
    [svg, 'attachment_not_accepted'],
    [Buffer.from('<html>%PDF-1.7</html>'), 'attachment_not_accepted'],
    [Buffer.from('GIF89a/*<script>*/=1;'), 'attachment_not_accepted'],
    [Buffer.from('PK\u0003\u0004'), 'attachment_not_accepted'],
    [Buffer.from('plain words'.repeat(20)), 'attachment_not_accepted'],
    [png.subarray(0, 40), 'picture_unreadable'],
    [Buffer.concat([png.subarray(0, 16), svg]), 'picture_unreadable'],
  ] as const) {
    const files = [{ bytes, name: 'picture.png', type: 'image/png' }]
    const answer = await sendMessage(app, mia, id, { files })
    expect([bytes.subarray(0, 12).toString('latin1'), codeOf(answer)]).toEqual([
      bytes.subarray(0, 12).toString('latin1'),
      code,
    ])
  }
  expect(await attachedKeys(app)).toEqual([])
  expect((await messagesOf(app, mia, id)).messages).toEqual([])
})

test('a file is served from its own room, to those who read that room, and from no guessed id', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('in_progress'), await store('in_progress')]
  const stranger = await createUser(app)
  const { attachments } = await sentMessage(app, mia, id, { files: [{ bytes: pdf }] })
  const attachmentId = attachments[0]?.id
  const of = (room: string, file: string | undefined) =>
    `/api/commissions/${room}/attachments/${file}`
  expect((await get(app, tom, of(id, attachmentId))).rawPayload).toEqual(pdf)
  const missing = await get(app, tom, of(id, randomUUID()))
  for (const [as, path] of [
    [tom, of(other, attachmentId)],
    [stranger, of(id, attachmentId)],
    [stranger, of(other, attachmentId)],
  ] as const) {
    const answer = await get(app, as, path)
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
})

test('a message whose rows cannot be written leaves no file, and one that is sent twice leaves one of each', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  const files = [{ bytes: pdf }, { bytes: await plainPicture() }]
  const requestKey = randomUUID()
  const send = () => sendMessage(app, mia, id, { requestKey, files })
  const [one, other] = await Promise.all([send(), send()])
  expect(one.json<Message>().id).toBe(other.json<Message>().id)
  expect(await attachedKeys(app)).toHaveLength(2)
  const kept = await attachedKeys(app)
  await sql`alter table commission_attachments add constraint broken check (bytes < 0) not valid`.execute(
    app.db,
  )
  expect(codeOf(await sendMessage(app, tom, id, { files }))).toBe('fault')
  expect(await attachedKeys(app)).toEqual(kept)
  expect((await messagesOf(app, tom, id)).messages).toHaveLength(1)
})

test('files without a message are swept after an hour, and those of messages stay', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  await sql`update migrations set applied_at = now() - interval '7 days'`.execute(app.db)
  const { id } = await store('in_progress')
  await sentMessage(app, mia, id, {
    files: [{ bytes: pdf }, { bytes: await plainPicture() }, { bytes: voice() }],
  })
  await app.work()
  const needed = await attachedKeys(app)
  const abandoned = [`attachments/${randomUUID()}`, `attachments/${randomUUID()}.mp3`]
  async function* body() {
    yield Buffer.from('abandoned')
  }
  for (const key of abandoned)
    await app.storage.put(key, body(), { maxBytes: 100, contentType: 'audio/mpeg' })
  const old = new Date(Date.now() - 61 * 60_000)
  for (const key of await attachedKeys(app)) await utimes(join(app.folder, 'files', key), old, old)
  await addJob(app.db, 'sweep_stored_files', {})
  await app.work()
  expect(await attachedKeys(app)).toEqual(needed)
})

test('a copy of the own data has the own messages with their files, and not those of the other party', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('completed')
  const own = await sentMessage(app, mia, id, { text: 'Mine', files: [{ bytes: pdf }] })
  await sentMessage(app, tom, id, { text: 'His', files: [{ bytes: pdf }] })
  const { json, files } = await unpack(
    (await app.call('GET /api/account/export', { as: mia })).rawPayload,
  )
  expect(json['commission-messages.json']).toMatchObject([{ text: 'Mine', commission_id: id }])
  expect(json['commission-attachments.json']).toHaveLength(1)
  const attached = Object.keys(files).filter((name) => name.startsWith('attachments/'))
  expect(attached).toEqual([`attachments/${own.attachments[0]?.id}.pdf`])
})
