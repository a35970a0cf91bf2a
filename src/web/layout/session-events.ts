// What every page does when the session changes: in this tab, in another tab, or while the page was not shown.

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useLoginAgain } from '#web/accounts/login-again.ts'
import { onChangeInOtherTab, session } from '#web/accounts/session-store.ts'
import { useAfterLogin, useLoginRequiredToast } from '#web/orders/login-for-purchase.ts'
import { usePageRestore } from '#web/ui/page-lifecycle.ts'

export function useSessionEvents(): void {
  const { revalidate } = useRevalidator()
  usePageRestore(() => {
    session.invalidate()
    void revalidate()
  })
  useEffect(() => onChangeInOtherTab(() => void revalidate()), [revalidate])
  useAfterLogin()
  useLoginRequiredToast()
  useLoginAgain()
}
