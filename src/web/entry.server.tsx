// Renders a page to one string, complete: nothing is sent before all its data is in it.

import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import type { ReactElement } from 'react'
import { nonceContext, renderedContext, requestLogContext } from './api/contexts.ts'
import { deferScripts } from './layout/deferred-scripts.ts'
import { NonceContext, RequestIdContext } from './layout/page-request.ts'

/**
 * Without this the router prints to standard error. Client errors and aborted requests are not logged, nor is a 503: the
 * call that was refused has been logged, together with all others of that minute.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) return
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
  const nonce = visit.get(nonceContext)
  const html = await renderDocument(
    <NonceContext value={nonce}>
      <RequestIdContext value={visit.get(requestLogContext).requestId}>
        <ServerRouter context={page} url={request.url} nonce={nonce} />
      </RequestIdContext>
    </NonceContext>,
  )
  visit.get(renderedContext).html = deferScripts(html)
  return new Response(null, { status, headers })
}

/** The loaders' data reaches the page as a stream, so that the page is complete only when everything has been rendered. */
function renderDocument(document: ReactElement): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      resolve(Buffer.concat(chunks).toString())
      done()
    },
  })
  const { pipe } = renderToPipeableStream(document, {
    // Large parts would otherwise be sent out of order, with scripts that put them in their place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => pipe(collector),
    onError: reject,
  })
  return promise
}
