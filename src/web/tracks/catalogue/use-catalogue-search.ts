// Turns what is done in the catalogue's form into navigations.

import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import { readTrackSearch, type TrackSearch } from '#rules/track-search.ts'
import { searchAddress } from '#web/tracks/catalogue-search.ts'
import { searchInForm } from './search-in-form.ts'

const typingPauseMs = 500

/** What is typed becomes a search after a pause, what is chosen or submitted at once. */
export function useCatalogueSearch(search: TrackSearch) {
  const navigate = useNavigate()
  // A choice is shown at once, while its tracks are still loading.
  const shown = usePendingSearch() ?? search
  const form = useRef<HTMLFormElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { text, setText, sent } = useSearchText()
  useCancelOnLeave(pause)

  // What was typed and chosen before hydration is only in the form's controls.
  const adopt = useEffectEvent(() => {
    const asked = asForm()
    const typed = form.current?.querySelector('input[name=query]')
    if (searchAddress({ ...asked, query: shown.query }) !== searchAddress(shown))
      apply(asked, { replace: true })
    else if (typed instanceof HTMLInputElement && typed.value !== text) type(typed.value)
  })
  useEffect(() => adopt(), [])

  const asForm = (): TrackSearch => (form.current ? searchInForm(form.current) : shown)

  type How = { replace: boolean; flushSync?: boolean }
  function apply(asked: TrackSearch, { replace, flushSync = false }: How) {
    clearTimeout(pause.current)
    sent.current = asked.query ?? ''
    const address = searchAddress(asked)
    // The same view again adds no history entry: Back would seem to do nothing.
    const isSame = address === searchAddress(shown, { page: shown.page })
    const options = { replace: replace || isSame, flushSync, preventScrollReset: true }
    void navigate(address, options)
  }

  function type(typed: string) {
    setText(typed)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (typed.trim() !== sent.current) apply(asForm(), { replace: true })
    }, typingPauseMs)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    apply(asForm(), { replace: false })
  }

  /** The next choice reads the form again, so this one has to be in it: the navigation is rendered at once. */
  function choose(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) {
    const { name, value } = event.target
    const asked = asForm()
    const isAccidental = name === 'keySig' && event.target.type === 'checkbox'
    if (isAccidental) {
      const letter = shown.keySig?.charAt(0) ?? ''
      const isChecked = event.target instanceof HTMLInputElement && event.target.checked
      asked.keySig = letter + (isChecked ? value : '')
    }
    apply(asked, { replace: false, flushSync: true })
  }

  return { form, shown, text, type, submit, choose }
}

/** The text in the search box, and what was last searched for. */
function useSearchText() {
  const location = useLocation()
  const [text, setText] = useState(() => queryOf(location) ?? '')
  const sent = useRef(text)
  // The URL was changed elsewhere (Back, Clear All Filters): the box shows the new search.
  useEffect(() => {
    const applied = queryOf(location) ?? ''
    if (applied === sent.current) return
    sent.current = applied
    setText(applied)
  }, [location])
  return { text, setText, sent }
}

const queryOf = ({ search }: Location) => readTrackSearch(new URLSearchParams(search)).query

/** During a navigation to another page, typed text must not start a search. */
function useCancelOnLeave(pause: RefObject<ReturnType<typeof setTimeout> | undefined>): void {
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== pageRoutes.tracks
  useEffect(() => {
    if (isLeaving) clearTimeout(pause.current)
  }, [isLeaving, pause])
  useEffect(() => () => clearTimeout(pause.current), [pause])
}

/** The search that is being loaded. */
function usePendingSearch(): TrackSearch | null {
  const { location } = useNavigation()
  if (location?.pathname !== pageRoutes.tracks) return null
  return readTrackSearch(new URLSearchParams(location.search))
}
