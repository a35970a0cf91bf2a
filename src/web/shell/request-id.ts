import { createContext, useContext, useState } from 'react'

/** Set while rendering on the server only. */
export const RequestIdContext = createContext<string | undefined>(undefined)

/** What the server's log calls the request of this page; the browser reads it from the page it was sent. */
export function useRequestId(): string | undefined {
  const own = useContext(RequestIdContext)
  const [sent] = useState(() => own ?? requestIdInPage())
  return sent
}

function requestIdInPage(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLElement>('[data-request-id]')?.dataset['requestId']
}
