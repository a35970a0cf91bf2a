import type { ComponentProps } from 'react'
import { maxQueryLength } from '#rules/search/track-search.ts'

/** The query input of every search form. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="search"
      name="query"
      className="control"
      aria-label="Search tracks"
      placeholder="Song or artist"
      maxLength={maxQueryLength}
      {...props}
    />
  )
}
