// Polls the state of the checkout on the page after the payment until it is settled.

import { useEffect, useState } from 'react'
import type { getCheckout } from '#contracts/orders.ts'
import { request } from '#web/api/browser.ts'

export type CheckoutState = 'open' | 'preparing' | 'paid' | 'expired' | 'closed'

/** The provider's confirmation usually arrives within two seconds. */
const quickPauseMs = 1000
const slowPauseMs = 5000
/** After this time the page announces an email. */
const longWaitMs = 30_000

export function useCheckoutProgress(sessionId: string, first: CheckoutState) {
  const [state, setState] = useState(first)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const startedAt = Date.now()
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>

    async function poll() {
      const result = await request<typeof getCheckout>(
        'GET /api/checkout/{sessionId}',
        { sessionId },
        { signal: controller.signal },
      )
      if (controller.signal.aborted) return
      if (result.ok) setState(result.value.state)
      const isSettled = result.ok && ['paid', 'expired', 'closed'].includes(result.value.state)
      if (!isSettled) wait()
    }

    function wait() {
      const waitedMs = Date.now() - startedAt
      setIsSlow(waitedMs >= longWaitMs)
      timer = setTimeout(() => void poll(), waitedMs < longWaitMs ? quickPauseMs : slowPauseMs)
    }

    wait()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [sessionId])
  return { state, isSlow }
}
