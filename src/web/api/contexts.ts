// The values that the server passes to every loader and action of one page request.

import { createContext, type RouterContext } from 'react-router'
import type { RequestLog, Site } from '#contracts/page-seam.ts'
import type { Api } from './client.ts'

/** Holds the page's markup, so that it is not sent through a response as bytes. */
export type Rendered = { html: string | null }

// In development Node and Vite each load this module once: both must use the same keys.
declare global {
  var undersongContexts: ReturnType<typeof createContexts> | undefined
}

function createContexts() {
  return {
    api: createContext<Api>(),
    publicApi: createContext<Api>(),
    site: createContext<Site>(),
    nonce: createContext<string>(),
    rendered: createContext<Rendered>(),
    requestLog: createContext<RequestLog>(),
  }
}

const contexts = (globalThis.undersongContexts ??= createContexts())

/** Calls with the visitor's cookies. Pages that use it are never cached. */
export const apiContext: RouterContext<Api> = contexts.api

/** Calls without cookies, so that the page is the same for every user and can be cached. */
export const publicApiContext: RouterContext<Api> = contexts.publicApi

export const siteContext: RouterContext<Site> = contexts.site

/** Required on every inline script: the server allows those scripts by their hashes and removes the nonce again. */
export const nonceContext: RouterContext<string> = contexts.nonce

export const renderedContext: RouterContext<Rendered> = contexts.rendered

export const requestLogContext: RouterContext<RequestLog> = contexts.requestLog
