// Polls the state of the checkout on the page after the payment until it is settled.

import { useEffect, useState } from 'react'
import type { getCheckout } from '#contracts/orders.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'

export type CheckoutState = 'open' | 'preparing' | 'paid' | 'expired' | 'closed'

/** The provider's confirmation usually arrives within two seconds. */
const quickPauseMs = 1000
const slowPauseMs = 5000
/** After this time the page announces an email. */
const longWaitMs = 30_000

const settledStates: ReadonlySet<CheckoutState> = new Set(['paid', 'expired', 'closed'])

export function useCheckoutProgress(sessionId: string, first: CheckoutState) {
  const [startedAt] = useState(() => Date.now())
  const [poll, setPoll] = useState<{ sessionId: string; startedAt: number } | null>(null)
  const { value, isLoading } = useFetched(poll, (wanted, signal) =>
    request<typeof getCheckout>(
      'GET /api/checkout/{sessionId}',
      { sessionId: wanted.sessionId },
      { signal },
    ),
  )
  const isSlow = poll !== null && poll.startedAt - startedAt >= longWaitMs
  const isOver = value !== null && settledStates.has(value.state)
  useEffect(() => {
    if (isLoading || isOver) return undefined
    const begin = () => setPoll({ sessionId, startedAt: Date.now() })
    const timer = setTimeout(begin, isSlow ? slowPauseMs : quickPauseMs)
    return () => clearTimeout(timer)
  }, [sessionId, isLoading, isOver, isSlow])
  return { state: value?.state ?? first, isSlow }
}
