// The only function of the web that the server calls: renders the page for a request.

import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createApi, type CookieJar, type SendCall } from './api/client.ts'
import {
  apiContext,
  nonceContext,
  publicApiContext,
  renderedContext,
  requestLogContext,
  siteContext,
  type Rendered,
  type RequestLog,
  type Site,
} from './api/contexts.ts'

type Visit = {
  /** Calls the API in-process. */
  send: SendCall
  site: Site
  nonce: string
} & RequestLog

type Page = { status: number; headers: [string, string][]; body: string }

const handle = createRequestHandler(build)

export async function renderPage(request: Request, visit: Visit): Promise<Page> {
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
