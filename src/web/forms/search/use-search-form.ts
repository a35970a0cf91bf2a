// Turns what is done in a form that searches a list into navigations: the URL holds the search.

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

type Control = HTMLInputElement | HTMLSelectElement

const typingPauseMs = 500

type Searched = { query?: string; page: number }

/** How the searches of one page are written as URLs. */
export type SearchPage<Search> = {
  path: string
  read: (params: URLSearchParams) => Search
  /** Every change starts at page 1, except a change of the page. */
  addressOf: (search: Search, changes?: { page?: number; query?: string | undefined }) => string
}

/** What is typed becomes a search after a pause, what is chosen or submitted at once. */
export function useSearchForm<Search extends Searched>(search: Search, page: SearchPage<Search>) {
  const { addressOf } = page
  const navigate = useNavigate()
  // A choice is shown at once, while its results are still loading.
  const shown = usePendingSearch(page) ?? search
  const form = useRef<HTMLFormElement>(null)
  const pause = usePause(page.path)
  const { text, setText, sent, showText } = useSearchText(page)
  const walk = useArrowWalk()

  // What was typed and chosen before hydration is only in the form's controls.
  const adopt = useEffectEvent(() => {
    const asked = asForm()
    const typed = form.current?.querySelector('input[name=query]')
    if (addressOf(asked, { query: shown.query }) !== addressOf(shown))
      apply(asked, { replace: true })
    else if (typed instanceof HTMLInputElement && typed.value !== text) type(typed.value)
  })
  useEffect(() => adopt(), [])

  const asForm = (changed?: Control): Search =>
    form.current ? page.read(paramsInForm(form.current, changed)) : shown

  function apply(asked: Search, { replace, flushSync = false }: How) {
    clearTimeout(pause.current)
    sent.current.push(asked.query ?? '')
    const address = addressOf(asked)
    // The same view again adds no history entry: Back would seem to do nothing.
    const isSame = address === addressOf(shown, { page: shown.page })
    void navigate(address, { replace: replace || isSame, flushSync, preventScrollReset: true })
  }

  function type(typed: string) {
    setText(typed)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (typed.trim() !== sent.current.at(-1)) apply(asForm(), { replace: true })
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

  /** Opens a search that was made elsewhere than in the form, whose box then has this text. */
  function openSearch(address: string, searched: string) {
    clearTimeout(pause.current)
    showText(searched)
    void navigate(address, { preventScrollReset: true })
  }

  return { form, shown, text, type, submit, choose, openSearch, onKeyDown: walk.onKeyDown }
}

type How = { replace: boolean; flushSync?: boolean }

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

/** The text in the search box, and the texts that were searched for: that of the URL, then those on their way to it. */
function useSearchText({ read }: Pick<SearchPage<Searched>, 'read'>) {
  const location = useLocation()
  const [text, setText] = useState(() => queryIn(location, read) ?? '')
  const sent = useRef([text])
  useEffect(() => {
    const applied = queryIn(location, read) ?? ''
    const arrived = sent.current.indexOf(applied)
    // The URL was changed elsewhere (Back, Clear All Filters): the box shows the new search.
    if (arrived === -1) setText(applied)
    // A search from the box has arrived. What was typed since stays in the box.
    sent.current = arrived === -1 ? [applied] : sent.current.slice(arrived)
  }, [location, read])
  /** The text of a search that is made elsewhere than in the box. */
  const showText = (searched: string) => {
    sent.current = [searched]
    setText(searched)
  }
  return { text, setText, sent, showText }
}

function queryIn({ search }: Location, read: SearchPage<Searched>['read']): string | undefined {
  return read(new URLSearchParams(search)).query
}

/** The timer of typed text: during a navigation to another page it must not start a search. */
function usePause(path: string) {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== path
  useEffect(() => {
    if (isLeaving) clearTimeout(pause.current)
  }, [isLeaving, pause])
  useEffect(() => () => clearTimeout(pause.current), [pause])
  return pause
}

/** The search that is being loaded. */
function usePendingSearch<Search>({ path, read }: SearchPage<Search>): Search | null {
  const { location } = useNavigation()
  if (location?.pathname !== path) return null
  return read(new URLSearchParams(location.search))
}

/**
 * Reads a form's parameters as the server reads them when a browser without scripts sends it.
 * @param changed of several checkboxes with one name (flat and sharp), the one that has just been checked excludes the others
 */
function paramsInForm(form: HTMLFormElement, changed?: Control): URLSearchParams {
  const params = new URLSearchParams()
  for (const control of form.elements) {
    const isSelect = control instanceof HTMLSelectElement
    const isInput = control instanceof HTMLInputElement && isSent(control, changed)
    if (isSelect || isInput) params.append(control.name, control.value)
  }
  return params
}

function isSent(input: HTMLInputElement, changed: Control | undefined): boolean {
  if (input.disabled) return false
  if (input.type === 'radio') return input.checked
  if (input.type !== 'checkbox') return true
  const isExcluded =
    changed instanceof HTMLInputElement &&
    changed !== input &&
    changed.name === input.name &&
    changed.type === input.type &&
    changed.checked
  return input.checked && !isExcluded
}
