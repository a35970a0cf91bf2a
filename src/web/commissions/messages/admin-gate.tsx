// Why an admin may read the messages and notes of a room, or the button that asks for the reason.

import type { Commission } from '#contracts/commissions/commission.ts'
import { adminReadMinutes } from '#rules/commissions/message-limits.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { NoteField } from '#web/admin/note-field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'
import { roomMessages } from './room-messages.ts'
import { TimeText } from './time-text.tsx'

export function AdminGate({ commission }: { commission: Commission }) {
  const { room, viewer, customer, artist } = commission
  if (viewer !== 'admin') return null
  if (room.readAs === 'judge')
    return (
      <p className="commission-hint">
        You can read this while the commission is disputed or frozen. The audit log says that you
        have.
      </p>
    )
  if (room.readUntil !== null)
    return (
      <p className="commission-hint">
        You can read this until <TimeText iso={room.readUntil} />.
      </p>
    )
  return (
    <>
      <p>
        What <bdi>{customer.name}</bdi> and <bdi>{artist.name}</bdi> write to each other, in
        messages and notes, is private.
      </p>
      <div className="admin-actions">
        <ReadButton commission={commission} />
      </div>
      <PlainReadForm />
    </>
  )
}

const readLabel = 'Read the messages'
const readEffect = `You can then read them, and the notes, for ${adminReadMinutes} minutes. Say why you need to: the parties are not told.`

function PlainReadForm() {
  const { readReason } = useSentFields('read_with_reason')
  return (
    <PlainForm steps={[{ step: 'read_with_reason', label: readLabel }]}>
      <p>{readEffect}</p>
      <NoteField name="readReason" rows={2} required defaultValue={readReason} />
    </PlainForm>
  )
}

function ReadButton({ commission: { id, name } }: { commission: Commission }) {
  return (
    <ActionButton
      label={readLabel}
      about={name}
      title={`Read the messages about “${name}”?`}
      submitting="Opening…"
      contract={async () =>
        (await import('#contracts/commissions/messages.ts')).readMessagesWithReason
      }
      route="POST /api/proxy/admin/commissions/{id}/read"
      constants={{ id }}
      done={roomMessages.readable}
    >
      <p>{readEffect}</p>
    </ActionButton>
  )
}
