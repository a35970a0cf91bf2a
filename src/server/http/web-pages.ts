// Every URL that no endpoint claimed is a page. Its loaders call the endpoints in-process, through `inject`.

import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedPage, PageCache } from './page-cache.ts'
import { publicPageKey } from './public-pages.ts'
import { pagePolicy } from './security-headers.ts'

export type Site = { testPayments: boolean; publicUrl: string }
export type Visit = { fetchApi: typeof fetch; site: Site; nonce: string }
/** The one function the server knows of the web. */
export type RenderPage = (request: Request, visit: Visit) => Promise<Response>

type PagesDeps = { loadRender: () => Promise<RenderPage>; cache: PageCache | null; site: Site }

/** Stands where each response gets its own nonce, so that a cached page can have one too. */
const noncePlaceholder = randomBytes(18).toString('hex')

export function servePages(app: FastifyInstance, { loadRender, cache, site }: PagesDeps): void {
  async function render(request: FastifyRequest, isPublic: boolean, reply: FastifyReply) {
    const renderPage = await loadRender()
    return renderPage(toWebRequest(request, reply, site.publicUrl, isPublic), {
      fetchApi: inProcessFetch(app, request),
      site,
      nonce: noncePlaceholder,
    })
  }

  app.register(async (pages) => {
    // The page's own action reads the body: Fastify must leave the stream alone.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _body, done) => done(null))
    pages.all('/*', async (request, reply) => {
      const key =
        request.method === 'GET' ? publicPageKey(new URL(request.url, site.publicUrl)) : null
      if (key === null || cache === null) {
        return sendPage(reply, await keep(await render(request, false, reply)))
      }
      const { page, from } = await cache.read(
        key,
        async () => keep(await render(request, true, reply)),
        (error) => request.log.error({ err: error }, 'a cached page could not be made anew'),
      )
      reply.header('x-cache', from)
      return sendPage(reply, page)
    })
  })
}

/** `fetch` for loaders: the same checks and the same answers as over the network, without the network. */
function inProcessFetch(app: FastifyInstance, visitor: FastifyRequest): typeof fetch {
  return async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(input, 'http://in-process'),
      init,
    )
    const { pathname, search } = new URL(request.url)
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: {
        ...Object.fromEntries(request.headers),
        host: visitor.host,
        ...(visitor.headers['user-agent'] ? { 'user-agent': visitor.headers['user-agent'] } : {}),
      },
      // Limits count by the visitor's address, not by ours.
      remoteAddress: visitor.ip,
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }
}

function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  isPublic: boolean,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || (isPublic && name === 'cookie')) continue
    for (const one of [value].flat()) headers.append(name, one)
  }
  // Pages check a form's Origin against the request's own address: the one the visitor typed.
  const base = `${publicUrl.startsWith('https:') ? 'https' : request.protocol}://${request.host}`
  const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers }
  if (!isPublic) {
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

async function keep(response: Response): Promise<CachedPage> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
    renderedAt: Date.now(),
  }
}

function sendPage(reply: FastifyReply, page: CachedPage) {
  const nonce = randomBytes(16).toString('base64url')
  reply.code(page.status)
  for (const [name, value] of page.headers) {
    // `headers` lists each cookie on its own: Fastify collects them again.
    if (name !== 'content-length') reply.header(name, value)
  }
  reply.header('content-security-policy', pagePolicy(nonce))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.send(page.body.replaceAll(noncePlaceholder, nonce))
}
