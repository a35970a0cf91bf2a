import { ErrorText } from '#web/ui/error-text.tsx'
import { quarterText, transferMessages, stateText } from './transfers/transfer-messages.ts'
import type { UploadTransfer } from './transfers/upload-transfer.ts'

/** How far a recording is, in words. */
export function TransferStateText({
  transfer: { state, isSubmitted },
}: {
  transfer: UploadTransfer
}) {
  const text = stateText(state, isSubmitted)
  return (
    <>
      {state.name === 'sending' && <p>{text}</p>}
      {/* Rendered from the start, so that each state is announced; the percentage at every quarter only. */}
      <div role="status">
        {state.name === 'refused' && <ErrorText>{text}</ErrorText>}
        {state.name === 'sending' && <span className="sr-only">{quarterText(state)}</span>}
        {state.name !== 'refused' && state.name !== 'sending' && <p>{text}</p>}
      </div>
      {(state.name === 'arrived' || state.name === 'preparing') && (
        <p className="detail">{transferMessages.preparing}</p>
      )}
    </>
  )
}
