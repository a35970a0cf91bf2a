// Writing, changing, answering and ticking off notes without a script: the page's action takes them.

import type { Note } from '#contracts/commissions/note.ts'
import { maxNoteLength } from '#rules/commissions/note-limits.ts'
import { CheckField, TextArea, TextField } from '#web/forms/field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useRequestKey, useSentFields } from '../refused-form.ts'
import { noteField } from '../note-field.ts'
import { noteLabel, secondsLabel } from './note-form.tsx'

type PlainNewNoteProps = { deliveryId: string; previewSeconds: number }

export function PlainNewNote({ deliveryId, previewSeconds }: PlainNewNoteProps) {
  const requestKey = useRequestKey()
  const { noteSeconds, noteText } = useSentFields('add_note')
  return (
    <PlainForm steps={[{ step: 'add_note', label: 'Add the note' }]}>
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <input type="hidden" name="requestKey" value={requestKey} />
      <TextField
        name="noteSeconds"
        type="number"
        required
        min={0}
        max={previewSeconds}
        step={0.1}
        label={secondsLabel}
        defaultValue={noteSeconds}
      />
      <TextArea
        name="noteText"
        required
        label={noteLabel}
        maxLength={maxNoteLength}
        defaultValue={noteText}
      />
    </PlainForm>
  )
}

type PlainNoteProps = {
  note: Note
  /** As the clock shows its place. */
  time: string
}

/** Folded away at each note: 50 of them have as many forms. */
export function PlainNoteSteps(props: PlainNoteProps) {
  const { canDo } = props.note
  return (
    <>
      {canDo.includes('edit') && <OwnNoteForm {...props} />}
      {(canDo.includes('tickOff') || canDo.includes('answer')) && <SettleForm {...props} />}
    </>
  )
}

function OwnNoteForm({ note: { id, text }, time }: PlainNoteProps) {
  const field = noteField('noteText', id)
  const sent = useSentFields('edit_note', 'withdraw_note')
  return (
    <PlainForm
      steps={[
        { step: 'edit_note', label: 'Save the note' },
        { step: 'withdraw_note', label: 'Take it back', isDangerous: true },
      ]}
      fold={{ label: `Change or take back the note at ${time}`, isOpen: sent.noteId === id }}
    >
      <input type="hidden" name="noteId" value={id} />
      <TextArea
        name={field}
        required
        label={noteLabel}
        maxLength={maxNoteLength}
        defaultValue={sent[field] ?? text}
      />
      <p>Taking it back cannot be undone.</p>
    </PlainForm>
  )
}

function SettleForm({ note: { id, canDo, doneAt, answer }, time }: PlainNoteProps) {
  const [canTick, canAnswer] = [canDo.includes('tickOff'), canDo.includes('answer')]
  const [box, field] = [noteField('isDone', id), noteField('noteAnswer', id)]
  const sent = useSentFields('settle_note')
  const isRefused = sent.noteId === id
  const what = [canTick ? 'tick off' : [], canAnswer ? 'answer' : []].flat().join(' or ')
  return (
    <PlainForm
      steps={[{ step: 'settle_note', label: 'Save' }]}
      fold={{
        label: `${what.charAt(0).toUpperCase()}${what.slice(1)} the note at ${time}`,
        isOpen: isRefused,
      }}
    >
      <input type="hidden" name="noteId" value={id} />
      {canTick && (
        <>
          {/* A box that is not ticked sends nothing. */}
          <input type="hidden" name="hasBox" value="on" />
          <CheckField
            name={box}
            label="Ticked off"
            defaultChecked={isRefused ? box in sent : doneAt !== null}
          />
        </>
      )}
      {canAnswer && (
        <TextArea
          name={field}
          required={false}
          label="Answer"
          maxLength={maxNoteLength}
          defaultValue={sent[field] ?? answer ?? ''}
        />
      )}
    </PlainForm>
  )
}
