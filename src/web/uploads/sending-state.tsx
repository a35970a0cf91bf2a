import { ErrorText } from '#web/ui/error-text.tsx'
import { quarterText, sendingMessages, stateText } from './sending/sending-messages.ts'
import type { Sending } from './sending/sending.ts'

/** How far a recording is, in words. */
export function SendingStateText({ sending: { state, isSubmitted } }: { sending: Sending }) {
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
        <p className="text-md text-ink-2">{sendingMessages.preparing}</p>
      )}
    </>
  )
}
