import { X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { PageLink } from '#web/ui/page-link.tsx'

type ActiveFilter = {
  key: string
  text: string
  /** The address of the search without this filter. */
  address: string
}

type FilterChipsProps = {
  filters: ActiveFilter[]
  /** Of the search without all of them; null where a single one cannot be cleared with the others. */
  clearAddress: string | null
  form: RefObject<HTMLFormElement | null>
}

/** The filters that are set, each as a link that removes it. */
export function FilterChips({ filters, clearAddress, form }: FilterChipsProps) {
  const list = useFocusOnRemoval(filters.length, form)
  if (filters.length === 0) return null
  return (
    <ul ref={list} className="chips" aria-label="Active filters">
      {filters.map(({ key, text, address }) => (
        <Chip key={key} text={text} address={address} />
      ))}
      {clearAddress !== null && (
        <li>
          <PageLink className="chips-clear" href={clearAddress} preventScrollReset>
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
