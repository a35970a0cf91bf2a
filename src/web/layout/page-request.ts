// What a page knows about the request it is rendered for.

import { createContext, useContext, useState } from 'react'

/** Set only while rendering on the server: browsers hide a script's nonce from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Set only while rendering on the server. */
export const RequestIdContext = createContext<string | undefined>(undefined)

/** The id of this page's request in the server's log; the browser reads it from the rendered page. */
export function useRequestId(): string | undefined {
  const own = useContext(RequestIdContext)
  const [sent] = useState(() => own ?? requestIdInPage())
  return sent
}

function requestIdInPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLElement>('[data-request-id]')?.dataset['requestId']
}
