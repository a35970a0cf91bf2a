// Paying an accepted commission, and ending one that is not paid.

import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { payCommission, terminateBeforePayment } from '#contracts/commissions/commissions.ts'
import { termsPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { usePageRestore } from '#web/ui/page-lifecycle.ts'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ActionDock } from '../action-dock.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages, failureText } from '../commission-messages.ts'
import { PlainForm } from '../plain-form.tsx'

/** For the customer; the artist sees the way out alone. */
export function PaymentPanel({ commission }: { commission: Commission }) {
  const [problem, setProblem] = useState<string | null>(null)
  const mayPay = can(commission, 'checkOut')
  const mayCancel = can(commission, 'withdraw') || can(commission, 'artistWithdraw')
  if (!mayPay && !mayCancel) return null
  const price = formatPence(commission.customerCommissionPricePence)
  return (
    <Panel aria-labelledby="payment-heading" className="panel-stack">
      <h2 id="payment-heading">{mayPay ? 'Pay by card' : 'Not paid yet'}</h2>
      {mayPay && (
        <>
          <p>
            We hold the money until you approve the recording. If nothing comes of it, all of it
            goes back.
          </p>
          <p className="detail">
            By paying you accept the <PageLink href={`${termsPath}#commissions`}>terms</PageLink>.
          </p>
        </>
      )}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <ActionDock commission={commission}>
        {mayPay && <PayButton {...{ commission, price, onProblem: setProblem }} />}
        {mayCancel && <CancelButton {...{ commission, onProblem: setProblem }} />}
      </ActionDock>
      <PlainForm
        steps={[
          ...(mayPay ? [{ step: 'pay' as const, label: payLabel(price) }] : []),
          ...(mayCancel
            ? [{ step: 'cancel' as const, label: cancelLabel, isDangerous: true }]
            : []),
        ]}
      >
        {mayCancel && <p>Cancelling cannot be undone.</p>}
      </PlainForm>
    </Panel>
  )
}

const payLabel = (price: string) => `Confirm and pay ${price}`
const cancelLabel = 'Cancel request'

type ButtonProps = { commission: Commission; onProblem: (problem: string | null) => void }

function PayButton({ commission, price, onProblem }: ButtonProps & { price: string }) {
  const [isOpening, setIsOpening] = useState(false)
  const { revalidate } = useRevalidator()
  // The customer came Back from the card page without paying.
  usePageRestore(() => setIsOpening(false))
  const pay = async () => {
    onProblem(null)
    setIsOpening(true)
    const route = 'POST /api/commission/pay'
    const result = await request<typeof payCommission>(route, { commissionId: commission.id })
    // The server checks what it sends; a program in between may have answered instead.
    const sessionUrl: unknown = result.ok ? result.value.sessionUrl : undefined
    if (typeof sessionUrl === 'string' && sessionUrl !== '')
      return window.location.assign(sessionUrl)
    setIsOpening(false)
    onProblem(result.ok ? commissionMessages.noPaymentUrl : paymentFailure(result))
    await revalidate()
  }
  return (
    <Button isLoading={isOpening} loadingText="Opening the payment…" onClick={() => void pay()}>
      {payLabel(price)}
    </Button>
  )
}

/** Refused by the server, or not processed by it. */
function paymentFailure(refused: Refused): string {
  const isProcessed = refused.status > 0 && refused.status < 500
  return failureText(
    isProcessed ? commissionMessages.paymentRefused : commissionMessages.paymentFailed,
    refused,
  )
}

function CancelButton({ commission, onProblem }: ButtonProps) {
  const [isCancelling, setIsCancelling] = useState(false)
  const { revalidate } = useRevalidator()
  const cancel = async () => {
    if (!window.confirm(commissionMessages.cancelQuestion)) return
    onProblem(null)
    setIsCancelling(true)
    const route = 'POST /api/commission/terminate-before-payment'
    const result = await request<typeof terminateBeforePayment>(route, {
      commissionId: commission.id,
    })
    setIsCancelling(false)
    if (result.ok) toast.success(commissionMessages.cancelled)
    else onProblem(failureText(commissionMessages.cancelFailed, result))
    await revalidate()
  }
  return (
    <Button
      variant="danger"
      isLoading={isCancelling}
      loadingText="Cancelling…"
      onClick={() => void cancel()}
    >
      {cancelLabel}
    </Button>
  )
}
