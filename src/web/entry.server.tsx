// Renders a page to one string: loaders await everything, so there is nothing to stream, and a string costs a third of a stream.

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
import { NonceContext } from './shell/nonce.ts'
import { layScriptsAside } from './shell/paint-first.ts'
import { RequestIdContext } from './shell/request-id.ts'

/** A card takes about 3 KB. */
const cached = new LRUCache<string, string>({ max: 5000 })

const cacheMarkup: CacheMarkup = (key, part) => {
  const known = cached.get(key)
  if (known !== undefined) return known
  const markup = renderToString(part)
  cached.set(key, markup)
  return markup
}

/** Without this the router prints to standard error. What is the visitor's doing, or the visitor's leaving, is no fault. */
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
  // React writes none, and without it browsers lay the page out as those of the nineties.
  visit.get(renderedContext).html = `<!doctype html>${layScriptsAside(html)}`
  return new Response(null, { status, headers })
}

/**
 * The loaders' data travels to the browser as a stream that the router suspends on piece by piece. Read to its end
 * beforehand and laid where the router looks first, it makes nothing wait, which is what rendering to a string needs.
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

/** What `Response.text` does, without its detours: a web stream is the slowest part of a page. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}
