import { useRef } from 'react'
import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { useFresh, useMarkSeen } from '../messages/use-seen.ts'
import { PlainForm } from '../plain-form.tsx'
import { newestUnread, readyBefore, secondsIn } from './note-facts.ts'
import { NoteItem } from './note-item.tsx'
import type { Compared } from './turns-button.tsx'
import type { OpenForm } from './use-open-form.ts'

type NoteListProps = {
  commission: Commission
  delivery: Delivery
  /** What the list does with the player beside it; null without one: then the notes are read only. */
  playing: Playing | null
}

type Playing = {
  selectedId: string | null
  open: OpenForm | null
  onSelect: (note: Note, seconds: number) => void
  onOpen: (open: OpenForm | null) => void
}

/** In the order of the recording, numbered like the markers. */
export function NoteList({ commission, delivery, playing }: NoteListProps) {
  const { notes } = commission
  const end = useRef<HTMLDivElement>(null)
  const newest = newestUnread(commission)
  const fresh = useFresh(notes)
  useMarkSeen(commission.id, newest, end)
  if (notes.length === 0) return null
  const doneCount = notes.filter(({ doneAt }) => doneAt !== null).length
  const before = readyBefore(commission, delivery)
  return (
    <>
      <p className="commission-hint">
        {notes.length === 1 ? '1 note' : `${notes.length} notes`}, {doneCount} done
      </p>
      <div>
        <ol className="notes">
          {notes.map((note, at) => (
            <NoteItem
              key={note.id}
              {...{ commission, delivery, note }}
              number={at + 1}
              isNew={fresh.has(note.id)}
              playing={playing && playingOf(note, delivery, playing)}
              compared={before === null ? [] : comparedAt(note, [before, delivery])}
            />
          ))}
        </ol>
        {/* All of them are seen once it is on the screen. */}
        <div ref={end} className="message-end" />
      </div>
      {newest !== null && (
        <PlainForm steps={[{ step: 'read_messages', label: 'Mark the notes as read' }]}>
          <input type="hidden" name="upTo" value={newest} />
        </PlainForm>
      )}
    </>
  )
}

function playingOf(note: Note, delivery: Delivery, { selectedId, open, ...on }: Playing) {
  const seconds = secondsIn(note, delivery.id)
  const isOpen = open !== null && open.form !== 'new' && open.noteId === note.id
  return {
    isSelected: note.id === selectedId,
    open: isOpen ? open.form : null,
    onSelect: () => seconds !== null && on.onSelect(note, seconds),
    onOpen: (form: 'edit' | 'answer' | null) =>
      on.onOpen(form === null ? null : { form, noteId: note.id }),
  }
}

/** Begins before the note, to hear what leads to it. */
const leadSeconds = 1

/** By the previews if both have the second, otherwise by the whole recordings, for those who may play them. */
function comparedAt(note: Note, deliveries: readonly Delivery[]): Compared[] {
  const from = (seconds: number) => Math.max(0, seconds - leadSeconds)
  const previews = deliveries.flatMap(({ id, number, previewUrl: url }) => {
    const seconds = secondsIn(note, id)
    return url === null || seconds === null ? [] : { url, number, fromSeconds: from(seconds) }
  })
  if (previews.length === deliveries.length) return previews
  const { recordingSeconds } = note
  if (recordingSeconds === null) return []
  const wholes = deliveries.flatMap(({ number, fileUrl: url }) =>
    url === null ? [] : { url, number, fromSeconds: from(recordingSeconds) },
  )
  return wholes.length === deliveries.length ? wholes : []
}
