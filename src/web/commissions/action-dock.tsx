// The buttons of the reader's turn. On a phone they stand at the bottom of the window, in reach of the thumb, with the
// sentence of what is next.

import type { ReactNode } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { nextStepFor } from './commission-facts.ts'

type ActionDockProps = {
  commission: Commission
  /** Links, which need no script. */
  isPlain?: boolean
  children: ReactNode
}

/** At one place of a page: the panel of what the reader is waited for. */
export function ActionDock({ commission, isPlain = false, children }: ActionDockProps) {
  const { actor, text } = nextStepFor(commission, commission.viewer)
  if (actor !== commission.viewer) return <div className="commission-buttons">{children}</div>
  return (
    <div className={isPlain ? 'action-dock' : 'action-dock needs-script'}>
      {/* The card of the status has the sentence: this is what is seen of it where the card is out of view. */}
      <p className="action-dock-next" aria-hidden="true" data-text={text} />
      <div className="commission-buttons">{children}</div>
    </div>
  )
}
