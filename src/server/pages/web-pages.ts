// Every URL that no endpoint claimed is a page. Its loaders call the endpoints in-process, through `inject`.

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds } from '#server/http/errors.ts'
import { foreignOriginRefuser } from '#server/http/origin.ts'
import { Refusal } from '#rules/refusal.ts'
import { sendCachedText } from '#server/http/compression.ts'
import { finishPage, cachePage, type CachedPage, type Page } from './finished-page.ts'
import type { PageCache } from './page-cache.ts'
import { publicPageKey } from './public-pages.ts'

export type Site = { testPayments: boolean; publicUrl: string }
/** One call of a page's loader to an endpoint, and its answer. */
type PageCall = { path: string; method: string; headers: Record<string, string>; body?: string }
type PageCallResponse = { status: number; cookies: string[]; body: unknown }

export type Visit = {
  send: (call: PageCall) => Promise<PageCallResponse>
  site: Site
  /** What the renderer marks its own scripts with; new for every rendering. */
  nonce: string
  /** What the log calls this request; a page that shows an error names it. */
  requestId: string
  logError: (error: unknown) => void
}
/** The one function the server knows of the web. */
export type RenderPage = (request: Request, visit: Visit) => Promise<Page>

type PagesDeps = {
  loadRender: () => Promise<RenderPage>
  cache: PageCache | null
  site: Site
  /** Of others, where a page's form may lead to. */
  formOrigins: readonly string[]
}

const formType = 'application/x-www-form-urlencoded'
/** Of the pages' own forms; recordings go to an endpoint. */
const largestFormBytes = 64 * 1024

export function servePages(
  app: FastifyInstance,
  { loadRender, cache, site, formOrigins }: PagesDeps,
): void {
  const refuseForeignOrigin = foreignOriginRefuser(site.publicUrl)
  const home = new URL(site.publicUrl)

  async function render(visitor: FastifyRequest, request: Request): Promise<Page> {
    const renderPage = await loadRender()
    const nonce = randomBytes(18).toString('hex')
    const page = await renderPage(request, {
      send: inProcess(app, visitor),
      site,
      nonce,
      requestId: visitor.id,
      logError: (error) => visitor.log.error({ err: error }, 'fault'),
    })
    return finishPage(page, { nonce, formOrigins })
  }

  /** What is rendered is the key and nothing else: one visitor's request must not become everybody's page. */
  async function renderForAll(visitor: FastifyRequest, key: string) {
    const request = new Request(asUrl(home.origin, key))
    return cachePage(await render(visitor, request))
  }

  app.register(async (pages) => {
    // The page's own action reads the body. Anything but a form is answered 415.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: largestFormBytes },
      (_request, body, done) => done(null, body),
    )
    pages.all('/*', async (request, reply) => {
      if (!pageMethods.has(request.method)) throw new Refusal('not_found')
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead) refuseForeignOrigin(request)
      const atHome = isRead ? homeAddress(request, home) : null
      if (atHome !== null) return reply.redirect(atHome, 307)
      const key = isRead ? publicPageKey(asUrl(home.origin, request.url)) : null
      // Not even the browser keeps what is one person's: Back after logging out shows nothing.
      reply.header('cache-control', key === null ? 'no-store' : 'no-cache')
      if (key === null || cache === null) {
        const page = await render(request, toWebRequest(request, reply, home))
        setHeaders(reply, page)
        // As bytes: a string would be walked through twice, for its length and for sending it.
        return reply.send(Buffer.from(page.body))
      }
      const { page, from } = await cache.read(
        key,
        () => renderForAll(request, key),
        (error) => request.log.error({ err: error }, 'a cached page could not be made anew'),
      )
      reply.header('x-cache', from)
      return sendCached(request, reply, page)
    })
  })
}

const pageMethods = new Set(['GET', 'HEAD', 'POST'])

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where the page is at home when it was asked for under another name of this machine: sessions do not go from one name
 * to the other, and the card provider sends people back to the shop's own.
 */
function homeAddress({ hostname, url }: FastifyRequest, home: URL): string | null {
  const isElsewhere = ownNames.has(hostname) && ownNames.has(home.hostname)
  return isElsewhere && hostname !== home.hostname ? home.origin + url : null
}

/** For loaders and actions: the same checks and the same answers as over the network, without the network. */
function inProcess(app: FastifyInstance, visitor: FastifyRequest): Visit['send'] {
  return async ({ path, method, headers, body }) => {
    const response = await app.inject({
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
    const cookies = response.headers['set-cookie'] ?? []
    return {
      status: response.statusCode,
      cookies: Array.isArray(cookies) ? cookies : [cookies],
      body: response.payload === '' ? null : JSON.parse(response.payload),
    }
  }
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply, home: URL): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  // Pages check a form's Origin against the request's own address: the one the visitor typed.
  const isHome = request.headers.origin === home.origin
  // A proxy passes on what it was sent, too: only the two protocols we speak make an address.
  const protocol = request.protocol === 'https' ? 'https' : 'http'
  const requested = isHome ? home : new URL(`${protocol}://${request.host}`)
  const isForm = request.method === 'POST'
  // An empty form says nothing of its kind.
  if (isForm && !headers.has('content-type')) headers.set('content-type', formType)
  return new Request(asUrl(requested.origin, request.url), {
    // HEAD is told what GET would be: HTTP leaves the body out.
    method: isForm ? 'POST' : 'GET',
    headers,
    signal: gone.signal,
    ...(isForm && { body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : '' }),
  })
}

/** Put together as text: as an address of its own, a path with two slashes in front names another host. */
function asUrl(origin: string, path: string): URL {
  return new URL(origin + path)
}

function setHeaders(reply: FastifyReply, { status, headers }: Pick<Page, 'status' | 'headers'>) {
  reply.code(status)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  // `headers` lists each cookie on its own: Fastify collects them again.
  for (const [name, value] of headers) reply.header(name, value)
}

function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  setHeaders(reply, page)
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) {
      return reply.code(304).header('vary', 'accept-encoding').send()
    }
  }
  return sendCachedText(request, reply, page.body)
}
