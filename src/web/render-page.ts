// The only function of the web that the server calls: renders the page for a request.

import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import type { RenderPage } from '#contracts/page-seam.ts'
import { createApi, type CookieJar } from './api/client.ts'
import {
  apiContext,
  nonceContext,
  publicApiContext,
  renderedContext,
  requestLogContext,
  siteContext,
  type Rendered,
} from './api/contexts.ts'

/** Finds the page of the URL in routes.ts, runs its loader, and renders the document in root.tsx by entry.server.tsx. */
const handle = createRequestHandler(build)

export const renderPage: RenderPage = async (request, visit) => {
  const cookies: CookieJar = { sent: request.headers.get('cookie'), received: [] }
  const rendered: Rendered = { html: null }
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(visit.send, cookies))
  context.set(publicApiContext, createApi(visit.send, { sent: null, received: [] }))
  context.set(siteContext, visit.site)
  context.set(nonceContext, visit.nonce)
  context.set(requestLogContext, visit)
  context.set(renderedContext, rendered)
  const response = await handle(request, context)
  const headers = [...response.headers]
  for (const cookie of cookies.received) headers.push(['set-cookie', cookie])
  return { status: response.status, headers, body: rendered.html ?? (await response.text()) }
}
