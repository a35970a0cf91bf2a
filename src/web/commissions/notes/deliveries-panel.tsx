// Everything that was delivered, side by side: a revision is compared with the one before.

import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { newestReady } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { DeliveryPlayer, FullPlayers } from './delivery-player.tsx'

/** A list of disputes has no notes. */
type Delivered = Pick<Commission, 'deliveries'> & Partial<Pick<Commission, 'notes'>>

export function DeliveriesPanel({ commission }: { commission: Delivered }) {
  const { deliveries, notes = [] } = commission
  if (deliveries.length === 0) return null
  const newest = newestReady(commission)
  return (
    <Panel aria-labelledby="deliveries-heading" className="panel-stack">
      <h2 id="deliveries-heading">Deliveries</h2>
      <ol className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="delivery">
            <DeliveryCard {...{ delivery, notes }} isNewest={delivery.id === newest?.id} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

type DeliveryCardProps = { delivery: Delivery; notes: readonly Note[]; isNewest: boolean }

function DeliveryCard({ delivery, notes, isNewest }: DeliveryCardProps) {
  const { number, state, fileName, arrivedAt, reason } = delivery
  return (
    <>
      <h3>Delivery {number}</h3>
      <p className="commission-hint">
        {fileName !== '' && (
          <>
            <bdi>{fileName}</bdi>
            {arrivedAt !== null && ', '}
          </>
        )}
        {arrivedAt !== null && <DateTimeText iso={arrivedAt} />}
      </p>
      <DeliveryState state={state} />
      {reason !== null && <ErrorText>{reason}</ErrorText>}
      <DeliveryPlayer {...{ delivery, isNewest }} />
      <FullPlayers {...{ delivery, notes }} />
    </>
  )
}

function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  switch (state) {
    case 'arriving':
      return <p>On its way</p>
    case 'preparing':
      return (
        <p className="delivery-preparing">
          <Spinner /> {commissionMessages.preparing}
        </p>
      )
    case 'refused':
      return <p>{commissionMessages.uploadRefused}</p>
    case 'ready':
      return null
  }
}
