// The one function the server knows of the web: a request in, a page out.

import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createApi, type CookieJar } from './api/client.ts'
import {
  apiContext,
  nonceContext,
  publicApiContext,
  siteContext,
  type Site,
} from './api/contexts.ts'

type Visit = {
  /** Calls the API in-process; takes paths from `/`. */
  fetchApi: typeof fetch
  site: Site
  nonce: string
}

const handle = createRequestHandler(build)

export async function renderPage(request: Request, visit: Visit): Promise<Response> {
  const cookies: CookieJar = { sent: request.headers.get('cookie'), received: [] }
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(visit.fetchApi, cookies))
  context.set(publicApiContext, createApi(visit.fetchApi, { sent: null, received: [] }))
  context.set(siteContext, visit.site)
  context.set(nonceContext, visit.nonce)
  const page = await handle(request, context)
  for (const cookie of cookies.received) page.headers.append('set-cookie', cookie)
  return page
}
