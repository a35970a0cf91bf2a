// Everything that was delivered, side by side: a revision is compared with the one before.

import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { commissionMessages } from './commission-messages.ts'
import { DeliveryPlayer, FullPlayers } from './delivery-player.tsx'

export function DeliveriesPanel({ commission }: { commission: Pick<Commission, 'deliveries'> }) {
  const { deliveries } = commission
  if (deliveries.length === 0) return null
  return (
    <Panel aria-labelledby="deliveries-heading" className="panel-stack">
      <h2 id="deliveries-heading">Deliveries</h2>
      <ol className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="delivery">
            <DeliveryCard delivery={delivery} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function DeliveryCard({ delivery }: { delivery: Delivery }) {
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
      <DeliveryPlayer delivery={delivery} />
      <FullPlayers delivery={delivery} />
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
