// The fields of a note at the place where it is written: a new one, another text of one, the artist's answer.

import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Note } from '#contracts/commissions/note.ts'
import type { addNote, changeNote } from '#contracts/commissions/notes.ts'
import { maxNoteLength } from '#rules/commissions/note-limits.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { CheckField, TextArea, TextField } from '#web/forms/field.tsx'
import { formText } from '#web/forms/form-text.ts'
import type { FormState } from '#web/forms/form-body.tsx'
import { useForm, type FormProps } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { withFailure } from '../commission-messages.ts'
import { createRequestKeys } from '../request-keys.ts'
import { noteMessages } from './note-messages.ts'

const load = () => import('#contracts/commissions/notes.ts')

type NewNoteProps = {
  commissionId: string
  deliveryId: string
  /** Where the note was begun. */
  seconds: number
  previewSeconds: number
  onClose: () => void
}

export function NewNoteForm({
  commissionId,
  deliveryId,
  seconds,
  previewSeconds,
  onClose,
}: NewNoteProps) {
  const [keyOf] = useState(createRequestKeys)
  const onDone = useDone(onClose, noteMessages.added)
  const form = useForm<typeof addNote>({
    contract: async () => (await load()).addNote,
    constants: { id: commissionId, deliveryId },
    initial: { seconds: String(seconds) },
    fieldOfCode: { note_outside_preview: 'seconds' },
    async send(fields) {
      const route = 'POST /api/commissions/{id}/notes'
      const sent = await request<typeof addNote>(route, { ...fields, requestKey: keyOf(fields) })
      return sent.ok ? sent : withFailure(sent, noteMessages.addFailed)
    },
    onDone,
  })
  return (
    <InlineForm title="A new note" submit="Save the note" form={form} onClose={onClose}>
      <TextField
        {...form.fields.required('seconds')}
        type="number"
        inputMode="decimal"
        min={0}
        max={previewSeconds}
        step={0.1}
        label={secondsLabel}
      />
      <TextArea {...form.fields.required('text')} {...noteField} />
    </InlineForm>
  )
}

export const secondsLabel = 'Second of the preview'
export const noteLabel = 'What do you hear there?'
const noteField = { label: noteLabel, maxLength: maxNoteLength, showCount: true, rows: 3 }

type OwnNoteProps = { commissionId: string; noteId: string; text: string; onClose: () => void }

export function EditNoteForm({ commissionId, noteId, text, onClose }: OwnNoteProps) {
  const onDone = useDone(onClose, noteMessages.changed)
  const form = useForm<typeof changeNote>({
    contract: async () => (await load()).changeNote,
    constants: { id: commissionId, noteId },
    initial: { text },
    send: sendChange,
    onDone,
  })
  return (
    <InlineForm title="Your note" submit="Save the note" form={form} onClose={onClose}>
      <TextArea {...form.fields.optional('text')} {...noteField} required />
    </InlineForm>
  )
}

type AnswerProps = Omit<OwnNoteProps, 'text' | 'noteId'> & { note: Note }

export function AnswerNoteForm({ commissionId, note, onClose }: AnswerProps) {
  const { id: noteId, answer, doneAt, canDo } = note
  const canTick = canDo.includes('tickOff')
  const onDone = useDone(onClose, noteMessages.answered)
  const form = useForm<typeof changeNote>({
    contract: async () => (await load()).changeNote,
    constants: { id: commissionId, noteId },
    initial: { answer: answer ?? '' },
    // The contract has a yes or no where the form has a box.
    read(typed) {
      const read = new FormData()
      read.set('answer', formText(typed, 'answer'))
      return read
    },
    send: (fields, typed) =>
      sendChange(canTick ? { ...fields, isDone: typed.has('isDone') } : fields),
    onDone,
  })
  return (
    <InlineForm title="Your answer" submit="Save the answer" form={form} onClose={onClose}>
      <TextArea {...form.fields.optional('answer')} {...noteField} label="Answer" />
      {canTick && <CheckField name="isDone" label="Ticked off" defaultChecked={doneAt !== null} />}
    </InlineForm>
  )
}

function useDone(onClose: () => void, message: string) {
  const { revalidate } = useRevalidator()
  return async () => {
    onClose()
    toast.success(message)
    await revalidate()
  }
}

type Change = Parameters<typeof request<typeof changeNote>>[1]

async function sendChange(fields: Change) {
  const route = 'PATCH /api/commissions/{id}/notes/{noteId}'
  const sent = await request<typeof changeNote>(route, fields)
  return sent.ok ? sent : withFailure(sent, noteMessages.changeFailed)
}

type InlineFormProps = {
  title: string
  submit: string
  form: FormState & { formProps: FormProps; refused: Refused | null }
  onClose: () => void
  children: ReactNode
}

/** The text gets the focus. */
function InlineForm({ title, submit, form, onClose, children }: InlineFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => element.current?.querySelector('textarea')?.focus(), [])
  return (
    <form ref={element} className="note-form" aria-labelledby={id} {...form.formProps}>
      <h3 id={id}>{title}</h3>
      {form.refused && <ErrorSummary message={form.refused.message} issues={form.refused.issues} />}
      {children}
      <div className="commission-buttons">
        <Button type="submit" isLoading={form.isPending} loadingText="Saving…">
          {submit}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
