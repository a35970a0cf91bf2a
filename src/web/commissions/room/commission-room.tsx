// The room of one commission: what its customer, its artist and admins see of it, and can do now.

import { useEffect, useRef, useState } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { BriefPanel, FeedbackPanel } from '../brief-panel.tsx'
import { canChange } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { DeliveriesPanel } from '../notes/deliveries-panel.tsx'
import { UploadCard } from '../delivering/upload-card.tsx'
import { createHeard, HeardElsewhere } from '../notes/heard-elsewhere.ts'
import { NotesPanel } from '../notes/notes-panel.tsx'
import type { LoadedMessages } from '../messages/loaded-messages.ts'
import { MessagesPanel } from '../messages/messages-panel.tsx'
import { AdminPanel } from '../panels/admin-panel.tsx'
import { AnswerPanel } from '../panels/answer-panel.tsx'
import { ApprovalPanel } from '../panels/approval-panel.tsx'
import { DisputePanel } from '../panels/dispute-panel.tsx'
import { CancelOverduePanel, GiveUpPanel } from '../panels/late-panel.tsx'
import { OwnedPanel } from '../panels/owned-panel.tsx'
import { PaymentPanel } from '../panels/payment-panel.tsx'
import { PlainForms, type RefusedForm } from '../refused-form.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { RoomHead } from '../room-head.tsx'
import { StatusCard } from '../status-card.tsx'
import { Timeline } from '../timeline.tsx'
import { usePayout } from '../use-payout.ts'

type CommissionRoomProps = {
  commission: Commission
  messages: LoadedMessages
  /** The refusal of a form that was sent without a script. */
  refused: RefusedForm | null
}

export function CommissionRoom({ refused, ...shown }: CommissionRoomProps) {
  const { requestKey } = shown.messages
  const [heardElsewhere] = useState(createHeard)
  return (
    <PlainForms value={{ requestKey, refused }}>
      <HeardElsewhere value={heardElsewhere}>
        <Room {...shown} refused={refused} />
      </HeardElsewhere>
    </PlainForms>
  )
}

function Room({ commission, messages, refused }: CommissionRoomProps) {
  const { id } = commission
  useRevalidation({
    isConcerned: (event) => event.name === 'commissionChanged' && event.commissionId === id,
    isActive: canChange(commission) || commission.room.isOpen,
  })
  usePayout(commission)
  useDelivered(commission)
  useKeptFocus(commission.status)
  const [hasAddFailed, setHasAddFailed] = useState(false)
  return (
    <div className="page commission-room">
      <RoomHead commission={commission} />
      {refused !== null && <RefusedNotice {...{ commission, refused }} />}
      <div className="room-columns">
        <div className="room-main">
          <StatusCard commission={commission} />
          <FeedbackPanel commission={commission} />
          <AdminPanel commission={commission} />
          <AnswerPanel commission={commission} />
          <PaymentPanel commission={commission} />
          <UploadCard commission={commission} />
          <ApprovalPanel commission={commission} onAddFailed={() => setHasAddFailed(true)} />
          <NotesPanel commission={commission} />
          <OwnedPanel
            commission={commission}
            hasAddFailed={hasAddFailed}
            onAdded={() => setHasAddFailed(false)}
          />
          <CancelOverduePanel commission={commission} />
          <DisputePanel commission={commission} />
          <DeliveriesPanel commission={commission} />
          <MessagesPanel commission={commission} loaded={messages} />
        </div>
        <div className="room-side">
          <BriefPanel commission={commission} />
          <Panel aria-labelledby="timeline-heading" className="panel-stack">
            <h2 id="timeline-heading">What has happened</h2>
            <Timeline commission={commission} />
          </Panel>
          <GiveUpPanel commission={commission} />
        </div>
      </div>
    </div>
  )
}

/** Tells the artist who waits for it that the preview exists. */
function useDelivered({ status, viewer }: Commission): void {
  const shown = useRef(status)
  useEffect(() => {
    const before = shown.current
    shown.current = status
    if (viewer === 'artist' && before === 'in_progress' && status === 'delivered')
      toast.success(commissionMessages.uploaded)
  }, [status, viewer])
}

/** A new status may remove the button that has the focus. */
function useKeptFocus(status: Commission['status']): void {
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    if (document.activeElement === document.body) moveFocus(null)
  }, [status])
}
