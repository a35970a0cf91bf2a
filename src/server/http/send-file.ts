// Sends a stored file with Range and ETag support and a file name that every browser can decode.

import { Readable } from 'node:stream'
import * as contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'

type FileToSend = {
  key: string
  contentType: string
  cacheControl: string
  /** Changes when the bytes do. */
  etag: string
  /** Makes the browser save it under this name instead of opening it. */
  saveAs?: string
  /** The size when it was stored: a file that was truncated since is not the one that was bought. */
  bytes?: number
  /** Called when a later part of the file is sent, without its first byte. */
  onPart?: () => Promise<void>
  /** Called when a response has ended, also before its end, with the share of the file that was sent: 1 is all of it. */
  onSent?: (share: number) => Promise<void>
}

/** Sends 200, 206, 304 or 416. `onStart` runs if the first byte of the file is sent, i.e. on a new play or download. */
export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  onStart: () => Promise<void>,
): Promise<void> {
  const etag = `"${file.etag}"`
  reply.header('etag', etag)
  reply.header('cache-control', file.cacheControl)
  reply.header('accept-ranges', 'bytes')
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send()
    return
  }

  const stored = await storage.stat(file.key)
  if (!stored) throw new Error(`The stored file ${file.key} is missing.`)
  if (file.bytes !== undefined && stored.bytes !== file.bytes) {
    throw new Error(`The stored file ${file.key} has ${stored.bytes} bytes, not ${file.bytes}.`)
  }
  const isHead = request.method === 'HEAD'
  // Range is defined for GET only (RFC 9110 §14.2).
  const range = isHead ? null : requestedRange(request, etag, stored.bytes)
  if (range === 'unsatisfiable') {
    reply.header('cache-control', 'no-store')
    await reply.code(416).header('content-range', `bytes */${stored.bytes}`).send()
    return
  }

  const begin = (range?.start ?? 0) === 0 ? onStart : file.onPart
  // A failure to count must not fail the play or download.
  if (begin && !isHead)
    await begin().catch((error: unknown) => request.log.error({ err: error }, 'was not counted'))
  const found = isHead
    ? { body: Readable.from([]), bytes: stored.bytes }
    : await storage.get(file.key, range ?? undefined)
  if (!found) throw new Refusal('not_found')
  if (!isHead && file.onSent)
    callAfter(request, reply, { ...found, ofBytes: stored.bytes, onSent: file.onSent })
  reply.header('content-type', file.contentType)
  reply.header('content-length', found.bytes)
  if (file.saveAs) reply.header('content-disposition', attachmentNamed(file.saveAs))
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${stored.bytes}`)
  await reply.code(range ? 206 : 200).send(found.body)
}

type Sending = { bytes: number; ofBytes: number; onSent: (share: number) => Promise<void> }

/** A failure to count must not fail the play. Of a response that its reader has ended, what the connection took of it counts. */
function callAfter(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  { bytes, ofBytes, onSent }: Sending,
): void {
  const writtenBefore = socket.bytesWritten
  let isCounted = false
  const count = (sent: number) => {
    if (isCounted || ofBytes === 0) return
    isCounted = true
    onSent(sent / ofBytes).catch((error: unknown) => log.error({ err: error }, 'was not counted'))
  }
  reply.raw.once('finish', () => count(bytes))
  reply.raw.once('close', () => count(Math.min(bytes, socket.bytesWritten - writtenBefore)))
}

function requestedRange(request: FastifyRequest, etag: string, bytes: number) {
  const ifRange = request.headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return null
  return parseRange(request.headers.range, bytes)
}

/**
 * RFC 9110 §14: one range is supported; several, or a malformed header, select the whole file. `end` is inclusive.
 * Not by range-parser, as of 1.3: for it a suffix longer than the file and 'bytes=5-2' are unsatisfiable.
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const suffixLength = Number(match[2])
    return suffixLength === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - suffixLength), end: bytes - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= bytes ? 'unsatisfiable' : { start, end }
}

/** The exact name, and a plain one for old browsers. */
export function attachmentNamed(name: string): string {
  const exact =
    name
      .replace(/[\p{Cc}/\\]/gu, ' ')
      .trim()
      .toWellFormed() || 'track'
  const plain = exact
    .normalize('NFKD')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/["%]/g, "'")
    .trim()
  return contentDisposition.create(exact, { fallback: plain || 'track' })
}
