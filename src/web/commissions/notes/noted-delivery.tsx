// The preview of a delivery with the notes that are pinned to it: markers under the waveform, and a list beside it.

import { useRef, useState } from 'react'
import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { OwnPlayerOf } from '#web/player/own-player.tsx'
import { useOwnElement, type OwnElement } from '#web/player/use-own-element.ts'
import { CheckField } from '#web/forms/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { RemovedText } from '../removed-text.tsx'
import { useHeard } from './heard-elsewhere.ts'
import { NewNoteForm } from './note-form.tsx'
import { showNoteItem } from './note-item.tsx'
import { NoteList } from './note-list.tsx'
import { NoteMarks } from './note-marks.tsx'
import { secondsIn } from './note-facts.ts'
import { PlainNewNote } from './plain-note-forms.tsx'
import { useNoteKey } from './use-note-key.ts'
import { useOpenForm } from './use-open-form.ts'

type NotedDeliveryProps = { commission: Commission; delivery: Delivery }
type PlayedProps = NotedDeliveryProps & { url: string; previewSeconds: number }

/** The notes alone once the recordings are removed: they are there to be read for ever. */
export function NotedDelivery({ commission, delivery }: NotedDeliveryProps) {
  const { previewUrl: url, previewSeconds, removedAt } = delivery
  if (url === null || previewSeconds === null)
    return (
      <>
        {removedAt !== null && <RemovedText at={removedAt} />}
        <NoteList {...{ commission, delivery }} playing={null} />
      </>
    )
  return <Played {...{ commission, delivery, url, previewSeconds }} />
}

function Played({ commission, delivery, url, previewSeconds }: PlayedProps) {
  const { notes, canAddNote } = commission
  const own = useOwnElement(url)
  const whole = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useOpenForm(whole, notes.length)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [hasKey, setHasKey] = useState(true)
  const { begin, beginHere, isPlaying, ...placing } = useBegin(own, (seconds) =>
    setOpen({ form: 'new', seconds: Math.floor(Math.min(seconds, previewSeconds) * 10) / 10 }),
  )
  const mayBegin = canAddNote && open === null && hasKey
  useNoteKey({ element: whole, begin: mayBegin ? beginHere : null, isPlaying })
  const select = (note: Note, seconds: number) => {
    setSelectedId(note.id)
    own.seek(seconds)
  }
  return (
    // Focused by a click on any of its parts: Safari gives no focus to a button that is clicked.
    <div
      ref={whole}
      className="noted-delivery"
      role="group"
      aria-label={`Delivery ${delivery.number} with its notes`}
      tabIndex={-1}
    >
      <OwnPlayerOf
        {...{ own, url }}
        durationSeconds={previewSeconds}
        waveform={delivery.previewWaveform}
        name={`the preview of delivery ${delivery.number}`}
        onPlace={placing.isPlacing ? begin : undefined}
        marks={
          <NoteMarks
            notes={notes}
            secondsOf={(note) => secondsIn(note, delivery.id)}
            durationSeconds={previewSeconds}
            selectedId={selectedId}
            onSelect={(note, seconds) => {
              select(note, seconds)
              showNoteItem(note)
            }}
          />
        }
      />
      <NewNote
        {...{ commission, delivery, previewSeconds, hasKey }}
        {...placing}
        open={open?.form === 'new' ? open : null}
        onKey={setHasKey}
        onAdd={beginHere}
        onClose={() => setOpen(null)}
      />
      <NoteList
        {...{ commission, delivery }}
        playing={{ selectedId, open, onSelect: select, onOpen: setOpen }}
      />
    </div>
  )
}

/** A note begins at a place of the waveform, or where the preview is heard. */
function useBegin(own: OwnElement, onBegin: (seconds: number) => void) {
  const heard = useHeard(own)
  const [isPlacing, onPlacing] = useState(false)
  const begin = (seconds: number) => {
    heard.pause()
    onPlacing(false)
    onBegin(seconds)
  }
  const beginHere = () => begin(heard.position())
  return { begin, beginHere, isPlaying: heard.isPlaying, isPlacing, onPlacing }
}

type NewNoteProps = AddButtonsProps & {
  commission: Commission
  delivery: Delivery
  previewSeconds: number
  /** The form, while it is open. */
  open: { seconds: number } | null
  onClose: () => void
}

/** What was begun stays until it is sent or left, whatever becomes of the commission meanwhile. */
function NewNote({
  commission,
  delivery,
  previewSeconds,
  open,
  onClose,
  ...buttons
}: NewNoteProps) {
  const { canAddNote } = commission
  const deliveryId = delivery.id
  return (
    <>
      {open === null ? (
        canAddNote && <AddButtons {...buttons} />
      ) : (
        <NewNoteForm
          commissionId={commission.id}
          seconds={open.seconds}
          {...{ deliveryId, previewSeconds, onClose }}
        />
      )}
      {canAddNote && <PlainNewNote {...{ deliveryId, previewSeconds }} />}
    </>
  )
}

type AddButtonsProps = {
  /** N adds one, unless the reader wants no key. */
  hasKey: boolean
  onKey: (hasKey: boolean) => void
  isPlacing: boolean
  onPlacing: (isPlacing: boolean) => void
  onAdd: () => void
}

function AddButtons({ hasKey, onKey, isPlacing, onPlacing, onAdd }: AddButtonsProps) {
  return (
    <>
      <div className="commission-buttons">
        <Button
          variant="ghost"
          size="sm"
          aria-keyshortcuts={hasKey ? 'N' : undefined}
          data-opens="new"
          onClick={onAdd}
        >
          Add a note{hasKey && ' (N)'}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={isPlacing}
          onClick={() => onPlacing(!isPlacing)}
        >
          Place it on the waveform
        </Button>
        {isPlacing && (
          <p className="commission-hint" role="status">
            Click the waveform where you hear it.
          </p>
        )}
      </div>
      <div className="needs-script">
        <CheckField
          name="noteKey"
          label="N adds a note at the second that you hear, from anywhere on the page"
          defaultChecked={hasKey}
          onChange={(event) => onKey(event.currentTarget.checked)}
        />
      </div>
    </>
  )
}
