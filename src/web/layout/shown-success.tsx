// The banner for the action that has just succeeded, hidden after 5 seconds.

import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { successMessages } from '#web/accounts/success-messages.ts'

const successBannerMs = 5000

const sentences = new Map<string, string>([
  ['customer_registered', successMessages.customerRegistered],
  ['artist_registered', successMessages.artistRegistered],
  ['upgraded_to_artist', successMessages.upgradedToArtist],
  ['password_changed', successMessages.passwordChanged],
  ['account_deleted', successMessages.accountDeleted],
])

/** While the banner is hovered or focused it stays, and is checked again after this time. */
const recheckMs = 1000

export default function ShownSuccess({ success }: { success: string }) {
  const banner = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(true)
  useEffect(removeSuccessParam, [])
  useEffect(() => {
    let timer = setTimeout(leave, successBannerMs)
    function leave() {
      const isPaused = banner.current?.matches(':hover, :focus-within')
      if (isPaused) timer = setTimeout(leave, recheckMs)
      else setIsShown(false)
    }
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div ref={banner} className="success-banner no-print">
      <CircleCheck size={20} aria-hidden="true" />
      <output>{sentences.get(success) ?? successMessages.succeeded}</output>
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss"
        onClick={() => setIsShown(false)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** So that neither a reload nor Back shows the banner again. The router does not need to know. */
function removeSuccessParam(): void {
  const address = new URL(location.href)
  address.searchParams.delete('success')
  history.replaceState(history.state, '', address)
}
