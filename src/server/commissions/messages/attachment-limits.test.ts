import { expect, test } from 'vitest'
import { maxAttachmentBytes, maxAttachedBytes } from '#rules/commissions/message-limits.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  attachedKeys,
  messagesOf,
  pdf,
  plainPicture,
  sendMessage,
  sentMessage,
  voice,
  type SentFile,
} from '../../../../tests/support/commissions/messaging.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

test('a message takes three files, in their order, and not a fourth one', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  const files: SentFile[] = [
    { bytes: pdf, name: 'words.pdf' },
    { bytes: await plainPicture(), name: 'chords.png' },
    { bytes: voice(), name: 'hum.wav' },
  ]
  await sentMessage(app, mia, id, { files })
  const { messages } = await messagesOf(app, tom, id)
  expect(messages[0]?.attachments.map(({ fileName, kind }) => [fileName, kind])).toEqual([
    ['words.pdf', 'document'],
    ['chords.png', 'image'],
    ['hum.wav', 'audio'],
  ])
  const stored = await attachedKeys(app)
  const four = await sendMessage(app, mia, id, { files: [...files, { bytes: pdf }] })
  expect(codeOf(four)).toBe('too_many_attachments')
  expect(await attachedKeys(app)).toEqual(stored)
})

test('a file has at most 20 MB, whatever it is, and something in it', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  const send = async (bytes: Uint8Array) =>
    codeOf(await sendMessage(app, mia, id, { files: [{ bytes: pdf }, { bytes }] }))
  const ofLength = (head: Buffer, length: number) => {
    const bytes = Buffer.alloc(length)
    head.copy(bytes)
    return bytes
  }
  expect(await send(ofLength(pdf, maxAttachmentBytes))).toBe('done')
  const stored = await attachedKeys(app)
  for (const head of [pdf, voice(), await plainPicture()])
    expect(await send(ofLength(head, maxAttachmentBytes + 1))).toBe('attachment_too_large')
  expect(await send(Buffer.alloc(0))).toBe('attachment_empty')
  expect(await attachedKeys(app)).toEqual(stored)
  expect((await messagesOf(app, mia, id)).messages).toHaveLength(1)
})

test('the files of a commission take 200 MB together, and those of another one are not counted', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('in_progress'), await store('in_progress')]
  const { attachments } = await sentMessage(app, tom, id, { files: [{ bytes: pdf }] })
  // As if it had been larger: what is counted is what was sent.
  const setBytes = (bytes: number) =>
    app.db
      .updateTable('commission_attachments')
      .set({ bytes: String(bytes) })
      .where('id', '=', attachments[0]?.id ?? '')
      .execute()
  await setBytes(maxAttachedBytes - pdf.length + 1)
  const stored = await attachedKeys(app)
  const send = async (to: string) =>
    codeOf(await sendMessage(app, mia, to, { files: [{ bytes: pdf }] }))
  expect(await send(id)).toBe('attachments_full')
  expect(await attachedKeys(app)).toEqual(stored)
  expect(codeOf(await sendMessage(app, mia, id))).toBe('done')
  expect(await send(other)).toBe('done')
  await setBytes(maxAttachedBytes - pdf.length)
  expect(await send(id)).toBe('done')
})

test('the MP3s that are made of the recordings of a commission take 200 MB together, however small those were sent', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('in_progress'), await store('in_progress')]
  const listen = async (room: string) => {
    await sentMessage(app, mia, room, { files: [{ bytes: voice() }] })
    await app.work()
    const { messages } = await messagesOf(app, tom, room)
    return messages.at(-1)?.attachments[0]
  }
  const first = await listen(id)
  const { bytes } = (await app.storage.stat(`attachments/${first?.id}.mp3`)) ?? { bytes: 0 }
  // As if it had been longer.
  const setLength = (durationMs: number) =>
    app.db
      .updateTable('commission_attachments')
      .set({ duration_ms: durationMs })
      .where('id', '=', first?.id ?? '')
      .execute()
  const bytesPerMs = 16
  const maxMs = Math.floor((maxAttachedBytes - bytes) / bytesPerMs)
  await setLength(maxMs + 1)
  const stored = await attachedKeys(app)
  const reason = refusalMessage('attachments_full')
  expect(await listen(id)).toMatchObject({ state: 'refused', reason })
  expect(await attachedKeys(app)).toEqual(stored)
  expect(await listen(other)).toMatchObject({ state: 'ready' })
  await setLength(maxMs)
  expect(await listen(id)).toMatchObject({ state: 'ready' })
})

test('somebody whose files are on their way three times over waits with the fourth message', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  const files = [{ bytes: await plainPicture(3_000, 3_000) }]
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sendMessage(app, mia, id, { files })),
  )
  const codes = answers.map(codeOf)
  expect(codes.filter((code) => code === 'done').length).toBeGreaterThanOrEqual(3)
  expect(codes.filter((code) => code !== 'done' && code !== 'message_on_its_way')).toEqual([])
})
