import type { ComponentProps } from 'react'

/** What every search form asks the catalogue with. */
export function SearchInput(props: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'>) {
  return (
    <input
      type="search"
      name="query"
      className="control"
      aria-label="Search tracks"
      placeholder="Song or artist"
      maxLength={200}
      {...props}
    />
  )
}
