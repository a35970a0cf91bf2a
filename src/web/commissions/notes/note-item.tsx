// One note in the list: its place, its words, whether it is done, and what the reader can do with it.

import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { noteTime } from '#rules/commissions/note-texts.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { Passage } from '../passage.tsx'
import { NoteButtons } from './note-buttons.tsx'
import { secondsIn, timeOf } from './note-facts.ts'
import { AnswerNoteForm, EditNoteForm } from './note-form.tsx'
import { PlainNoteSteps } from './plain-note-forms.tsx'
import type { Compared } from './turns-button.tsx'

type NoteItemProps = {
  commission: Commission
  delivery: Delivery
  note: Note
  number: number
  /** Not seen before, or answered since. */
  isNew: boolean
  /** With the player of the delivery; null without one. */
  playing: Playing | null
  compared: readonly Compared[]
}

type Playing = {
  isSelected: boolean
  onSelect: () => void
  /** The form that is open at this note. */
  open: 'edit' | 'answer' | null
  onOpen: (form: 'edit' | 'answer' | null) => void
}

export function NoteItem(props: NoteItemProps) {
  const { commission, delivery, note, playing, compared } = props
  const { deliveries, artist } = commission
  const open = playing?.open ?? null
  const time = timeOf(note, { deliveries, deliveryId: delivery.id })
  const named = { commissionId: commission.id, onClose: () => playing?.onOpen(null) }
  return (
    <li id={idOf(note)} className="note" aria-current={playing?.isSelected || undefined}>
      <NoteHead {...props} time={time} />
      {open === 'edit' ? (
        <EditNoteForm {...named} noteId={note.id} text={note.text} />
      ) : (
        <blockquote className="user-text" dir="auto">
          {note.text}
        </blockquote>
      )}
      {note.answer !== null && note.answeredAt !== null && open !== 'answer' && (
        <Passage by={artist.name} at={note.answeredAt} text={note.answer} />
      )}
      {open === 'answer' && <AnswerNoteForm {...named} note={note} />}
      <PlainNoteSteps {...{ note, time }} />
      {playing !== null && open === null && (
        <NoteButtons {...{ commission, note, time, compared }} onOpen={playing.onOpen} />
      )}
    </li>
  )
}

/** The marker of a note was pressed. */
export function showNoteItem(note: Pick<Note, 'id'>): void {
  document.querySelector(`#${idOf(note)}`)?.scrollIntoView({ block: 'nearest' })
}

const idOf = ({ id }: Pick<Note, 'id'>) => `note-${id}`

/** Without a script, or a player, its place is read, and leads nowhere. */
function NoteHead({
  commission,
  delivery,
  note,
  number,
  isNew,
  time,
  playing,
}: NoteItemProps & { time: string }) {
  const { name } = note.author === 'customer' ? commission.customer : commission.artist
  const isDone = note.doneAt !== null
  const isBeside = secondsIn(note, delivery.id) === null
  const place = (
    <span className="note-time">
      Note {number}, {isBeside ? `not in this preview: ${time}` : time}
    </span>
  )
  return (
    <p className="note-head">
      {playing === null || isBeside ? (
        place
      ) : (
        <>
          <button type="button" className="note-time needs-script" onClick={playing.onSelect}>
            <span className="sr-only">Go to </span>Note {number}, {time}
          </button>
          <noscript>{place}</noscript>
        </>
      )}
      <span className="commission-hint">
        <bdi>{name}</bdi>, <DateTimeText iso={note.createdAt} />
        {note.editedAt !== null && ', changed'}
        {note.recordingSeconds !== null && `, ${noteTime(note.recordingSeconds)} of the recording`}
        {isNew && <span className="message-new">New</span>}
      </span>
      <span className={isDone ? 'note-state note-state-done' : 'note-state'}>
        {isDone ? 'Done' : 'Open'}
      </span>
    </p>
  )
}
