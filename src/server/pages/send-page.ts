// Sends a rendered page, or a stored one with its ETag.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contracts/page-seam.ts'
import { sendCachedText } from '#server/http/compression.ts'
import { retryAfterSeconds } from '#server/http/errors.ts'
import type { CachedPage } from './finished-page.ts'

export function setHeaders(
  reply: FastifyReply,
  { status, headers }: Pick<Page, 'status' | 'headers'>,
) {
  reply.code(status)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  // `headers` lists each cookie separately: Fastify collects them.
  for (const [name, value] of headers) reply.header(name, value)
}

export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  setHeaders(reply, page)
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) {
      return reply.code(304).header('vary', 'accept-encoding').send()
    }
  }
  return sendCachedText(request, reply, page.body)
}
