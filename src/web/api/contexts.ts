// What the server hands every loader and action of one visit.

import { createContext, type RouterContext } from 'react-router'
import type { Api } from './client.ts'

export type Site = { testPayments: boolean; publicUrl: string }

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
  }
}

const contexts = (globalThis.undersongContexts ??= createContexts())

/** Calls as the visitor. Pages that use it are never cached. */
export const apiContext: RouterContext<Api> = contexts.api

/** Calls as nobody, so that the page is the same for everyone and can be cached. */
export const publicApiContext: RouterContext<Api> = contexts.publicApi

export const siteContext: RouterContext<Site> = contexts.site

/** What every inline script must carry under the content security policy. */
export const nonceContext: RouterContext<string> = contexts.nonce
