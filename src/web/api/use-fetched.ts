// What one component shows beside the data of its page, fetched by the browser: because the page is the same for everyone,
// or because the component is seldom opened.

import { useEffect, useEffectEvent, useState } from 'react'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Refused, Result } from './result.ts'

type Fetch<Wanted, Value, Code extends RefusalCode> = (
  wanted: Wanted,
  signal: AbortSignal,
) => Promise<Result<Value, Code>>

/**
 * Fetches when it is shown, and again for each other `wanted`: an object that is new, also with the same content. The
 * newest one wins, and nothing is fetched for null.
 */
export function useFetched<Wanted, Value, Code extends RefusalCode>(
  wanted: Wanted | null,
  fetch: Fetch<Wanted, Value, Code>,
) {
  const [last, setLast] = useState<{
    wanted: Wanted | null
    value: Value | null
    refused: Refused<Code> | null
  }>({ wanted: null, value: null, refused: null })
  const fetchNow = useEffectEvent(fetch)

  useEffect(() => {
    if (wanted === null) return undefined
    const outdated = new AbortController()
    const { signal } = outdated
    const load = async () => {
      const result = await fetchNow(wanted, signal)
      if (signal.aborted) return
      setLast(({ value }) =>
        result.ok
          ? { wanted, value: result.value, refused: null }
          : { wanted, value, refused: result },
      )
    }
    void load()
    return () => outdated.abort()
  }, [wanted])

  return {
    /** The last one that has arrived; it stays while another is fetched, and after a refusal. */
    value: last.value,
    refused: last.refused,
    isLoading: wanted !== null && last.wanted !== wanted,
  }
}
