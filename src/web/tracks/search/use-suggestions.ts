// Suggestions for what is typed into a search box, and the keys that move through them.

import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import type { Suggestion, suggestSearches } from '#contracts/catalogue.ts'
import { request } from '#web/api/browser.ts'
import { networkError } from '#web/api/network-error.ts'
import { useFetched } from '#web/api/use-fetched.ts'

/** Fast typing sends one request, not one per letter. */
const typingPauseMs = 120

/**
 * What the box does with its own events. Listeners of the list's own would be called before React's, which would then show
 * the list with the former text of the box, so that the typed letter is lost.
 */
export type BoxHandlers = {
  input: () => void
  press: (event: KeyboardEvent) => void
  leave: () => void
}

export type SuggestionInputs = {
  ref: Ref<BoxHandlers>
  box: RefObject<HTMLInputElement | null>
  /** Text that was in the box before it was used gets no suggestions. */
  textBefore: string
  onChoose: (suggestion: Suggestion) => void
}

export function useSuggestions({ ref, box, textBefore, onChoose }: SuggestionInputs) {
  const { found, search, stop } = useFound()
  const [active, setActive] = useState<number | null>(null)

  function close(): void {
    stop()
    setActive(null)
  }

  function choose(suggestion: Suggestion): void {
    close()
    onChoose(suggestion)
  }

  function move(event: KeyboardEvent): void {
    event.preventDefault()
    if (event.altKey && event.key === 'ArrowUp') return close()
    if (found.length === 0) return search(box.current?.value ?? '')
    setActive(nextActive(active, event.key, found.length))
  }

  function press(event: KeyboardEvent): void {
    // The keys of an input method choose among its own characters.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return move(event)
    // Both move the cursor in the text, which then has the keyboard again.
    if (event.key === 'Home' || event.key === 'End') return setActive(null)
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    const chosen = active === null ? undefined : found[active]
    const isChoice = event.key === 'Enter' && chosen !== undefined
    // Otherwise Enter submits the form, and Escape empties the box in some browsers.
    if (isChoice || (event.key === 'Escape' && found.length > 0)) event.preventDefault()
    if (isChoice) choose(chosen)
    else close()
  }

  function input(): void {
    setActive(null)
    search(box.current?.value ?? '')
  }

  useImperativeHandle(ref, () => ({ input, press, leave: close }))
  // Typed while this code was loading.
  const start = useEffectEvent(() => {
    const typed = box.current?.value ?? ''
    if (typed !== textBefore) search(typed)
  })
  useEffect(() => start(), [])
  return { found, active, choose }
}

/** From the text to the first or the last suggestion, and from there back to the text. */
function nextActive(active: number | null, key: string, count: number) {
  const next = key === 'ArrowDown' ? (active ?? -1) + 1 : (active ?? count) - 1
  return next < 0 || next >= count ? null : next
}

/**
 * The suggestions of the latest text. They stay while those of the next text are fetched, but not after the list was closed:
 * what is typed then opens another list.
 */
function useFound() {
  const [list, setList] = useState(0)
  const [asked, setAsked] = useState<{ query: string; list: number } | null>(null)
  const { value, refused } = useFetched(asked, fetchFound)
  // Without suggestions, the search itself still works.
  const isShown = refused === null && value !== null && value.list === asked?.list

  function search(text: string): void {
    const query = text.trim()
    if (query === '') stop()
    else setAsked({ query, list })
  }

  function stop(): void {
    setAsked(null)
    setList((last) => last + 1)
  }

  return { found: isShown ? value.suggestions : [], search, stop }
}

async function fetchFound({ query, list }: { query: string; list: number }, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, typingPauseMs))
  if (signal.aborted) return networkError
  const route = 'GET /public/tracks/suggestions'
  const result = await request<typeof suggestSearches>(route, { query }, { signal })
  return result.ok ? { ok: true as const, value: { ...result.value, list } } : result
}
