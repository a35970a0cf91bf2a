import { X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { trackFilterNames, type TrackSearch } from '#rules/track-search.ts'
import { isFiltered, searchAddress } from '#web/tracks/catalogue-search.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { activeFilters } from './filter-labels.ts'

type FilterChipsProps = {
  search: TrackSearch
  /** The name of the artist that is filtered by, where the page knows it. */
  artist: string | null
  form: RefObject<HTMLFormElement | null>
}

const noFilters = Object.fromEntries(trackFilterNames.map((name) => [name, undefined]))

/** The filters that are set, each as a link that removes it. */
export function FilterChips({ search, artist, form }: FilterChipsProps) {
  const filters = activeFilters(search)
  const list = useFocusOnRemoval(filters.length + (search.artistId ? 1 : 0), form)
  if (filters.length === 0 && !search.artistId) return null
  return (
    <ul ref={list} className="chips" aria-label="Active filters">
      {search.artistId && (
        <Chip
          text={artist === null ? 'One artist' : `Artist: ${artist}`}
          address={searchAddress(search, { artistId: undefined })}
        />
      )}
      {filters.map(({ name, text }) => (
        <Chip key={name} text={text} address={searchAddress(search, { [name]: undefined })} />
      ))}
      {isFiltered(search) && (
        <li>
          <PageLink
            className="chips-clear"
            href={searchAddress(search, noFilters)}
            preventScrollReset
          >
            Clear Filters
          </PageLink>
        </li>
      )}
    </ul>
  )
}

function Chip({ text, address }: { text: string; address: string }) {
  return (
    <li>
      <PageLink
        className="chip"
        href={address}
        preventScrollReset
        aria-label={`Remove filter ${text}`}
      >
        <bdi>{text}</bdi> <X size={16} aria-hidden="true" />
      </PageLink>
    </li>
  )
}

/** The focused chip removes itself: the focus goes to the first that is left, or to the panel's title. */
function useFocusOnRemoval(count: number, form: RefObject<HTMLFormElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const isRemoved = count < before.current
    before.current = count
    if (!isRemoved || document.activeElement !== document.body) return
    const next = list.current?.querySelector('a') ?? form.current?.querySelector('summary')
    next?.focus({ preventScroll: true })
  }, [count, form])
  return list
}
