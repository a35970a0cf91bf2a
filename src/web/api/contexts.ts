// What the server hands every loader and action of one visit.

import { createContext, type RouterContext } from 'react-router'
import type { Api } from './client.ts'

export type Site = { testPayments: boolean; publicUrl: string }

/** Where the page's markup is laid, so that it need not travel through a response as bytes. */
export type Rendered = { html: string | null }

/** Where an error of the page itself goes, and what the log calls this request. */
export type RequestLog = { requestId: string; logError: (error: unknown) => void }

// In development Node and Vite each load this module once: the keys must still be the same ones.
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

/** Calls as the visitor. Pages that use it are never cached. */
export const apiContext: RouterContext<Api> = contexts.api

/** Calls as nobody, so that the page is the same for everyone and can be cached. */
export const publicApiContext: RouterContext<Api> = contexts.publicApi

export const siteContext: RouterContext<Site> = contexts.site

/** What every inline script must carry: the server allows those scripts by their hashes and takes it away again. */
export const nonceContext: RouterContext<string> = contexts.nonce

export const renderedContext: RouterContext<Rendered> = contexts.rendered

export const requestLogContext: RouterContext<RequestLog> = contexts.requestLog
