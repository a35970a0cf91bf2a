// Part of a page that depends on nothing but its own data: rendered once on the server and kept for the next page.

import { createContext, useContext, type ReactElement } from 'react'

/** Answers the markup of `part`; `key` is all it depends on. */
export type CacheMarkup = (key: string, part: ReactElement) => string

/** Null in the browser, which renders every part itself and finds the same markup there. */
export const CacheMarkupContext = createContext<CacheMarkup | null>(null)

type CachedMarkupProps = {
  as: 'li' | 'div' | 'footer'
  className?: string
  /** What stands inside shows nothing else. */
  from: unknown[]
  children: ReactElement
}

/** What stands inside uses no context and no `useId` (docs/decisions/0014-keep-the-markup-of-cards.md). */
export function CachedMarkup({ as: Element, className, from, children }: CachedMarkupProps) {
  const cacheMarkup = useContext(CacheMarkupContext)
  if (cacheMarkup === null) return <Element className={className}>{children}</Element>
  const markup = cacheMarkup(JSON.stringify(from), children)
  return <Element className={className} dangerouslySetInnerHTML={{ __html: markup }} />
}
