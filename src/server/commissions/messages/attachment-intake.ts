// Files on their way to a message: told by their first bytes, never by a name or a declared type, and stored as they arrive.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { audioContainers } from '#rules/music/audio-formats.ts'
import { maxAttachmentBytes, maxAttachments } from '#rules/commissions/message-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { oneLine } from '#rules/plain-text.ts'
import * as audioBytes from '#server/gateways/audio/sniff-audio.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import * as documentBytes from '#server/licences/sniff-document.ts'
import type { ReceivedFile } from '#server/http/multipart-form.ts'
import { drawPicture } from './attached-pictures.ts'

export type StoredAttachment = {
  id: string
  storageKey: string
  fileName: string
  /** The size of the file as it was sent. */
  bytes: number
} & ({ kind: 'document' | 'audio' } | { kind: 'image'; width: number; height: number })

const attachmentKey = (id: string) => `attachments/${id}`
const maxFileNameLength = 255

/** Where the MP3 that is made of audio is stored. */
export const listeningCopyKey = (id: string) => `attachments/${id}.mp3`

/**
 * Stores each file before the next one is read. After a refusal or a failure `stored` has those to remove.
 * @throws Refusal too_many_attachments, attachment_empty, attachment_not_accepted, attachment_too_large, picture_unreadable,
 * picture_too_many_pixels, storage_full; Busy; and the errors of the form
 */
export async function storeAttachments(
  storage: Storage,
  files: AsyncIterable<ReceivedFile>,
  stored: StoredAttachment[],
): Promise<void> {
  for await (const { name, body } of files) {
    if (stored.length === maxAttachments) throw new Refusal('too_many_attachments')
    const { head, whole } = await readHead(body, audioBytes.sniffedBytes)
    if (head.length === 0) throw new Refusal('attachment_empty')
    const id = randomUUID()
    const file = { id, storageKey: attachmentKey(id), fileName: fileNameOf(name) }
    stored.push({ ...file, ...(await storeOne(storage, file, { head, whole })) })
  }
}

type Body = { head: Uint8Array; whole: AsyncIterable<Uint8Array> }

function storeOne(storage: Storage, { storageKey }: { storageKey: string }, { head, whole }: Body) {
  const document = documentBytes.sniffDocument(head.subarray(0, documentBytes.sniffedBytes))
  if (document === 'application/pdf') return putAs('document', document)
  if (document !== null) return putPicture(storage, storageKey, whole)
  const container = audioBytes.sniffAudio(head)
  if (container === null) throw new Refusal('attachment_not_accepted')
  return putAs('audio', audioContainers[container].contentType)

  async function putAs(kind: 'document' | 'audio', contentType: string) {
    const options = { maxBytes: maxAttachmentBytes, contentType }
    const { bytes } = await storage.put(storageKey, whole, options).catch(asRefusal)
    return { kind, bytes }
  }
}

/** Only what is drawn of its pixels is stored. */
async function putPicture(storage: Storage, storageKey: string, whole: AsyncIterable<Uint8Array>) {
  const sent = await readAll(whole)
  const { bytes, width, height } = await drawPicture(sent)
  const options = { maxBytes: bytes.length, contentType: 'image/webp' }
  await storage.put(storageKey, Readable.from([bytes]), options).catch(asRefusal)
  return { kind: 'image' as const, bytes: sent.length, width, height }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxAttachmentBytes) throw new Refusal('attachment_too_large')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

function asRefusal(error: unknown): never {
  if (error instanceof FileTooLarge) throw new Refusal('attachment_too_large')
  if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
  throw error
}

/** One without a name is still a file. */
function fileNameOf(sent = ''): string {
  return oneLine(oneLine(sent).slice(0, maxFileNameLength)) || 'file'
}
