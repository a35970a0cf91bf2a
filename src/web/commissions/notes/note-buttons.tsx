// What the reader can do with a note: the artist ticks it off and answers it, its author changes it or takes it back.

import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import type { changeNote } from '#contracts/commissions/notes.ts'
import { request } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { failureText } from '../commission-messages.ts'
import { ConfirmButton } from '../step-buttons.tsx'
import { noteMessages } from './note-messages.ts'
import { TurnsButton, type Compared } from './turns-button.tsx'

type NoteButtonsProps = {
  commission: Commission
  note: Note
  /** As the clock shows its place. */
  time: string
  onOpen: (form: 'edit' | 'answer') => void
  compared: readonly Compared[]
}

export function NoteButtons({ commission, note, time, onOpen, compared }: NoteButtonsProps) {
  const { canDo } = note
  const [problem, setProblem] = useState<string | null>(null)
  const which = <span className="sr-only"> the note at {time}</span>
  const can = (action: Note['canDo'][number]) => canDo.includes(action)
  if (canDo.length === 0 && compared.length < 2) return null
  return (
    <>
      <div className="commission-buttons">
        {can('tickOff') && <TickButton {...{ commission, note, time, onProblem: setProblem }} />}
        {can('answer') && (
          <Button
            variant="ghost"
            size="sm"
            data-opens={`answer-${note.id}`}
            onClick={() => onOpen('answer')}
          >
            {note.answer === null ? 'Answer' : 'Change the answer to'}
            {which}
          </Button>
        )}
        {can('edit') && (
          <Button
            variant="ghost"
            size="sm"
            data-opens={`edit-${note.id}`}
            onClick={() => onOpen('edit')}
          >
            Edit{which}
          </Button>
        )}
        {can('withdraw') && <WithdrawButton {...{ commission, note, which }} />}
        {compared.length >= 2 && <TurnsButton compared={compared} time={time} />}
      </div>
      {problem !== null && (
        <div role="alert">
          <ErrorText>{problem}</ErrorText>
        </div>
      )}
    </>
  )
}

const route = 'PATCH /api/commissions/{id}/notes/{noteId}'

type TickProps = {
  commission: Commission
  note: Note
  time: string
  onProblem: (problem: string | null) => void
}

function TickButton({ commission: { id }, note, time, onProblem }: TickProps) {
  const { revalidate } = useRevalidator()
  const [isSending, setIsSending] = useState(false)
  const isDone = note.doneAt !== null
  const tick = async () => {
    onProblem(null)
    setIsSending(true)
    const changed = { id, noteId: note.id, isDone: !isDone }
    const result = await request<typeof changeNote>(route, changed)
    if (!result.ok) onProblem(failureText(noteMessages.changeFailed, result))
    await revalidate()
    setIsSending(false)
  }
  return (
    <Button
      variant={isDone ? 'ghost' : 'primary'}
      size="sm"
      isLoading={isSending}
      loadingText="Saving…"
      onClick={() => void tick()}
    >
      {isDone ? 'Open again' : 'Tick off'}
      <span className="sr-only"> the note at {time}</span>
    </Button>
  )
}

type WithdrawProps = { commission: Commission; note: Note; which: ReactNode }

function WithdrawButton({ commission: { id }, note, which }: WithdrawProps) {
  const { revalidate } = useRevalidator()
  const withdraw = async () => {
    const result = await request<typeof changeNote>(route, {
      id,
      noteId: note.id,
      isWithdrawn: true,
    })
    if (!result.ok) return failureText(noteMessages.changeFailed, result)
    toast.success(noteMessages.withdrawn)
    await revalidate()
    return null
  }
  return (
    <ConfirmButton
      label={<>Take back{which}</>}
      variant="ghost"
      size="sm"
      title="Take this note back?"
      submit="Take it back"
      submitting="Taking it back…"
      act={withdraw}
    >
      <p className="user-text">{note.text}</p>
      <p>{noteMessages.withdrawQuestion}</p>
    </ConfirmButton>
  )
}
