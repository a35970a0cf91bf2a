// Texts leave compressed where the client takes that: pages, data, drawings. Recordings and files leave as they are.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

export type Coding = 'br' | 'gzip' | 'identity'

/** Less fits into one packet anyway. */
const smallestBytes = 1024
const textType = /^text\/|[/+](json|xml)\b/

const gzipQuickly = promisify(gzip)
const brotliOf = promisify(brotliCompress)

/** A text that is sent many times: compressed once for each coding, when somebody first takes that one. */
export type CachedText = { bytes: Buffer; as: (coding: Coding) => Promise<Buffer> }

export function cacheText(text: string): CachedText {
  const bytes = Buffer.from(text)
  const made = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  return {
    bytes,
    as(coding) {
      const known = made.get(coding)
      if (known) return known
      const making = compress(bytes, coding, 5)
      made.set(coding, making)
      // A failure is this visitor's; the next one tries again.
      making.catch(() => made.delete(coding))
      return making
    },
  }
}

/** Brotli is smaller and takes longer: it is for what is kept. */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: CachedText,
) {
  if (text.bytes.length < smallestBytes) return reply.send(text.bytes)
  const coding = codingFor(request, ['br', 'gzip', 'identity'])
  reply.header('vary', 'accept-encoding')
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(await text.as(coding))
}

/** Whatever a handler sends as a whole. Streams pass: byte ranges and lengths of recordings stay what they were. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    // Who has named the coding, or that it varies, has compressed already.
    const isSettled = reply.hasHeader('content-encoding') || reply.hasHeader('vary')
    if (!isWhole || isSettled || !textType.test(String(reply.getHeader('content-type')))) {
      return payload
    }
    const bytes = Buffer.from(payload)
    if (bytes.length < smallestBytes) return payload
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request, ['gzip', 'br', 'identity'])
    if (coding === 'identity') return payload
    const compressed = await compress(bytes, coding, 3)
    reply.header('content-encoding', coding)
    reply.header('content-length', compressed.length)
    return compressed
  })
}

/** A client that takes none of them gets the text as it is. */
function codingFor({ headers }: FastifyRequest, preferred: readonly Coding[]): Coding {
  return new Negotiator({ headers }).encoding(preferred, { preferred }) ?? 'identity'
}

/** In zlib's own threads. `quality` is brotli's, of 11. */
function compress(bytes: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'identity') return Promise.resolve(bytes)
  if (coding === 'gzip') return gzipQuickly(bytes)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliOf(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
