// A part of a page that depends only on its own data: rendered once on the server and cached for later pages.

import { createContext, useContext, type ReactElement } from 'react'

/** Returns the markup of `part`, which depends only on `key`. */
export type CacheMarkup = (key: string, part: ReactElement) => string

/** Null in the browser, which renders every part itself and gets the same markup. */
export const CacheMarkupContext = createContext<CacheMarkup | null>(null)

type CachedMarkupProps = {
  as: 'li' | 'div' | 'footer'
  className?: string
  /** All data that the children show. */
  from: unknown[]
  children: ReactElement
}

/** The children must use no context and no `useId` (docs/decisions/0014-keep-the-markup-of-cards.md). */
export function CachedMarkup({ as: Element, className, from, children }: CachedMarkupProps) {
  const cacheMarkup = useContext(CacheMarkupContext)
  if (cacheMarkup === null) return <Element className={className}>{children}</Element>
  const markup = cacheMarkup(JSON.stringify(from), children)
  return <Element className={className} dangerouslySetInnerHTML={{ __html: markup }} />
}
