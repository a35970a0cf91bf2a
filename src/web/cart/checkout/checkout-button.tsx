import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/account/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnReturn } from '#web/browser/on-return.ts'
import { messages } from '#web/messages.ts'
import { cart } from '#web/cart/cart-store.ts'
import { requireLoginAgainToPurchase, requireLoginToPurchase } from './login-for-purchase.ts'

/** Leads to the card provider's page; whatever keeps it from that is said beside the button. */
export function CheckoutButton() {
  const { state } = useSession()
  const navigate = useNavigate()
  const [isOpening, setIsOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Back from the card page: the customer may have thought better of it.
  useOnReturn(() => setIsOpening(false))

  const checkout = async () => {
    setProblem(null)
    if (state === 'unknown') return setProblem(messages.sessionUnknown)
    if (cart.hasLapsed()) return requireLoginAgainToPurchase()
    if (state === 'visitor') return navigate(requireLoginToPurchase())
    setIsOpening(true)
    const result = await cart.checkout()
    if (result.ok) return window.location.assign(result.value)
    setIsOpening(false)
    if (result.status === 401) return requireLoginAgainToPurchase()
    setProblem(result.message)
  }

  return (
    <>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Button
        className="w-full"
        isLoading={isOpening}
        loadingText="Opening checkout…"
        onClick={() => void checkout()}
      >
        Checkout
      </Button>
    </>
  )
}
