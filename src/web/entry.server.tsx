// Renders a page to one string: loaders await all data, so there is nothing to stream, and a string costs a third of a stream.

import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { nonceContext, renderedContext, requestLogContext } from './api/contexts.ts'
import { CacheMarkupContext, type CacheMarkup } from './ui/cached-markup.tsx'
import { NonceContext } from './layout/nonce.ts'
import { deferScripts } from './layout/deferred-scripts.ts'
import { RequestIdContext } from './layout/request-id.ts'

/** A card takes about 3 KB. */
const markupCache = new LRUCache<string, string>({ max: 5000 })

const cacheMarkup: CacheMarkup = (key, part) => {
  const hit = markupCache.get(key)
  if (hit !== undefined) return hit
  const markup = renderToString(part)
  markupCache.set(key, markup)
  return markup
}

/** Without this the router prints to standard error. Client errors and aborted requests are not logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(requestLogContext).logError(error)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  visit: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  await readHandoff(page)
  const nonce = visit.get(nonceContext)
  const html = renderToString(
    <NonceContext value={nonce}>
      <CacheMarkupContext value={cacheMarkup}>
        <RequestIdContext value={visit.get(requestLogContext).requestId}>
          <ServerRouter context={page} url={request.url} nonce={nonce} />
        </RequestIdContext>
      </CacheMarkupContext>
    </NonceContext>,
  )
  // React writes no doctype, and without one browsers use quirks mode.
  visit.get(renderedContext).html = `<!doctype html>${deferScripts(html)}`
  return new Response(null, { status, headers })
}

/**
 * The loaders' data is sent to the browser as a stream, and the router suspends on each chunk. This reads the stream to
 * its end and stores it in the router's cache, so that nothing suspends, which rendering to a string requires.
 */
async function readHandoff(page: EntryContext): Promise<void> {
  if (!page.serverHandoffStream) return
  const value = await textOf(page.serverHandoffStream)
  page.serverHandoffStream = new ReadableStream()
  page.renderMeta = {
    ...page.renderMeta,
    streamCache: {
      0: Object.assign(Promise.resolve(), { result: { done: false, value } }),
      1: Object.assign(Promise.resolve(), { result: { done: true, value: '' } }),
    },
  }
}

/** The same as `Response.text` but faster: a web stream is the slowest part of a page. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}
