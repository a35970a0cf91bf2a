import { quarterText, timeLeftText } from '#web/uploads/transfers/transfer-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { DeliveryPart, DeliveryTransfer } from './delivery-transfers.ts'
import { deliveryTransfers } from './tab-delivery-transfers.ts'

type DeliveryProgressProps = {
  commissionId: string
  transfer: Extract<DeliveryTransfer, { part: DeliveryPart }>
}

const names: Record<DeliveryPart, string> = { guide: 'the sung guide', recording: 'the track' }

/** How far the delivery is, in bytes. */
export function DeliveryProgress({ commissionId, transfer }: DeliveryProgressProps) {
  const { percent } = transfer
  const name = names[transfer.part]
  const isSending = transfer.name === 'sending'
  return (
    <>
      <Progress label={`Sending ${name}`} percent={percent} />
      {isSending && (
        <p>
          Sending {name}: {percent}%{timeLeftText(transfer.secondsLeft)}
        </p>
      )}
      {/* Announced at every quarter only. */}
      <p role="status">
        {isSending ? (
          <span className="sr-only">{quarterText(transfer)}</span>
        ) : (
          `No connection: sending goes on by itself at ${percent}%`
        )}
      </p>
      <div className="commission-buttons">
        <Button variant="ghost" onClick={() => void deliveryTransfers.cancel(commissionId)}>
          Stop
        </Button>
      </div>
    </>
  )
}
