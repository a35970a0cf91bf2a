// Asks before a track is withdrawn, and says what that does.

import { useRef, useState } from 'react'
import type { OwnTrack, withdrawTrack } from '#contracts/own-tracks.ts'
import { request } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ownTrackMessages, updateFailure } from './own-track-messages.ts'

type WithdrawTrackDialogProps = {
  track: OwnTrack
  onClose: () => void
  /** Called when the track is withdrawn. */
  onSaved: () => Promise<void>
}

export default function WithdrawTrackDialog({ track, onClose, onSaved }: WithdrawTrackDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const withdraw = async () => {
    setProblem(null)
    setIsPending(true)
    const route = 'POST /api/proxy/tracks/{id}/withdraw'
    const result = await request<typeof withdrawTrack>(route, { id: track.id })
    setIsPending(false)
    if (!result.ok) return setProblem(updateFailure(result).message)
    toast.success(ownTrackMessages.withdrawn)
    await onSaved()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Withdraw this track?"
      firstFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} variant="ghost" onClick={() => !isPending && onClose()}>
            Keep it listed
          </Button>
          <Button
            variant="danger"
            isLoading={isPending}
            loadingText="Withdrawing…"
            onClick={() => void withdraw()}
          >
            Withdraw
          </Button>
        </>
      }
    >
      <div className="stack-sm">
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
        <p className="user-words">
          <strong>
            <bdi>{track.title}</bdi>
          </strong>{' '}
          leaves the catalogue, searches and all carts at once, and its page closes.
        </p>
        <ul className="bullets">
          <li>Singers who bought it keep it, and can go on downloading it.</li>
          <li>You can restore it here at any time, with its ratings and comments.</li>
        </ul>
      </div>
    </Dialog>
  )
}
