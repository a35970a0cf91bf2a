// Serves every URL without an endpoint as a page. Loaders call the endpoints in-process, through `inject`.

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Page, RenderPage, Site, Visit } from '#contracts/page-seam.ts'
import { localHostnames } from '#server/http/odd-hosts.ts'
import { foreignOriginRefuser, originOf } from '#server/http/origin.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { finishPage, cachePage } from './finished-page.ts'
import type { PageCache } from './page-cache.ts'
import { openPublicKeys } from './public-pages.ts'
import { openRenderLimit } from './render-limit.ts'
import { sendCached, setHeaders } from './send-page.ts'

type PagesDeps = {
  loadRender: () => Promise<RenderPage>
  cache: PageCache | null
  site: Site
  /** Other origins that a page's form may redirect to. */
  formOrigins: readonly string[]
}

const formType = 'application/x-www-form-urlencoded'
/** For the pages' forms; recordings are uploaded to an endpoint. */
const maxFormBytes = 64 * 1024

export function servePages(
  app: FastifyInstance,
  { loadRender, cache, site, formOrigins }: PagesDeps,
): void {
  const refuseForeignOrigin = foreignOriginRefuser(site.publicUrl)
  const publicUrl = new URL(site.publicUrl)
  const publicKey = openPublicKeys(publicUrl.origin)
  const limited = openRenderLimit()

  async function render(visitor: FastifyRequest, request: Request): Promise<Page> {
    // The function of web/render-page.ts, which server/start/web-build.ts has loaded.
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

  /** Renders from the key only: nothing else in one visitor's request may reach a cached page. */
  async function renderForAll(visitor: FastifyRequest, key: string) {
    const request = new Request(asUrl(publicUrl.origin, key))
    return cachePage(await limited(() => render(visitor, request)))
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply) {
    if (!pageMethods.has(request.method)) throw new Refusal('not_found')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) refuseForeignOrigin(request)
    const redirectTo = isRead ? publicAddress(request, publicUrl) : null
    if (redirectTo !== null) return reply.redirect(redirectTo, 307)
    const key = isRead ? publicKey(request.url) : null
    // The browser must not store personal pages: Back after logging out must not show them.
    reply.header('cache-control', key === null ? 'no-store' : 'no-cache')
    if (key === null || cache === null) {
      const renderOwn = () => render(request, toWebRequest(request, reply, publicUrl))
      const page = await (key === null ? renderOwn() : limited(renderOwn))
      setHeaders(reply, page)
      // As bytes: a string would be encoded twice, for its length and for sending it.
      return reply.send(Buffer.from(page.body))
    }
    const { page, from } = await cache.read(
      key,
      () => renderForAll(request, key),
      (error) => request.log.error({ err: error }, 'a cached page could not be made anew'),
    )
    reply.header('x-cache', from)
    return sendCached(request, reply, page)
  }

  app.register(async (pages) => {
    acceptFormsOnly(pages)
    pages.all('/*', servePage)
  })
}

/** The page's action reads the body. Any other content type than a form gets a 415. */
function acceptFormsOnly(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  )
}

const pageMethods = new Set(['GET', 'HEAD', 'POST'])

/**
 * The page's URL on the public host, if it was requested under another name of this machine: sessions are not shared
 * between host names, and the card provider redirects customers to the public URL.
 */
function publicAddress({ hostname, url }: FastifyRequest, publicUrl: URL): string | null {
  const isOtherName = localHostnames.has(hostname) && localHostnames.has(publicUrl.hostname)
  return isOtherName && hostname !== publicUrl.hostname ? publicUrl.origin + url : null
}

/** For loaders and actions: the same checks and responses as over the network, without a network request. */
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
      // Rate limits count by the visitor's address.
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

function toWebRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: URL): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const abort = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  // Pages compare a form's Origin with the request's URL, which must have the origin that the visitor used.
  const isFromPublicOrigin = request.headers.origin === publicUrl.origin
  const origin = isFromPublicOrigin ? publicUrl.origin : originOf(request)
  const isForm = request.method === 'POST'
  // An empty form has no content type.
  if (isForm && !headers.has('content-type')) headers.set('content-type', formType)
  return new Request(asUrl(origin, request.url), {
    // HEAD is rendered as GET: the HTTP server omits the body.
    method: isForm ? 'POST' : 'GET',
    headers,
    signal: abort.signal,
    ...(isForm && { body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : '' }),
  })
}

/** Concatenated, because a path that starts with two slashes, resolved as a URL, names another host. */
function asUrl(origin: string, path: string): URL {
  return new URL(origin + path)
}
