// Waiting on the page after paying: asks how far the payment is until it is done.

import { useEffect, useState } from 'react'
import type { getCheckout } from '#contracts/orders.ts'
import { request } from '#web/api/browser.ts'

export type CheckoutState = 'open' | 'preparing' | 'paid' | 'expired' | 'closed'

/** The provider's word usually comes within two seconds. */
const quickPauseMs = 1000
const slowPauseMs = 5000
/** From then on the page says that an email will come. */
const longWaitMs = 30_000

export function useCheckoutProgress(sessionId: string, first: CheckoutState) {
  const [state, setState] = useState(first)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const startedAt = Date.now()
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>

    async function poll() {
      const result = await request<typeof getCheckout>(
        'GET /api/checkout/{sessionId}',
        { sessionId },
        { signal: leaving.signal },
      )
      if (leaving.signal.aborted) return
      if (result.ok) setState(result.value.state)
      const isSettled = result.ok && ['paid', 'expired', 'closed'].includes(result.value.state)
      if (!isSettled) wait()
    }

    function wait() {
      const waitedMs = Date.now() - startedAt
      setIsLong(waitedMs >= longWaitMs)
      timer = setTimeout(() => void poll(), waitedMs < longWaitMs ? quickPauseMs : slowPauseMs)
    }

    wait()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [sessionId])
  return { state, isLong }
}
