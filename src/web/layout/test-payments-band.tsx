// Says that no real money moves, on every page of a site in test mode, until it is dismissed on this device.

import { X } from 'lucide-react'
import { deviceStorage } from '#web/api/device-storage.ts'
import { moveFocus } from '#web/ui/focus.ts'

const dismissedKey = 'undersong:test-payments'

/** Runs before the first paint, so that a dismissed band never moves a page. */
export const testPaymentsScript = `try{if(localStorage.getItem('${dismissedKey}'))document.documentElement.dataset.testPayments=''}catch{}`

export function TestPaymentsBand() {
  const dismiss = () => {
    deviceStorage().setItem(dismissedKey, 'dismissed')
    document.documentElement.dataset.testPayments = ''
    moveFocus(null)
  }
  return (
    <aside className="site-banner no-print" aria-label="Test mode">
      Test payments: no real money
      <button type="button" className="needs-script" aria-label="Dismiss" onClick={dismiss}>
        <X size={16} aria-hidden="true" />
      </button>
    </aside>
  )
}
