import { Search } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { pageRoutes, tracksPath } from '#rules/page-paths.ts'
import { trackSorts, type TrackSort } from '#rules/track-options.ts'
import { Button } from '#web/ui/button.tsx'
import { readTrackSearch, type TrackSearch } from '#rules/track-search.ts'
import { searchAddress, sortLabels } from '#web/tracks/catalogue-search.ts'
import { SearchInput } from '#web/tracks/search/search-input.tsx'

const typingPauseMs = 500

/** Search and sort. Without JavaScript it is a plain GET form. */
export function CatalogueForm({ search }: { search: TrackSearch }) {
  const { text, shownSort, box, sortBox, type, submit, sort } = useCatalogueSearch(search)
  return (
    <Form action={tracksPath()} className="catalogue-form" onSubmit={submit}>
      {search.artistId && <input type="hidden" name="artistId" value={search.artistId} />}
      <div className="search-box" role="search">
        <Search size={20} aria-hidden="true" />
        <SearchInput ref={box} value={text} onChange={(event) => type(event.target.value)} />
        <Button type="submit">Search</Button>
      </div>
      <label className="sort">
        <span>Sort by</span>
        <select ref={sortBox} name="orderBy" className="control" value={shownSort} onChange={sort}>
          {trackSorts.map((known) => (
            <option key={known} value={known}>
              {sortLabels[known]}
            </option>
          ))}
        </select>
      </label>
    </Form>
  )
}

/** What is typed becomes a search after a pause, what is selected or submitted at once. */
function useCatalogueSearch(search: TrackSearch) {
  const navigate = useNavigate()
  const shownSort = usePendingSort() ?? search.orderBy
  const applied = search.query ?? ''
  const [text, setText] = useState(applied)
  const sent = useRef(applied)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const box = useRef<HTMLInputElement>(null)
  const sortBox = useRef<HTMLSelectElement>(null)

  // The URL was changed elsewhere (Back, Clear All Filters): the box shows the new search.
  useEffect(() => {
    if (applied === sent.current) return
    sent.current = applied
    setText(applied)
  }, [applied])
  useCancelOnLeave(pause)
  // Text typed and a sort selected before hydration are only in the form's controls.
  const adopt = useEffectEvent(() => {
    const typed = box.current?.value ?? ''
    const chosen = trackSorts.find((known) => known === sortBox.current?.value)
    if (chosen !== undefined && chosen !== shownSort) apply(typed.trim(), chosen, { replace: true })
    else if (typed !== text) type(typed)
  })
  useEffect(() => adopt(), [])

  function apply(query: string, orderBy: TrackSort, options: { replace: boolean }) {
    clearTimeout(pause.current)
    sent.current = query
    void navigate(searchAddress(search, { query, orderBy }), {
      ...options,
      preventScrollReset: true,
    })
  }

  function type(typed: string) {
    setText(typed)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      const query = typed.trim()
      if (query !== sent.current) apply(query, search.orderBy, { replace: true })
    }, typingPauseMs)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    apply(text.trim(), search.orderBy, { replace: false })
  }

  function sort(event: ChangeEvent<HTMLSelectElement>) {
    const chosen = trackSorts.find((known) => known === event.target.value)
    if (chosen) apply(text.trim(), chosen, { replace: false })
  }

  return { text, shownSort, box, sortBox, type, submit, sort }
}

/** During a navigation to another page, typed text must not start a search. */
function useCancelOnLeave(pause: RefObject<ReturnType<typeof setTimeout> | undefined>): void {
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== pageRoutes.tracks
  useEffect(() => {
    if (isLeaving) clearTimeout(pause.current)
  }, [isLeaving, pause])
  useEffect(() => () => clearTimeout(pause.current), [pause])
}

/** A selected sort is shown at once, while its tracks are still loading. */
function usePendingSort(): TrackSort | null {
  const { location } = useNavigation()
  if (location?.pathname !== pageRoutes.tracks) return null
  return readTrackSearch(new URLSearchParams(location.search)).orderBy
}
