import { quarterText, timeLeftText } from '#web/uploads/sending/sending-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { DeliverySending, SendingPart } from './delivery-sending.ts'
import { deliverySendings } from './delivery-sendings-store.ts'

type SendingProgressProps = {
  commissionId: string
  sending: Extract<DeliverySending, { part: SendingPart }>
}

const names: Record<SendingPart, string> = { guide: 'the sung guide', recording: 'the track' }

/** How far the delivery is, in bytes. */
export function SendingProgress({ commissionId, sending }: SendingProgressProps) {
  const { percent } = sending
  const name = names[sending.part]
  const isSending = sending.name === 'sending'
  return (
    <>
      <Progress label={`Sending ${name}`} percent={percent} />
      {isSending && (
        <p>
          Sending {name}: {percent}%{timeLeftText(sending.secondsLeft)}
        </p>
      )}
      {/* Announced at every quarter only. */}
      <p role="status">
        {isSending ? (
          <span className="sr-only">{quarterText(sending)}</span>
        ) : (
          `No connection: sending goes on by itself at ${percent}%`
        )}
      </p>
      <div className="commission-buttons">
        <Button variant="ghost" onClick={() => void deliverySendings.cancel(commissionId)}>
          Stop
        </Button>
      </div>
    </>
  )
}
