// Suggestions for what is typed into a search box, and the keys that move through them.

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Suggestion, suggestSearches } from '#contracts/catalogue.ts'
import { request } from '#web/api/browser.ts'

/** Fast typing sends one request, not one per letter. */
const typingPauseMs = 120

export type SuggestionInputs = {
  box: RefObject<HTMLInputElement | null>
  /** Text that was in the box before it was used gets no suggestions. */
  textBefore: string
  onChoose: (suggestion: Suggestion) => void
}

export function useSuggestions({ box, textBefore, onChoose }: SuggestionInputs) {
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
    if (event.isComposing) return
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

  useListeners(box, {
    input() {
      setActive(null)
      search(box.current?.value ?? '')
    },
    press,
    leave: close,
    // Typed while this code was loading.
    start() {
      const typed = box.current?.value ?? ''
      if (typed !== textBefore) search(typed)
    },
  })
  return { found, active, choose }
}

type Handlers = {
  input: () => void
  press: (event: KeyboardEvent) => void
  leave: () => void
  start: () => void
}

/** On the input itself, so before the handlers of its form. */
function useListeners(box: SuggestionInputs['box'], handlers: Handlers): void {
  const onInput = useEffectEvent(() => handlers.input())
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => handlers.press(event))
  const onBlur = useEffectEvent(() => handlers.leave())
  const onStart = useEffectEvent(() => handlers.start())
  useEffect(() => {
    const input = box.current
    if (input === null) return
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    input.addEventListener('blur', () => onBlur(), { signal })
    onStart()
    return () => controller.abort()
  }, [box])
}

/** From the text to the first or the last suggestion, and from there back to the text. */
function nextActive(active: number | null, key: string, count: number) {
  const next = key === 'ArrowDown' ? (active ?? -1) + 1 : (active ?? count) - 1
  return next < 0 || next >= count ? null : next
}

/** The suggestions of the latest text; a response to an earlier one is dropped. */
function useFound() {
  const [found, setFound] = useState<Suggestion[]>([])
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<AbortController>(null)

  function cancel(): void {
    clearTimeout(pause.current)
    latest.current?.abort()
  }

  function search(text: string): void {
    const query = text.trim()
    if (query === '') return stop()
    cancel()
    pause.current = setTimeout(() => void fetchFound(query), typingPauseMs)
  }

  async function fetchFound(query: string): Promise<void> {
    const { signal } = (latest.current = new AbortController())
    const result = await request<typeof suggestSearches>(
      'GET /public/tracks/suggestions',
      { query },
      { signal },
    )
    // Without suggestions, the search itself still works.
    if (!signal.aborted) setFound(result.ok ? result.value.suggestions : [])
  }

  function stop(): void {
    cancel()
    setFound([])
  }

  useEffect(() => cancel, [])
  return { found, search, stop }
}
