// The notes of the newest delivery, for everybody but the customer who is to answer it: there they stand beside the answer.

import type { Commission } from '#contracts/commissions/commission.ts'
import { Panel } from '#web/ui/panel.tsx'
import { newestReady } from '../commission-facts.ts'
import { NotedDelivery } from './noted-delivery.tsx'

export function NotesPanel({ commission }: { commission: Commission }) {
  const { viewer, status, notes, canAddNote, customer } = commission
  const delivery = newestReady(commission)
  if (delivery === null || (notes.length === 0 && !canAddNote)) return null
  if (viewer === 'customer' && status === 'delivered') return null
  const canTick = notes.some(({ canDo }) => canDo.includes('tickOff'))
  const isWork = viewer === 'artist' && status === 'in_progress' && canTick
  const isJudged = canAddNote && notes.length > 0 && !canTick
  return (
    <Panel aria-labelledby="notes-heading" className="panel-stack">
      <h2 id="notes-heading">{isWork ? 'What to change' : 'Notes'}</h2>
      {isWork && (
        <p>
          Tick off what you have done. The notes that stay open are carried over to the next
          delivery.
        </p>
      )}
      {isJudged && (
        <p className="commission-hint">
          You can tick these off once <bdi>{customer.name}</bdi> has answered the delivery.
        </p>
      )}
      <NotedDelivery {...{ commission, delivery }} />
    </Panel>
  )
}
