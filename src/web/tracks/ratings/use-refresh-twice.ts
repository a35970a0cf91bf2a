// Loads the page's data again after a change: at once, and once more when every process has heard of it.

import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** BUS-14. In place: a reload would stop the preview and lose the reader's place (D-130). */
const againAfterMs = 500

export function useRefreshTwice(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    void revalidate()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), againAfterMs)
  }, [revalidate])
}
