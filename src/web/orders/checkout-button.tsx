import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paymentErrors } from '#rules/errors/payment-errors.ts'
import { minChargePence } from '#rules/price.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePageRestore } from '#web/ui/page-lifecycle.ts'
import { accountMessages } from '#web/accounts/account-messages.ts'
import { cart, useCart } from '#web/cart/cart-store.ts'
import { beginCheckout } from './checkout.ts'
import { requireLoginAgainToPurchase, requireLoginToPurchase } from './login-for-purchase.ts'

/** Opens the card provider's page; an error is shown beside the button. */
export function CheckoutButton() {
  const { state } = useSession()
  const navigate = useNavigate()
  const [isOpening, setIsOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isBelowMinimum = useCart(
    ({ totalItems, totalPricePence }) => totalItems > 0 && totalPricePence < minChargePence,
  )

  // The customer came Back from the card page without paying.
  usePageRestore(() => setIsOpening(false))

  const checkout = async () => {
    setProblem(null)
    if (state === 'unknown') return setProblem(accountMessages.sessionUnknown)
    if (cart.get().hasLapsed) return requireLoginAgainToPurchase()
    if (state === 'visitor') return navigate(requireLoginToPurchase())
    setIsOpening(true)
    const result = await beginCheckout()
    if (result.ok) return window.location.assign(result.value)
    setIsOpening(false)
    if (result.status === 401) return requireLoginAgainToPurchase()
    setProblem(result.message)
  }

  if (isBelowMinimum) {
    return (
      <>
        <p id="smallest-charge">{paymentErrors.below_smallest_charge.message}</p>
        <Button className="btn-wide" aria-disabled aria-describedby="smallest-charge">
          Checkout
        </Button>
      </>
    )
  }
  return (
    <>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Button
        className="btn-wide"
        isLoading={isOpening}
        loadingText="Opening checkout…"
        onClick={() => void checkout()}
      >
        Checkout
      </Button>
    </>
  )
}
