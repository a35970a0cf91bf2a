// Every URL that no endpoint claimed is a page. Its loaders call the endpoints in-process, through `inject`.

import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageCache } from './page-cache.ts'
import { publicPageKey } from './public-pages.ts'
import { pagePolicy } from './security-headers.ts'

export type Site = { testPayments: boolean; publicUrl: string }
/** One call of a page's loader to an endpoint, and its answer. */
type PageCall = { path: string; method: string; headers: Record<string, string>; body?: string }
type PageCallAnswer = { status: number; cookies: string[]; body: unknown }

export type Visit = {
  send: (call: PageCall) => Promise<PageCallAnswer>
  site: Site
  nonce: string
}
export type Page = { status: number; headers: [string, string][]; body: string }
/** The one function the server knows of the web. */
export type RenderPage = (request: Request, visit: Visit) => Promise<Page>

type PagesDeps = { loadRender: () => Promise<RenderPage>; cache: PageCache | null; site: Site }

/** Stands in a page that is rendered for the cache where each response gets a nonce of its own. */
const noncePlaceholder = randomBytes(18).toString('hex')

export function servePages(app: FastifyInstance, { loadRender, cache, site }: PagesDeps): void {
  async function render(request: FastifyRequest, reply: FastifyReply, nonce: string) {
    const renderPage = await loadRender()
    const isShared = nonce === noncePlaceholder
    return renderPage(toWebRequest(request, reply, site.publicUrl, isShared), {
      send: inProcess(app, request),
      site,
      nonce,
    })
  }

  app.register(async (pages) => {
    // The page's own action reads the body: Fastify must leave the stream alone.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _body, done) => done(null))
    pages.all('/*', async (request, reply) => {
      const key =
        request.method === 'GET' ? publicPageKey(new URL(request.url, site.publicUrl)) : null
      const nonce = randomBytes(16).toString('base64url')
      if (key === null || cache === null) {
        return sendPage(reply, await render(request, reply, nonce), nonce)
      }
      const { page, from } = await cache.read(
        key,
        async () => ({
          ...(await render(request, reply, noncePlaceholder)),
          renderedAt: Date.now(),
        }),
        (error) => request.log.error({ err: error }, 'a cached page could not be made anew'),
      )
      reply.header('x-cache', from)
      return sendPage(
        reply,
        { ...page, body: page.body.replaceAll(noncePlaceholder, nonce) },
        nonce,
      )
    })
  })
}

/** For loaders and actions: the same checks and the same answers as over the network, without the network. */
function inProcess(app: FastifyInstance, visitor: FastifyRequest): Visit['send'] {
  return async ({ path, method, headers, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...headers,
        host: visitor.host,
        'user-agent': visitor.headers['user-agent'] ?? '',
      },
      // Limits count by the visitor's address, not by ours.
      remoteAddress: visitor.ip,
      ...(body === undefined ? {} : { payload: body }),
    })
    const cookies = answer.headers['set-cookie'] ?? []
    return {
      status: answer.statusCode,
      cookies: Array.isArray(cookies) ? cookies : [cookies],
      body: answer.payload === '' ? null : JSON.parse(answer.payload),
    }
  }
}

function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  isShared: boolean,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || (isShared && name === 'cookie')) continue
    for (const one of [value].flat()) headers.append(name, one)
  }
  // Pages check a form's Origin against the request's own address: the one the visitor typed.
  const base = `${publicUrl.startsWith('https:') ? 'https' : request.protocol}://${request.host}`
  const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers }
  if (!isShared) {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    init.signal = gone.signal
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    init.body = Readable.toWeb(request.raw) as ReadableStream
    init.duplex = 'half'
  }
  return new Request(new URL(request.url, base), init)
}

function sendPage(reply: FastifyReply, page: Page, nonce: string) {
  reply.code(page.status)
  for (const [name, value] of page.headers) {
    // `headers` lists each cookie on its own: Fastify collects them again.
    if (name !== 'content-length') reply.header(name, value)
  }
  reply.header('content-security-policy', pagePolicy(nonce))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  // As bytes: a string would be walked through twice, for its length and for sending it.
  return reply.send(Buffer.from(page.body))
}
