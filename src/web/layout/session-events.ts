// What every page does when the session changes: in this tab, in another tab, or while the page was not shown.

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useAfterLogin } from '#web/accounts/after-login.ts'
import { useLoginAgain } from '#web/accounts/login-again.ts'
import { onChangeInOtherTab, session } from '#web/accounts/session-store.ts'
import { takeCommissionIntent } from '#web/commissions/request/commission-intent.ts'
import { takePurchaseIntent, useLoginRequiredToast } from '#web/orders/login-for-purchase.ts'
import { usePageRestore } from '#web/ui/page-lifecycle.ts'

export function useSessionEvents(): void {
  const { revalidate } = useRevalidator()
  usePageRestore(() => {
    session.invalidate()
    void revalidate()
  })
  useEffect(() => onChangeInOtherTab(() => void revalidate()), [revalidate])
  useAfterLogin(takeIntent)
  useLoginRequiredToast()
  useLoginAgain()
}

/** Of both, the visitor began the purchase with more to lose; the other one is removed as well. */
function takeIntent(): string | null {
  const [purchase, commission] = [takePurchaseIntent(), takeCommissionIntent()]
  return purchase ?? commission
}
