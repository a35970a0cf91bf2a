// Turns what is done in the catalogue's form into navigations.

import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react'
import { useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import type { Suggestion } from '#contracts/catalogue.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { readTrackSearch, type TrackSearch } from '#rules/track-search.ts'
import { searchAddress } from '#web/tracks/catalogue-search.ts'
import { suggestionPath } from '#web/tracks/search/suggestion-path.ts'
import { searchInForm, type Control } from './search-in-form.ts'

const typingPauseMs = 500

/** What is typed becomes a search after a pause, what is chosen or submitted at once. */
export function useCatalogueSearch(search: TrackSearch) {
  const navigate = useNavigate()
  // A choice is shown at once, while its tracks are still loading.
  const shown = usePendingSearch() ?? search
  const form = useRef<HTMLFormElement>(null)
  const pause = usePause()
  const { text, setText, sent, showText } = useSearchText()
  const walk = useArrowWalk()

  // What was typed and chosen before hydration is only in the form's controls.
  const adopt = useEffectEvent(() => {
    const asked = asForm()
    const typed = form.current?.querySelector('input[name=query]')
    if (searchAddress({ ...asked, query: shown.query }) !== searchAddress(shown))
      apply(asked, { replace: true })
    else if (typed instanceof HTMLInputElement && typed.value !== text) type(typed.value)
  })
  useEffect(() => adopt(), [])

  const asForm = (changed?: Control): TrackSearch =>
    form.current ? searchInForm(form.current, changed) : shown

  type How = { replace: boolean; flushSync?: boolean }
  function apply(asked: TrackSearch, { replace, flushSync = false }: How) {
    clearTimeout(pause.current)
    sent.current = asked.query ?? ''
    const address = searchAddress(asked)
    // The same view again adds no history entry: Back would seem to do nothing.
    const isSame = address === searchAddress(shown, { page: shown.page })
    void navigate(address, { replace: replace || isSame, flushSync, preventScrollReset: true })
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
  function choose(event: ChangeEvent<Control>) {
    const replace = walk.continues(event.target.name)
    apply(asForm(event.target), { replace, flushSync: true })
  }

  /** A suggestion is a search of its own: filters could exclude it. */
  function follow(suggestion: Suggestion) {
    clearTimeout(pause.current)
    showText(suggestion.kind === 'title' ? suggestion.text : '')
    void navigate(suggestionPath(suggestion), { preventScrollReset: true })
  }

  return { form, shown, text, type, submit, choose, follow, onKeyDown: walk.onKeyDown }
}

/** An arrow key chooses every value on its way through a group: the whole way is one history entry. */
function useArrowWalk() {
  const isArrow = useRef(false)
  const group = useRef<string>(undefined)
  return {
    onKeyDown(event: KeyboardEvent) {
      isArrow.current = event.key.startsWith('Arrow')
    },
    /** Called for each choice: has the last one been made in this group by an arrow key, too? */
    continues(name: string): boolean {
      const isContinued = isArrow.current && group.current === name
      group.current = isArrow.current ? name : undefined
      isArrow.current = false
      return isContinued
    },
  }
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
  /** The text of a search that is made elsewhere than in the box. */
  const showText = (searched: string) => {
    sent.current = searched
    setText(searched)
  }
  return { text, setText, sent, showText }
}

const queryOf = ({ search }: Location) => readTrackSearch(new URLSearchParams(search)).query

/** The timer of typed text: during a navigation to another page it must not start a search. */
function usePause() {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== pageRoutes.tracks
  useEffect(() => {
    if (isLeaving) clearTimeout(pause.current)
  }, [isLeaving, pause])
  useEffect(() => () => clearTimeout(pause.current), [pause])
  return pause
}

/** The search that is being loaded. */
function usePendingSearch(): TrackSearch | null {
  const { location } = useNavigation()
  if (location?.pathname !== pageRoutes.tracks) return null
  return readTrackSearch(new URLSearchParams(location.search))
}
